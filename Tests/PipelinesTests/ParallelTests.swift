import Testing

@testable import Pipelines

@Suite struct ParallelTests {
    @Test("The ranges hold each element once, in order", arguments: [0, 1, 2, 7, 1_000, 99_999])
    func ranges(_ count: Int) {
        for grain in [1, 10, 1_000_000] {
            let ranges = Parallel.map(count: count, grain: grain) { $0 }
            #expect(ranges.flatMap { Array($0) } == Array(0..<count))
            #expect(ranges.count == 1 || ranges.allSatisfy { $0.count >= grain })
        }
    }
}
