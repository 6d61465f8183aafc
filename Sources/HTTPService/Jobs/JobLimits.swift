private import Dispatch
internal import HTTPServer
internal import Messages
internal import System

/// Limits the jobs of all libraries of a service together: the number of running and waiting jobs, and the memory for
/// their reports.
package final class JobLimits: Sendable {
    /// Identifies a queue. Its jobs run one at a time.
    typealias QueueID = ObjectIdentifier

    private struct Turn {
        let queue: QueueID
        let run: @Sendable () -> Void
    }

    private struct Report {
        let queue: QueueID
        let job: String
        let byteCount: Int
        let forget: @Sendable () -> Void
    }

    private struct State {
        /// The jobs that wait, oldest first.
        var waiting: [Turn] = []
        var running: Set<QueueID> = []
        /// The reports that are kept, oldest first.
        var reports: [Report] = []
        var reportBytes = 0
    }

    let maxRunning: Int
    let maxWaiting: Int
    /// The maximum size of the report of one job.
    let maxReportBytes: Int
    /// The maximum size of all reports that are kept.
    let maxKeptBytes: Int
    private let state = Locked(State())

    init(
        maxRunning: Int = 4, maxWaiting: Int = 64, maxReportBytes: Int = 8 << 20, maxKeptBytes: Int = 64 << 20
    ) {
        self.maxRunning = maxRunning
        self.maxWaiting = maxWaiting
        self.maxReportBytes = maxReportBytes
        self.maxKeptBytes = maxKeptBytes
    }

    /// - Throws: `Problem` if too many jobs are waiting.
    func check() throws { if state.withLock({ $0.waiting.count >= maxWaiting }) { throw refusal } }

    /// Runs a job on a separate thread as soon as the limits permit it and no other job of its queue is running.
    ///
    /// - Throws: `Problem` if too many jobs are waiting.
    func add(_ queue: QueueID, _ run: @escaping @Sendable () -> Void) throws {
        let isIn = state.withLock { state in
            guard state.waiting.count < maxWaiting else { return false }
            state.waiting.append(Turn(queue: queue, run: run))
            return true
        }
        if !isIn { throw refusal }
        startNext()
    }

    private var refusal: Problem {
        Problem(503, "tooManyJobs", .httpTooManyJobsOfAll, headers: ["Retry-After": "30"])
    }

    private func startNext() {
        let turn = state.withLock { state -> Turn? in
            guard state.running.count < maxRunning,
                let index = state.waiting.firstIndex(where: { !state.running.contains($0.queue) })
            else { return nil }
            let turn = state.waiting.remove(at: index)
            state.running.insert(turn.queue)
            return turn
        }
        guard let turn else { return }
        DispatchQueue(label: "service.jobs").async { [self] in
            turn.run()
            state.withLock { _ = $0.running.remove(turn.queue) }
            startNext()
        }
    }

    // MARK: - Reports

    /// Counts a report. If all reports together are too large, the jobs with the oldest reports are removed.
    ///
    /// - Parameter forget: removes the job and its report.
    func keep(_ byteCount: Int, of job: String, in queue: QueueID, forget: @escaping @Sendable () -> Void) {
        let forgotten = state.withLock { state -> [Report] in
            state.reports.append(Report(queue: queue, job: job, byteCount: byteCount, forget: forget))
            state.reportBytes += byteCount
            var forgotten: [Report] = []
            while state.reportBytes > maxKeptBytes, state.reports.count > 1 {
                let oldest = state.reports.removeFirst()
                state.reportBytes -= oldest.byteCount
                forgotten.append(oldest)
            }
            return forgotten
        }
        for report in forgotten { report.forget() }
    }

    /// Stops counting the reports of these jobs.
    func release(_ jobs: Set<String>, in queue: QueueID) {
        if jobs.isEmpty { return }
        state.withLock { state in
            state.reports.removeAll { report in
                guard report.queue == queue, jobs.contains(report.job) else { return false }
                state.reportBytes -= report.byteCount
                return true
            }
        }
    }

    /// Stops counting the reports of a queue that no longer exists.
    func release(_ queue: QueueID) {
        state.withLock { state in
            state.reports.removeAll { report in
                guard report.queue == queue else { return false }
                state.reportBytes -= report.byteCount
                return true
            }
        }
    }
}
