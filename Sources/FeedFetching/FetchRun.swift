public import Dispatch

/// The results of one run, to be taken by one task. Cancelling that task cancels the run; what had arrived still comes.
public final class FetchRun: AsyncSequence, Sendable {
    /// One request's result.
    public typealias Element = FetchResult

    let queue: ResultQueue

    init(queue: ResultQueue) { self.queue = queue }

    deinit { queue.cancel() }

    /// Ends the run: what has arrived is still handed out, what was under way comes as `.cancelled`.
    public func cancel() { queue.cancel() }

    /// What a thread that waits for a result gets.
    public enum Taken: Sendable {
        /// The next result.
        case result(FetchResult)
        /// The time is over; more may come.
        case nothingYet
        /// All results are taken.
        case end
    }

    /// Takes the next result and blocks the calling thread until it is there: for threads of one's own, in place of the
    /// iterator, never beside it.
    @available(*, noasync)
    public func take(within wait: DispatchTimeInterval) -> Taken { queue.take(within: wait) }

    /// One iterator a run.
    public func makeAsyncIterator() -> Iterator { Iterator(run: self) }

    /// Takes results as they come.
    public struct Iterator: AsyncIteratorProtocol {
        let run: FetchRun

        /// The next result, or nil once all are taken.
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
