internal import Pipelines
private import System

/// Ends an ingest before its time, from any thread.
///
/// What the writer has taken is committed at once, in a transaction that ends early; what others have read or prepared by
/// then is given up. A second run finds the rest of the input new.
public final class IngestCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var jobs: BoundedQueue<IngestJob>?
        var order: BoundedQueue<IngestJob>?
        /// The job whose batches the writer takes.
        var current: IngestJob?
    }
    private let state = Locked(State())

    public init() {}

    public func cancel() {
        state.withLock { $0.isCancelled = true }
        stop()
    }

    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// An ingest begins; one that is cancelled already ends before its first batch.
    func begin(jobs: BoundedQueue<IngestJob>, order: BoundedQueue<IngestJob>) {
        state.withLock { state in
            state.jobs = jobs
            state.order = order
        }
        if isCancelled { stop() }
    }

    /// The writer turns to a job.
    func waits(for job: IngestJob?) {
        state.withLock { $0.current = job }
        if isCancelled { job?.output.cancel() }
    }

    /// The writer takes no more.
    func end() {
        stop()
        state.withLock { state in
            state.jobs = nil
            state.order = nil
            state.current = nil
        }
    }

    /// Wakes all who wait for each other.
    private func stop() {
        let (jobs, order, current) = state.withLock { ($0.jobs, $0.order, $0.current) }
        current?.output.cancel()
        for job in order?.cancel() ?? [] { job.output.cancel() }
        jobs?.cancel()
    }
}
