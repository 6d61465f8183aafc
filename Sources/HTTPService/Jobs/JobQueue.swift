internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// The jobs of a library, kept in memory. They run one at a time, in order, on a separate thread, within the limits of
/// the whole service.
package final class JobQueue: Sendable {
    typealias Work = @Sendable (_ onProgress: @escaping @Sendable (Job.Progress) -> Void) throws -> [UInt8]

    static let maxWaiting = 8
    /// The limits for finished jobs: their maximum number, and how many seconds they are kept.
    static let maxKept = 64
    static let maxAge: Int64 = 86_400

    private struct Entry {
        var job: Job
        /// The work of a waiting job. Set to nil when the job starts or is cancelled, to release the values that the
        /// closure captures.
        var work: Work?
        var isCancelled = false
        let language: Language
        let cancel: @Sendable () -> Void
    }

    /// The jobs, oldest first, and the number of changes so far.
    private struct Entries {
        var list: [Entry] = []
        var changes = 0

        mutating func change(at index: Int, _ body: (inout Entry) -> Void) {
            changes += 1
            body(&list[index])
            list[index].job.change = changes
        }
    }

    private let entries = Locked(Entries())
    private let limits: JobLimits
    private let clock: SystemClock
    /// The name of this process, which is the prefix of its job ids; nil if no other process serves the library.
    private let process: String?

    init(clock: SystemClock, process: String? = nil, limits: JobLimits = JobLimits()) {
        self.clock = clock
        self.process = process
        self.limits = limits
    }

    deinit { limits.release(queueID) }

    private var queueID: JobLimits.QueueID { ObjectIdentifier(self) }

    /// Adds a job at the end of the queue.
    ///
    /// - Parameters:
    ///   - cancel: makes `work` end early. May be called on any thread, before or while `work` runs.
    ///   - work: returns the report as JSON.
    /// - Throws: `Problem` if too many jobs are waiting.
    func add(
        _ kind: Job.Kind, _ language: Language, cancel: @escaping @Sendable () -> Void, _ work: @escaping Work
    ) throws -> Job {
        let now = clock.now()
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let id = process.map { "\($0)-\(number)" } ?? number
        let job = Job(id: id, kind: kind, created: now)
        let forgotten = try entries.withLock { entries in
            try Self.check(entries.list)
            entries.list.append(Entry(job: job, work: work, language: language, cancel: cancel))
            entries.change(at: entries.list.count - 1) { _ in }
            return Self.forget(&entries.list, now)
        }
        limits.release(forgotten, in: queueID)
        do { try limits.add(queueID) { self.run(id) } } catch {
            remove(id)
            throw error
        }
        return job
    }

    /// Adds a refresh that the service started by itself to the list, replacing the previous one.
    ///
    /// - Parameter report: the report of the refresh, as JSON.
    func show(round report: [UInt8], feeds: Int, started: Int64) {
        var job = Job(id: Job.roundID, kind: .refresh, created: started)
        (job.state, job.started, job.finished) = (.done, started, clock.now())
        job.progress = Job.Progress(done: feeds, total: feeds, of: "feeds")
        remove(Job.roundID)
        job.keep(report, limits, .english)
        entries.withLock { entries in
            entries.list.append(Entry(job: job, work: nil, language: .english) {})
            entries.change(at: entries.list.count - 1) { _ in }
        }
        count(job)
    }

    /// - Throws: `Problem` if the queue would refuse a job now.
    func check() throws {
        try entries.withLock { try Self.check($0.list) }
        try limits.check()
    }

    /// All jobs, newest first.
    package var all: [Job] {
        let (jobs, forgotten) = entries.withLock { entries in
            let forgotten = Self.forget(&entries.list, clock.now())
            return (Array(entries.list.reversed().map(\.job)), forgotten)
        }
        limits.release(forgotten, in: queueID)
        return jobs
    }

    /// All jobs, oldest first, and the number of changes so far.
    var changes: (all: [Job], count: Int) { entries.withLock { ($0.list.map(\.job), $0.changes) } }

    func job(_ id: String) -> Job? { all.first { $0.id == id } }

    /// The problem to report if this process has no such job. A job exists only in the memory of the process that runs
    /// it.
    package func problem(ofUnknown id: String) -> Problem {
        guard let process, let end = id.lastIndex(of: "-"), id[..<end] != process else {
            return Problem(404, "noSuchJob", .httpNoSuchJob)
        }
        return Problem(421, "jobElsewhere", .httpJobElsewhere, [id, String(id[..<end]), process])
    }

    /// Cancels a job. A waiting job is cancelled immediately, and a running one after its current step. A job that has
    /// ended is removed from the list.
    ///
    /// - Returns: false if the job does not exist.
    package func cancel(_ id: String) -> Bool {
        let now = clock.now()
        let found = entries.withLock { entries -> Entry? in
            guard let index = entries.list.firstIndex(where: { $0.job.id == id }) else { return nil }
            let entry = entries.list[index]
            if entry.job.state.isFinal {
                entries.list.remove(at: index)
                return entry
            }
            entries.list[index].isCancelled = true
            if entry.job.state == .waiting {
                entries.change(at: index) { entry in
                    entry.work = nil
                    entry.job.state = .cancelled
                    entry.job.finished = now
                }
            }
            return entry
        }
        guard let found else { return false }
        if found.job.state == .running { found.cancel() }
        if found.job.state.isFinal { limits.release([id], in: queueID) }
        return true
    }

    // MARK: -

    private func run(_ id: String) {
        // Release the resources of the work before the job is reported as finished.
        let result = begin(id).map { work in
            Result { try work { progress in self.change(id) { $0.job.progress = progress } } }
        }
        guard let result else { return }
        let finished = change(id) { entry in
            entry.job.finished = clock.now()
            switch result {
            case .success(let report):
                entry.job.keep(report, limits, entry.language)
                entry.job.state = entry.isCancelled ? .cancelled : .done
            case .failure(let error):
                entry.job.state = .failed
                if case .bytes(let bytes) = Problem(error, entry.language).response(requestID: id).body {
                    entry.job.problem = bytes
                }
            }
        }
        if let finished { count(finished) }
    }

    private func count(_ job: Job) {
        guard let report = job.report else { return }
        limits.keep(report.count, of: job.id, in: queueID) { [weak self] in self?.remove(job.id) }
    }

    /// Removes a job from the list.
    private func remove(_ id: String) {
        entries.withLock { entries in entries.list.removeAll { $0.job.id == id } }
        limits.release([id], in: queueID)
    }

    /// - Returns: the job's work; nil if the job was cancelled.
    private func begin(_ id: String) -> Work? {
        var work: Work?
        change(id) { entry in
            work = entry.work
            entry.work = nil
            guard work != nil else { return }
            entry.job.state = .running
            entry.job.started = clock.now()
        }
        return work
    }

    /// - Returns: the changed job; nil if it is not in the list.
    @discardableResult
    private func change(_ id: String, _ body: (inout Entry) -> Void) -> Job? {
        entries.withLock { entries in
            guard let index = entries.list.firstIndex(where: { $0.job.id == id }) else { return nil }
            entries.change(at: index, body)
            return entries.list[index].job
        }
    }

    private static func check(_ entries: [Entry]) throws {
        guard entries.count(where: { $0.job.state == .waiting }) < maxWaiting else {
            throw Problem(429, "tooMany", .httpTooManyJobs, headers: ["Retry-After": "10"])
        }
    }

    /// Removes the jobs that are too old or too many.
    ///
    /// - Returns: their ids.
    private static func forget(_ entries: inout [Entry], _ now: Int64) -> Set<String> {
        var surplus = entries.count { $0.job.state.isFinal } - maxKept
        var forgotten: Set<String> = []
        entries.removeAll { entry in
            guard entry.job.state.isFinal else { return false }
            guard surplus > 0 || entry.job.finished.map({ $0 < now - maxAge }) ?? false else { return false }
            surplus -= 1
            forgotten.insert(entry.job.id)
            return true
        }
        return forgotten
    }
}

extension Job {
    /// Sets the report. If it is too large to be kept, sets a problem instead.
    fileprivate mutating func keep(_ report: [UInt8], _ limits: JobLimits, _ language: Language) {
        guard report.count > limits.maxReportBytes else {
            self.report = report
            return
        }
        let megabytes = String(limits.maxReportBytes >> 20)
        let error = Problem(Problem(507, "reportTooLarge", .httpReportTooLarge, [megabytes]), language)
        if case .bytes(let bytes) = error.response(requestID: id).body { problem = bytes }
    }
}
