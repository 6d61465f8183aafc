import Articles
import FeedFetching
import Ingestion
import SQLiteStorage
import System

/// One refresh of feeds, from choosing them to the report.
struct FetchRound {
    private let invocation: Invocation
    private let settings: Settings
    private let every: Int?
    private let refresher: FeedRefresher
    private let fetcher: Fetcher

    /// What a round came to.
    struct Outcome {
        var code: ExitCode
        var isOffline = false
    }

    init(_ invocation: Invocation, settings: Settings, every: Int?) throws {
        self.invocation = invocation
        self.settings = settings
        self.every = every
        var schedule = FetchSchedule()
        // Whoever says a time below the shortest interval means it.
        if let every, every < Int(schedule.shortest.components.seconds) { schedule.fixed = .seconds(every) }
        fetcher = try settings.fetcher()
        var refresh = FeedRefreshSettings(fetcher: fetcher, schedule: schedule)
        refresh.secrets = .system
        refresh.confirmations = ConfirmationFile.own.confirmations
        refresh.alertAfter = settings.number(.alertAfter) ?? refresh.alertAfter
        refresher = FeedRefresher(settings: refresh) { WallClock.now() }
    }

    /// - Parameter wasOffline: that the network is missing was said before, and is not said again.
    func run(watch: SignalWatch, wasOffline: Bool = false) throws -> Outcome {
        let store = try invocation.openExistingForWriting()
        store.alertSettings.utcOffset = invocation.utcOffset
        store.alertSettings.includesFirstImports = settings.has(.backfill)
        let feeds = try chosen(store)
        if feeds.isEmpty, every == nil, !settings.has(.json) {
            invocation.messages.note(.fetchNoFeeds)
            return Outcome(code: .done, isOffline: wasOffline)
        }
        let progress = FetchProgress(invocation.messages)
        let refresher = refresher
        watch.onEnd { refresher.cancel() }
        defer { if every != nil { watch.onEnd(nil) } }
        let report = try refresher.refresh(feeds, in: store) { progress.update($0, of: $1, $2) }
        progress.finish()
        AlertRun.warnOfFailingSearches(invocation, store)
        if !watch.isEnding { store.refreshTitleWordsBriefly() }
        if every == nil || report.feeds > 0 && !(report.isOffline && wasOffline) {
            FetchReportWriter(invocation: invocation).write(report)
        }
        if report.isOffline, !wasOffline { invocation.messages.warning(.fetchOffline) }
        if report.isCancelled, !report.isOffline { invocation.messages.warning(.fetchStopped) }
        if every == nil {
            invocation.output.flush()
            if let interruption = watch.interruption { return Outcome(code: interruption) }
            watch.onEnd(nil)
        }
        // Who stays has somebody who delivers while it fetches.
        if every == nil { AlertRun.afterWriting(invocation, store, settings: settings) }
        try store.purgeBin(now: WallClock.now())
        if !report.isOffline, !watch.isEnding { lookForIcons(in: store, watch) }
        return Outcome(code: code(report), isOffline: report.isOffline || wasOffline && report.feeds == 0)
    }

    /// After the feeds, and never at their cost: some icons that are not known yet. A failure is no feed's.
    private func lookForIcons(in store: any ArticleStore, _ watch: SignalWatch) {
        if settings.has(.noIcons) { return }
        invocation.output.flush()
        let (limit, seconds) = every == nil ? (32, 3) : (128, 20)
        let icons = IconRefresher(
            fetcher: fetcher, secrets: .system, confirmations: ConfirmationFile.own.confirmations)
        _ = try? icons.refresh(
            in: store, limit: limit, within: .seconds(seconds), now: WallClock.now()
        ) { watch.isEnding }
    }

    /// The feeds that are named, else all that may be asked, else those that are due.
    private func chosen(_ store: any ArticleStore) throws -> [FeedFetchState] {
        let names = invocation.arguments.operands
        if names.isEmpty {
            // A feed that is due a little later is not left until the next round.
            let now = WallClock.now() + Int64(min((every ?? 0) / 4, 60))
            return try store.dueFeeds(now: now, dueOnly: every != nil || settings.has(.due))
        }
        return try names.map { name in
            try store.fetchState(of: store.feed(typed: name).id)
        }
    }

    /// 2 where no feed could be fetched, or, strictly, where any failed.
    private func code(_ report: FeedRefreshReport) -> ExitCode {
        if report.isOffline || report.isCancelled { return .failed }
        if report.failures.isEmpty, report.waiting.isEmpty { return .done }
        return settings.has(.strict) || report.fetched + report.unchanged == 0 ? .failed : .done
    }
}
