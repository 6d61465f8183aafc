internal import Formats

/// Work that continues after the response to its request.
package struct Job: Sendable {
    package enum Kind: String, Sendable { case `import`, refresh }

    package enum State: String, Sendable {
        case waiting, running, done, failed, cancelled

        package var isFinal: Bool { self != .waiting && self != .running }
    }

    /// How much of the work is done.
    package struct Progress: Sendable {
        package var done: Int
        package var total: Int?
        /// The unit of the counts: `outlines`, `articles` or `feeds`.
        var of: String
    }

    /// The id of the only entry for refreshes that the service starts itself. The entry shows the most recent refresh.
    static let roundID = "round"

    package let id: String
    package let kind: Kind
    package var state = State.waiting
    /// The time at which the job was created, in seconds since 1970.
    package let created: Int64
    var started: Int64?
    var finished: Int64?
    package var progress: Progress?
    /// The report as JSON.
    package var report: [UInt8]?
    /// The reason for a failure, as JSON.
    package var problem: [UInt8]?
    /// The number of this job's last change. Change numbers increase across all jobs.
    var change = 0
}

extension JSONWriter {
    /// - Parameter isWhole: whether to include the job's report, which may be long.
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
