import TestSupport
import Testing

@testable import PostingIndex

/// Against dictionaries of places.
@Suite struct InvertedBatchTests {
    /// Term → document → places (column << 32 | position).
    private typealias Places = [[UInt8]: [UInt32: [Int64]]]

    private struct Material {
        var batch = InvertedBatch(columns: 3)
        var places: Places = [:]
        var lengths: [[Int]] = []
    }

    /// Terms of all lengths around those that are stored in place, many with the same beginning, with zeros too.
    private static let vocabulary: [[UInt8]] = {
        var terms: [[UInt8]] = [[0], [0, 0], [0xFF], Array(repeating: 0xFF, count: 12)]
        for length in [1, 2, 7, 8, 9, 12, 15, 16, 17, 31, 200] {
            for last in [UInt8(0), 0x61, 0x62, 0xFF] {
                terms.append(Array(repeating: 0x61, count: length - 1) + [last])
            }
        }
        terms += (0..<900).map { Array("word\($0)".utf8) }
        return Array(Set(terms))
    }()

    private static func material(seed: UInt64, documents: Int) -> Material {
        var random = Lehmer(state: seed)
        var material = Material()
        let terms = vocabulary.sorted { $0.lexicographicallyPrecedes($1) }.shuffled(using: &random)
        for document in 0..<UInt32(documents) {
            material.batch.beginDocument()
            var lengths = [0, 0, 0]
            for column in 0..<3 {
                material.batch.beginColumn(column)
                for _ in 0..<Int.random(in: 0...60, using: &random) {
                    let share = Double.random(in: 0..<1, using: &random)
                    let term = terms[Int(share * share * share * Double(terms.count))]
                    let isColocated = lengths[column] > 0 && Int.random(in: 0..<5, using: &random) == 0
                    if Int.random(in: 0..<12, using: &random) == 0 {
                        material.batch.skipPosition()
                        lengths[column] += 1
                    }
                    if !isColocated { lengths[column] += 1 }
                    material.batch.add(term.span, isColocated: isColocated)
                    let place = Int64(column) << 32 | Int64(lengths[column] - 1)
                    material.places[term, default: [:]][document, default: []].append(place)
                }
            }
            material.batch.endDocument()
            material.lengths.append(lengths)
        }
        return material
    }

    @Test(
        "A batch has the terms of its documents, in the order of their bytes, each with all its places",
        arguments: [1, 2, 40])
    func places(_ documents: Int) {
        let material = Self.material(seed: UInt64(documents), documents: documents)
        let batch = material.batch
        let expected = material.places.keys.sorted { $0.lexicographicallyPrecedes($1) }
        var terms: [[UInt8]] = []
        batch.forEachTerm { term, count in
            let bytes = term.indices.map { term[$0] }
            terms.append(bytes)
            #expect(count == material.places[bytes]?.count)
        }
        #expect(terms == expected && batch.termCount == expected.count && batch.documentCount == documents)
        var lists = PostingLists()
        for (term, number) in zip(expected, batch.termOrder()) {
            #expect(
                batch.isTerm(Int(number), equalTo: term[...]) && !batch.isTerm(Int(number), equalTo: (term + [0])[...]))
            #expect(batch.hash(ofTerm: Int(number)) == InvertedBatch.hash(of: term))
            let range = lists.add(term: Int(number), of: batch)
            let known = material.places[term] ?? [:]
            #expect(Array(lists.documents[range]) == known.keys.sorted())
            for index in range {
                var places: [Int64] = []
                lists.appendPlaces(at: index, to: &places)
                // A term that stands twice at one place is there once or twice.
                #expect(Set(places) == Set(known[lists.documents[index]] ?? []) && places == places.sorted())
                var earlier: [Int64] = []
                lists.appendPlaces(at: index, before: 3, to: &earlier)
                #expect(earlier == places.filter { $0 & 0xFFFF_FFFF >= 3 }.map { $0 - 3 })
            }
        }
        for (document, lengths) in material.lengths.enumerated() {
            for column in 0..<3 { #expect(batch.length(ofDocument: document, column: column) == lengths[column]) }
        }
    }

    @Test("Terms are found by their bytes and by their beginning, and those that no document has are not")
    func lookUp() {
        let material = Self.material(seed: 5, documents: 12)
        let batch = material.batch
        let wanted = Self.vocabulary + [Array("wordless".utf8), [0, 0, 0], Array(repeating: 0x61, count: 6)]
        var bytes: [UInt8] = []
        var ends: [UInt32] = []
        for term in wanted {
            bytes += term
            ends.append(UInt32(bytes.count))
        }
        let numbers = batch.numbers(ofTermsIn: bytes, endingAt: ends, hashes: wanted.map(InvertedBatch.hash))
        for (term, number) in zip(wanted, numbers) {
            #expect((number >= 0) == (material.places[term] != nil))
            if number >= 0 { #expect(batch.isTerm(Int(number), equalTo: term[...])) }
        }
        let order = batch.termOrder()
        let sorted = material.places.keys.sorted { $0.lexicographicallyPrecedes($1) }
        for prefix in wanted + wanted.map({ Array($0.prefix(3)) }) {
            let range = batch.range(beginningWith: prefix[...], in: order)
            #expect(range.map { sorted[$0] } == sorted.filter { $0.starts(with: prefix) })
        }
    }

    @Test("Merged runs give each term once, with the runs that have it in their order", arguments: 0...5)
    func merging(_ count: Int) {
        var runs: [SortedRun] = []
        var owners: [[UInt8]: [Int]] = [:]
        var frequencies: [[UInt8]: [Int]] = [:]
        for number in 0..<count {
            // One of the runs is empty.
            let material = Self.material(seed: UInt64(100 + number), documents: number == 2 ? 0 : 3 + number)
            for (term, documents) in material.places {
                owners[term, default: []].append(number)
                frequencies[term, default: []].append(documents.count)
            }
            runs.append(material.batch.sorted())
        }
        var merged = MergedRuns(runs)
        var terms: [[UInt8]] = []
        while merged.next() {
            let first = merged[0]
            let term = unsafe Array(UnsafeBufferPointer(start: first.term, count: first.termLength))
            terms.append(term)
            let members = (0..<merged.memberCount).map { merged[$0] }
            #expect(members.map(\.run) == owners[term] && members.map { Int($0.documents) } == frequencies[term])
        }
        #expect(terms == owners.keys.sorted { $0.lexicographicallyPrecedes($1) })
        withExtendedLifetime(runs) {}
    }

    @Test("A batch that is used again has nothing of what it had before")
    func reuse() {
        let material = Self.material(seed: 8, documents: 10)
        let batch = material.batch
        batch.removeAll()
        #expect(batch.termCount == 0 && batch.documentCount == 0 && batch.termOrder().isEmpty)
        batch.beginDocument()
        batch.add(Array("fox".utf8).span, isColocated: false)
        batch.endDocument()
        var terms: [String] = []
        batch.forEachTerm { term, count in
            terms.append(String(decoding: term.indices.map { term[$0] }, as: UTF8.self) + " \(count)")
        }
        #expect(terms == ["fox 1"] && batch.length(ofDocument: 0, column: 0) == 1)
    }

    @Test("A term beyond the longest length is cut off, an empty one is none")
    func longTerms() {
        let batch = InvertedBatch(columns: 1)
        let long = Array(repeating: UInt8(0x61), count: InvertedBatch.maxTermLength)
        batch.beginDocument()
        batch.add([UInt8]().span, isColocated: false)
        batch.add((long + [0x62]).span, isColocated: false)
        batch.add((long + [0x63]).span, isColocated: false)
        batch.endDocument()
        #expect(batch.termCount == 1 && batch.isTerm(0, equalTo: long[...]))
        #expect(InvertedBatch.hash(of: long + [0x62]) == batch.hash(ofTerm: 0))
    }
}
