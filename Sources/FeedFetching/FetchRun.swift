public import Dispatch

/// The results of one run, consumed by one task. Cancelling that task cancels the run; results that have arrived are
/// still returned.
public final class FetchRun: AsyncSequence, Sendable {
    /// One request's result.
    public typealias Element = FetchResult

    let queue: ResultQueue

    init(queue: ResultQueue) { self.queue = queue }

    deinit { queue.cancel() }

    /// Ends the run. Results that have already arrived are still returned; all other requests end with `.cancelled`.
    public func cancel() { queue.cancel() }

    /// A request that has been running for a long time.
    public struct SlowRequest: Sendable {
        public var token: Int64
        public var started: ContinuousClock.Instant
    }

    /// The longest-running request, if it has run for more than two seconds. Updated twice a second.
    public var slowest: SlowRequest? { queue.slowest }

    /// The result of `take(within:)`.
    public enum Taken: Sendable {
        /// The next result.
        case result(FetchResult)
        /// No result in time; more may follow.
        case nothingYet
        /// All results were taken.
        case end
    }

    /// Takes the next result, blocking the calling thread until there is one. For threads, instead of the iterator;
    /// never use both.
    @available(*, noasync)
    public func take(within wait: DispatchTimeInterval) -> Taken { queue.take(within: wait) }

    /// A run supports only one iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(run: self) }

    /// Returns results as they arrive.
    public struct Iterator: AsyncIteratorProtocol {
        let run: FetchRun

        /// The next result; nil after the last.
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
