import TestSupport
import Testing

@testable import SavedSearchMatching

/// Against sets and dictionaries.
@Suite struct DocumentListTests {
    private static func list(_ random: inout Lehmer, _ longest: Int) -> [UInt32] {
        let count = Int.random(in: 0...longest, using: &random)
        return Set((0..<count).map { _ in UInt32.random(in: 0..<3_000, using: &random) }).sorted()
    }

    @Test("Unions, intersections and look-ups of documents are those of sets")
    func sets() {
        var random = Lehmer(state: 31)
        for round in 0..<200 {
            let lists = (0..<round % 7).map { _ in Self.list(&random, [3, 60, 900].randomElement(using: &random) ?? 3) }
            var all: [UInt32] = [9_999]
            var ranges: [Range<Int>] = []
            for list in lists {
                ranges.append(all.count..<all.count + list.count)
                all += list
            }
            all.append(0)
            #expect(DocumentList.union(ranges, of: all) == Set(lists.joined()).sorted())
            guard let first = lists.first, let range = ranges.last, let last = lists.last else { continue }
            var common = first
            DocumentList.intersect(&common, with: all, range)
            #expect(common == Set(first).intersection(last).sorted())
            for document in [0, 1, 2_999, first.first ?? 5, first.last ?? 5] {
                #expect(DocumentList.contains(document, in: first) == first.contains(document))
                #expect(
                    DocumentList.firstIndex(from: document, in: all, range)
                        == range.first { all[$0] >= document } ?? range.upperBound)
            }
        }
    }

    @Test("Each term has one number, whatever their count and bytes, and the term comes back from it")
    func terms() {
        var random = Lehmer(state: 32)
        var dictionary = TermDictionary()
        var known: [[UInt8]: Int32] = [:]
        for _ in 0..<9_000 {
            let term = (0..<Int.random(in: 1...3, using: &random)).map { _ in UInt8.random(in: 0...24, using: &random) }
            let number = dictionary.number(of: term)
            #expect(number == known[term] ?? Int32(known.count))
            known[term] = number
            #expect(dictionary[number].elementsEqual(term))
        }
        #expect(dictionary.count == known.count && known.count > 3_000)
    }

    @Test("An array that is sorted without duplicates has each element once, ascending")
    func unique() {
        var random = Lehmer(state: 33)
        for count in 0..<60 {
            let all = (0..<count).map { _ in Int.random(in: 0...30, using: &random) }
            var some = all
            some.sortUnique()
            #expect(some == Set(all).sorted())
        }
    }
}
