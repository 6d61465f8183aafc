import Testing

@testable import PostingIndex
@testable import SQLite

@Suite struct MergePolicyTests {
    private func level(_ count: Int, leaves: Int) -> SegmentStructure.Level {
        .init(segments: (1...count).map { .init(id: $0, first: 1, last: leaves) })
    }

    @Test("Small segments are merged early behind a load, and later while it goes on")
    func small() {
        let small = { self.level($0, leaves: 100) }
        #expect(MergePolicy.afterLoad.count(of: small(4), isLowest: true) == 0)
        #expect(MergePolicy.afterLoad.count(of: small(5), isLowest: true) == 5)
        #expect(MergePolicy.afterLoad.count(of: small(15), isLowest: false) == 0)
        #expect(MergePolicy.afterLoad.count(of: small(16), isLowest: false) == 16)
        #expect(MergePolicy.duringLoad.count(of: small(15), isLowest: true) == 0)
        #expect(MergePolicy.duringLoad.count(of: small(16), isLowest: true) == 16)
    }

    @Test("Segments of a few leaves are merged four at a time on every level, during a load as well")
    func tiny() {
        for policy in [MergePolicy.duringLoad, .afterLoad] {
            for isLowest in [true, false] {
                #expect(policy.count(of: level(3, leaves: 2), isLowest: isLowest) == 0)
                #expect(policy.count(of: level(4, leaves: 2), isLowest: isLowest) == 4)
                #expect(policy.count(of: level(4, leaves: 64), isLowest: isLowest) == 4)
                #expect(policy.count(of: level(4, leaves: 65), isLowest: isLowest) == 0)
            }
        }
    }

    @Test("Of large segments the oldest are merged, a bounded number at a time")
    func large() {
        for policy in [MergePolicy.duringLoad, .afterLoad] {
            #expect(policy.count(of: level(15, leaves: 8_000), isLowest: true) == 0)
            #expect(policy.count(of: level(16, leaves: 8_000), isLowest: true) == 16)
            #expect(policy.count(of: level(80, leaves: 8_000), isLowest: false) == 16)
            // A merge of those that were merged before takes minutes.
            #expect(policy.count(of: level(63, leaves: 270_000), isLowest: false) == 0)
            #expect(policy.count(of: level(64, leaves: 270_000), isLowest: false) == 16)
        }
    }

    @Test("A load that commits often has its segments merged 128 MB at a time, whatever large ones lie beside them")
    func often() {
        let policy = MergePolicy.duringLoad
        #expect(policy.count(of: level(14, leaves: 1_170), isLowest: true) == 0)
        #expect(policy.count(of: level(15, leaves: 1_170), isLowest: true) == 15)
        #expect(policy.count(of: level(30, leaves: 1_170), isLowest: true) == 15)
        #expect(policy.count(of: level(15, leaves: 1_170), isLowest: false) == 0)
        // Segments of 35 MB come from a load whose file nobody else has open: they are merged once there are sixteen.
        #expect(policy.count(of: level(15, leaves: 4_500), isLowest: true) == 0)
        let mixed = SegmentStructure.Level(
            segments: level(3, leaves: 8_000).segments + level(12, leaves: 1_170).segments)
        #expect(policy.count(of: mixed, isLowest: true) == 0)
    }

    @Test("A single segment is never merged with itself")
    func single() {
        #expect(MergePolicy.all(from: 1).count(of: level(1, leaves: 1), isLowest: true) == 0)
        #expect(MergePolicy.all(from: 1).count(of: level(2, leaves: 1), isLowest: true) == 2)
    }
}
