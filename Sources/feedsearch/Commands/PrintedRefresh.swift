import Articles
import FeedLibrary
import Ingestion
import Messages
import SQLiteEngine
import System
import TerminalPages

/// A refresh of feeds that prints its report.
struct PrintedRefresh {
    private let invocation: Invocation
    private let settings: Settings
    private let isRepeated: Bool
    private let round: RefreshRun

    /// The result of a refresh.
    struct Outcome {
        var code: ExitCode
        var isOffline = false
        /// Whether another process was refreshing and nothing was done.
        var isElsewhere = false
    }

    /// - Parameter keepsIntervals: whether feeds keep their computed intervals even if `every` is shorter.
    init(_ invocation: Invocation, settings: Settings, every: Int?, keepsIntervals: Bool = false) throws {
        self.invocation = invocation
        self.settings = settings
        isRepeated = every != nil
        var request = RefreshRequest()
        request.names = invocation.arguments.operands
        request.every = every
        request.keepsIntervals = keepsIntervals
        request.dueOnly = settings.has(.due)
        request.isByHand = every == nil && !settings.has(.due)
        request.alertAfter = settings.number(.alertAfter)
        request.includesFirstImports = settings.has(.backfill)
        round = try RefreshRun(request, settings.library, invocation.clock)
    }

    /// - Parameter wasOffline: whether a missing network was already reported. If so, it is not reported again.
    func run(
        watch: SignalWatch, wasOffline: Bool = false, onReport: (FeedRefreshReport) -> Void = { _ in }
    ) throws -> Outcome {
        let library = try invocation.library(.changing, settings: settings)
        guard try round.begin(in: library) else {
            if !isRepeated { invocation.messages.note(.fetchElsewhere) }
            return Outcome(code: .done, isOffline: wasOffline, isElsewhere: true)
        }
        defer { round.end() }
        let feeds = try round.feeds(in: library)
        if feeds.isEmpty, !isRepeated, !settings.has(.json) {
            invocation.messages.note(.fetchNoFeeds)
            return Outcome(code: .done, isOffline: wasOffline)
        }
        let progress = FetchProgress(invocation.messages)
        let round = round
        watch.onEnd { round.cancel() }
        defer { if isRepeated { watch.onEnd(nil) } }
        var report = try round.refresh(feeds, in: library) { progress.update($0) }
        progress.finish()
        onReport(report)
        library.alerts.warnOfFailingSearches()
        if !watch.isEnding { library.refreshTitleWordsBriefly() }
        let writer = FetchReportWriter(invocation: invocation, library: library)
        let isTold = !isRepeated || report.feeds > 0 && !(report.isOffline && wasOffline)
        // Print the report before pages are fetched. With `--json`, a single object is printed at the end.
        if isTold, !invocation.settings.has(.json) {
            writer.write(report)
            invocation.output.flush()
        }
        if !report.isOffline, !report.isCancelled, !watch.isEnding {
            report.pages = try round.fetchPages(
                in: library, isEnding: { watch.isEnding }, onProgress: { progress.update($0, of: $1) })
            progress.finish()
            writer.write(report.pages)
        }
        if isTold, invocation.settings.has(.json) { writer.write(report) }
        if report.isOffline, !wasOffline { invocation.messages.warning(.fetchOffline) }
        if report.isCancelled, !report.isOffline { invocation.messages.warning(.fetchStopped) }
        if !isRepeated {
            invocation.output.flush()
            if let interruption = watch.interruption { return Outcome(code: interruption) }
            watch.onEnd(nil)
            // With --every, `AlertFollower` delivers the alerts.
            library.alerts.deliverAfterWriting()
        }
        try library.store.purgeBin(now: library.clock.now())
        if !report.isOffline, !watch.isEnding, !settings.has(.noIcons) {
            invocation.output.flush()
            round.lookForIcons(in: library) { watch.isEnding }
        }
        return Outcome(code: code(report), isOffline: report.isOffline || wasOffline && report.feeds == 0)
    }

    /// The exit code: 2 if no feed could be fetched or, with `--strict`, if any feed failed.
    private func code(_ report: FeedRefreshReport) -> ExitCode {
        if report.isOffline || report.isCancelled { return .failed }
        if report.failures.isEmpty, report.waiting.isEmpty { return .done }
        return settings.has(.strict) || report.fetched + report.unchanged == 0 ? .failed : .done
    }
}
