import FeedLibrary
import Formats
import Ingestion
import Messages
import TerminalPages

/// Prints the report of a refresh: a summary line, and a table of the failed feeds with reasons.
struct FetchReportWriter {
    let invocation: Invocation
    let library: Library

    func write(_ report: FeedRefreshReport) {
        defer {
            alert(report)
            tellWaiting(report)
        }
        if invocation.settings.has(.json) {
            return invocation.writeJSON { $0.report(report) }
        }
        if invocation.settings.isQuiet { return }
        let language = invocation.language
        let counts = [
            report.feeds, report.fetched, report.unchanged, report.failures.count, report.inserted, report.updated,
        ].map { String($0) }
        let seconds = String((report.seconds * 100).rounded() / 100)
        invocation.output.line(Message.fetchSummary.text(language, counts + [seconds]))
        if report.removed > 0 { invocation.output.line(Message.fetchRemoved.text(language, [String(report.removed)])) }
        if !report.postponed.isEmpty {
            invocation.output.line(Message.fetchPostponed.text(language, [String(report.postponed.count)]))
        }
        for move in report.moves {
            let names = [move.title, move.place].map { TerminalSafe.line(MaskedURL.mask($0)) }
            invocation.output.line(Message.fetchMoved.text(language, names))
        }
        for line in FailureReport(report.failures, language).lines { invocation.output.line(line) }
    }

    /// Prints the report on fetched pages. Prints nothing if no pages were fetched.
    func write(_ pages: PageReport) {
        if invocation.settings.has(.json) || invocation.settings.isQuiet { return }
        if pages.done > pages.topics {
            let counts = [pages.whole, pages.nothingMore, pages.failed].map { String($0) }
            invocation.output.line(Message.pagesFetched.text(invocation.language, counts))
        }
        if pages.topics > 0 || pages.replies > 0 {
            let counts = [pages.topics, pages.replies].map { String($0) }
            invocation.output.line(Message.topicsFetched.text(invocation.language, counts))
        }
    }

    /// Prints on standard error the feeds that are not fetched until the user acts.
    private func tellWaiting(_ report: FeedRefreshReport) {
        if report.waiting.isEmpty { return }
        invocation.output.flush()
        for waiting in report.waiting.prefix(3) {
            invocation.messages.alert(.feedUnconfirmed, [MaskedURL.mask(waiting.title), waiting.item])
        }
        library.alerts.reportUnconfirmedCount(report.waiting.count - 3)
    }

    /// Prints an alert once for each feed that keeps failing, even with `--quiet`; feeds with the same reason share a
    /// line.
    private func alert(_ report: FeedRefreshReport) {
        let language = invocation.language
        let failing = report.failures.filter(\.isAlert)
        if failing.isEmpty { return }
        invocation.output.flush()
        for group in FailureReport(failing, language).groups {
            if group.failures.count > Self.toldOneByOne {
                let names = group.failures.prefix(Self.toldOneByOne).map { MaskedURL.mask($0.title) }
                let count = String(group.failures.count)
                invocation.messages.alert(.fetchAlertMany, [count, names.joined(separator: ", "), group.reason])
                continue
            }
            for failure in group.failures {
                let title = MaskedURL.mask(failure.title)
                invocation.messages.alert(.fetchAlert, [title, String(failure.failures), group.reason])
            }
        }
    }

    private static let toldOneByOne = 3
}
