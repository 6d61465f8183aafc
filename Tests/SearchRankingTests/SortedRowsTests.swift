import TestSupport
import Testing

@testable import SearchRanking

/// Against sets and sorted arrays.
@Suite struct SortedRowsTests {
    /// Lists of very different lengths and densities: each of them takes another way through the operations.
    private static func list(_ random: inout Lehmer, below end: UInt32) -> [UInt32] {
        let count = [0, 1, 3, 40, 900].randomElement(using: &random) ?? 0
        return Set((0..<count).map { _ in UInt32.random(in: 0..<end, using: &random) }).sorted()
    }

    @Test(
        "Intersection, union and difference of row ids are those of sets", arguments: [UInt32(8), 1_000, 60_000, .max])
    func sets(end: UInt32) {
        var random = Lehmer(state: UInt64(end))
        for _ in 0..<120 {
            let a = Self.list(&random, below: end)
            let b = Bool.random(using: &random) ? Self.list(&random, below: end) : a
            #expect(SortedRows.intersection(a, b) == Set(a).intersection(b).sorted())
            #expect(SortedRows.union(a, b) == Set(a).union(b).sorted())
            #expect(SortedRows.subtracting(a, b) == Set(a).subtracting(b).sorted())
        }
    }

    // The highest id of 32 bits is left out: a bit set for it takes half a gigabyte.
    @Test("The same of any number of lists", arguments: [UInt32(8), 1_000, 60_000])
    func manySets(end: UInt32) {
        var random = Lehmer(state: UInt64(end) + 1)
        for count in 0..<60 {
            let lists = (0..<count % 12).map { _ in Self.list(&random, below: end) }
            #expect(SortedRows.union(of: lists) == Set(lists.joined()).sorted())
            let common = lists.dropFirst().reduce(Set(lists.first ?? [])) { $0.intersection($1) }
            #expect(SortedRows.intersection(of: lists) == common.sorted())
        }
    }

    @Test("Each row's place among others is its index there, or -1")
    func places() {
        var random = Lehmer(state: 7)
        for _ in 0..<300 {
            let a = Self.list(&random, below: 2_000)
            let b = Self.list(&random, below: 2_000)
            let expected = a.map { row in Int32(b.firstIndex(of: row) ?? -1) }
            #expect((SortedRows.places(of: a, in: b) ?? Array(0..<Int32(a.count))) == expected)
            #expect(SortedRows.places(of: a, in: a) == nil)
        }
    }

    @Test("The kept candidates are the best ones in their order, whatever the order in which they come")
    func heap() {
        var random = Lehmer(state: 9)
        for limit in [1, 2, 3, 10, 50] {
            for count in [0, 1, limit - 1, limit, limit + 1, 300] {
                let all = (0..<count).map {
                    Candidate(id: Int64($0), score: Double(Int.random(in: 0...20, using: &random)))
                }
                .shuffled(using: &random)
                var heap = CandidateHeap(limit: limit)
                for (index, candidate) in all.enumerated() {
                    heap.keep(candidate)
                    let kept = all.prefix(index + 1).sorted(by: Candidate.precedes).prefix(limit)
                    #expect(heap.minScore == (kept.count == limit ? kept.last?.score : -.infinity))
                }
                #expect(heap.sorted().map(\.id) == all.sorted(by: Candidate.precedes).prefix(limit).map(\.id))
            }
        }
    }

    @Test("A group of near-duplicates has its best match first, which stands for the others")
    func groups() {
        var random = Lehmer(state: 10)
        var groups = FoldedGroups()
        var members: [UInt32: [Candidate]] = [:]
        #expect(groups.folded(behind: 1) == 0)
        groups = FoldedGroups()
        for id in 0..<200 {
            let candidate = Candidate(id: Int64(id), score: Double(Int.random(in: 0...9, using: &random)))
            let group = UInt32.random(in: 1...40, using: &random)
            groups.add(candidate, group)
            members[group, default: []].append(candidate)
        }
        let firsts = members.values.compactMap { $0.min(by: Candidate.precedes)?.id }
        #expect(Set(groups.firsts.map(\.id)) == Set(firsts) && groups.firsts.count == firsts.count)
        for group in members.values {
            let first = group.min(by: Candidate.precedes)?.id
            for candidate in group {
                #expect(groups.folded(behind: candidate.id) == (candidate.id == first ? group.count - 1 : 0))
            }
        }
    }
}
