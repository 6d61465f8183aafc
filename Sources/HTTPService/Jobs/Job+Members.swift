internal import Accounts
internal import FeedLibrary
internal import FeedParsing

extension RequestContext {
    /// A job as the client may see it.
    package func shown(_ job: Job) -> Job {
        guard job.kind == .refresh, principal?.membership.map({ $0.role < .owner }) ?? false,
            let report = job.report.flatMap({ JSONValue.parse($0) })
        else { return job }
        var shown = job
        shown.report = Array(report.refreshReportForMembers.compact.utf8)
        return shown
    }
}
