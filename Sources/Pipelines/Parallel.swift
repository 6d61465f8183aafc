private import Dispatch
private import System

/// Work over many elements that falls apart into ranges of them.
public enum Parallel {
    /// In place of every grain, so that a test with few elements meets several threads.
    @TaskLocal public static var testGrain: Int?

    /// What `body` makes of the elements 0..<`count`, range by range in order: as many ranges as there are processors,
    /// fewer where they would have less than `grain` elements. The caller's thread takes part, and waits.
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
