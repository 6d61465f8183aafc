internal import Pipelines
private import System

/// Ends an ingest early, from any thread.
///
/// Batches that the writing thread has already taken are committed at once. Input that was only read or prepared is
/// discarded; ingesting the same input again stores it.
public final class IngestCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var jobs: BoundedQueue<IngestJob>?
        var order: BoundedQueue<IngestJob>?
        /// The job whose batches are being written.
        var current: IngestJob?
    }
    private let state = Locked(State())

    public init() {}

    public func cancel() {
        state.withLock { $0.isCancelled = true }
        stop()
    }

    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Called when an ingest begins. If the ingest is already cancelled, it ends before the first batch.
    func begin(jobs: BoundedQueue<IngestJob>, order: BoundedQueue<IngestJob>) {
        state.withLock { state in
            state.jobs = jobs
            state.order = order
        }
        if isCancelled { stop() }
    }

    /// Called when the writing thread begins a job.
    func waits(for job: IngestJob?) {
        state.withLock { $0.current = job }
        if isCancelled { job?.output.cancel() }
    }

    /// Called when the writing thread takes no more jobs.
    func end() {
        stop()
        state.withLock { state in
            state.jobs = nil
            state.order = nil
            state.current = nil
        }
    }

    /// Wakes all threads that wait on a queue.
    private func stop() {
        let (jobs, order, current) = state.withLock { ($0.jobs, $0.order, $0.current) }
        current?.output.cancel()
        for job in order?.cancel() ?? [] { job.output.cancel() }
        jobs?.cancel()
    }
}
