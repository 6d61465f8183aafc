internal import Formats

/// Work that continues after its request was answered.
struct Job: Sendable {
    enum Kind: String, Sendable { case `import`, refresh }

    enum State: String, Sendable {
        case waiting, running, done, failed, cancelled

        var isFinal: Bool { self != .waiting && self != .running }
    }

    /// How much of the work is done.
    struct Progress: Sendable {
        var done: Int
        var total: Int?
        /// The unit of the counts: `outlines`, `articles` or `feeds`.
        var of: String
    }

    /// The id of the service's own refreshes: one entry shows the most recent of them.
    static let roundID = "round"

    let id: String
    let kind: Kind
    var state = State.waiting
    /// Seconds since 1970.
    let created: Int64
    var started: Int64?
    var finished: Int64?
    var progress: Progress?
    /// The report as JSON.
    var report: [UInt8]?
    /// The reason for a failure, as JSON.
    var problem: [UInt8]?
    /// A number that grows with each change of any job.
    var change = 0
}

extension JSONWriter {
    /// - Parameter isWhole: whether to include the report, which may be long.
    mutating func job(_ job: Job, isWhole: Bool) {
        object { object in
            object.member("id", job.id)
            object.member("kind", job.kind.rawValue)
            object.member("state", job.state.rawValue)
            object.member("created", CivilTime.rfc3339(job.created))
            object.member("started", job.started.map { CivilTime.rfc3339($0) })
            object.member("finished", job.finished.map { CivilTime.rfc3339($0) })
            if let progress = job.progress {
                object.key("progress")
                object.object { object in
                    object.member("done", progress.done)
                    object.member("total", progress.total)
                    object.member("of", progress.of)
                }
            }
            if isWhole, let report = job.report {
                object.key("report")
                object.raw(report)
            }
            if let problem = job.problem {
                object.key("problem")
                object.raw(problem)
            }
        }
    }
}
