internal import Formats

/// Work that goes on after its request was answered.
struct Job: Sendable {
    enum Kind: String, Sendable { case `import`, refresh }

    enum State: String, Sendable {
        case waiting, running, done, failed, cancelled

        var isFinal: Bool { self != .waiting && self != .running }
    }

    /// How far it is.
    struct Progress: Sendable {
        var done: Int
        var total: Int?
        /// What is counted: `outlines`, `articles`, `feeds`.
        var of: String
    }

    /// Of the service's own rounds of fetching: the last one stands for all of them.
    static let roundID = "round"

    let id: String
    let kind: Kind
    var state = State.waiting
    /// Seconds since 1970.
    let created: Int64
    var started: Int64?
    var finished: Int64?
    var progress: Progress?
    /// JSON.
    var report: [UInt8]?
    /// Why it failed, as JSON.
    var problem: [UInt8]?
    /// Grows with each change, over all jobs.
    var change = 0
}

extension JSONWriter {
    /// - Parameter isWhole: with the report, which may be long.
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
