private import Dispatch
private import System

/// Splits work over many elements into ranges that run in parallel.
public enum Parallel {
    /// Overrides `grain` in tests, so that even a few elements are divided among several threads.
    @TaskLocal public static var testGrain: Int?

    /// Calls `body` for consecutive ranges of 0..<`count` in parallel, and returns the results in order. Uses as many
    /// ranges as there are processors, or fewer if the ranges would have fewer than `grain` elements each. The calling
    /// thread processes ranges too, and waits until all are processed.
    public static func map<Result: Sendable>(
        count: Int, grain: Int, _ body: @Sendable (Range<Int>) -> Result
    ) -> [Result] {
        let parts = max(
            1, min(max(Machine.processorCount, testGrain == nil ? 1 : 3), count / max(1, testGrain ?? grain)))
        if parts == 1 { return [body(0..<count)] }
        let results = Locked<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            let result = body(count * part / parts..<count * (part + 1) / parts)
            results.withLock { $0[part] = result }
        }
        return results.withLock { results in (0..<parts).compactMap { results[$0] } }
    }
}
