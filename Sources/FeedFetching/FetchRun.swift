public import Dispatch

/// The results of one run, which one task consumes. Cancelling that task cancels the run; results that have already
/// arrived are still returned.
public final class FetchRun: AsyncSequence, Sendable {
    public typealias Element = FetchResult

    let queue: ResultQueue

    init(queue: ResultQueue) { self.queue = queue }

    deinit { queue.cancel() }

    /// Ends the run. Results that have already arrived are still returned; all other requests end with `.cancelled`.
    public func cancel() { queue.cancel() }

    /// Whether the run was cancelled.
    public var isCancelled: Bool { queue.isCancelled }

    /// A request that has been running for a long time.
    public struct SlowRequest: Sendable {
        public var token: Int64
        public var started: ContinuousClock.Instant
    }

    /// The request that has been running longest, if that is more than two seconds. Updated twice a second.
    public var slowest: SlowRequest? { queue.slowest }

    /// The result of `take(within:)`.
    public enum Taken: Sendable {
        /// The next result.
        case result(FetchResult)
        /// No result arrived in time; more results may follow.
        case nothingYet
        /// All results have been taken.
        case end
    }

    /// Takes the next result, blocking the calling thread until a result arrives or `wait` has passed. For use by
    /// threads; do not combine it with the iterator.
    @available(*, noasync)
    public func take(within wait: DispatchTimeInterval) -> Taken { queue.take(within: wait) }

    /// A run supports only one iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(run: self) }

    public struct Iterator: AsyncIteratorProtocol {
        let run: FetchRun

        /// Returns the next result; nil after the last one.
        public mutating func next() async -> FetchResult? {
            let queue = run.queue
            return await withTaskCancellationHandler {
                await queue.next()
            } onCancel: {
                queue.cancel()
            }
        }
    }
}
