public import Articles
internal import FeedFetching
public import Ingestion
internal import SQLiteStorage
public import System

/// What is refreshed, and how.
public struct RefreshRequest: Sendable {
    /// Addresses or titles of feeds; none for all that may be asked.
    public var names: [String] = []
    /// Seconds between rounds, where there are several; nil for one round.
    public var every: Int?
    /// Only feeds whose time has come; always so with `every`.
    public var dueOnly = false
    /// After this many failures in a row a person is told; nil as it is by default.
    public var alertAfter: Int?
    /// Alerts tell of the articles of a feed's first import, too.
    public var includesFirstImports = false

    public init() {}
}

/// One refresh of feeds, from choosing them to their icons.
///
/// `Sendable`, so that another thread can end it.
public final class FeedRound: Sendable {
    private let request: RefreshRequest
    private let refresher: FeedRefresher
    private let pages: PageFetcher
    private let icons: IconRefresher
    private let defaults: FeedDefaults
    /// `every` in seconds, if it is below the shortest interval of the schedule.
    private let shortInterval: Int64?

    /// - Throws: `Complaint` for a setting that is none.
    public init(_ request: RefreshRequest, _ settings: LibrarySettings, _ clock: SystemClock) throws {
        self.request = request
        var schedule = FetchSchedule()
        // A time below the shortest interval replaces the computed one.
        if let every = request.every, every < Int(schedule.shortest.components.seconds) {
            schedule.fixed = .seconds(every)
            shortInterval = Int64(every)
        } else {
            shortInterval = nil
        }
        var fetcher = try settings.fetcher()
        // Feeds, pages and icons leave a host alone that asked for it.
        fetcher.quietHosts = QuietHosts()
        let confirmations = settings.confirmations.confirmations
        var refresh = FeedRefreshSettings(fetcher: fetcher, schedule: schedule)
        refresh.secrets = settings.secrets
        refresh.confirmations = confirmations
        refresh.links = settings.links
        refresh.alertAfter = request.alertAfter ?? refresh.alertAfter
        defaults = try settings.checkedFeedDefaults()
        refresher = FeedRefresher(settings: refresh, now: clock.now)
        pages = PageFetcher(settings: refresh)
        icons = IconRefresher(fetcher: fetcher, secrets: settings.secrets, confirmations: confirmations)
    }

    /// Ends the refresh from any thread: what has arrived is stored.
    public func cancel() { refresher.cancel() }

    /// The feeds that are named, else all that may be asked, else those that are due.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    public func feeds(in library: Library) throws -> [FeedFetchState] {
        if request.names.isEmpty {
            // A feed that is due a little later is not left until the next round.
            let now = library.clock.now() + Int64(min((request.every ?? 0) / 4, 60))
            var due = try library.store.dueFeeds(now: now, dueOnly: request.every != nil || request.dueOnly)
            if let shortInterval {
                // The stored times were computed without the short interval: by `add`, or by a refresh without it.
                let known = Set(due.map(\.feed))
                due += try library.store.dueFeeds(now: now, dueOnly: false).filter { state in
                    !known.contains(state.feed) && state.failures == 0 && state.options.interval == nil
                        && state.lastFetch <= now &- shortInterval
                }
            }
            // The feeds that were not asked for longest are first, so that a host that answers only some requests of each
            // refresh answers for all its feeds in turn.
            return due.sorted { ($0.lastFetch, $0.feed) < ($1.lastFetch, $1.feed) }
        }
        return try request.names.map { name in
            try library.store.fetchState(of: library.store.feed(typed: name).id)
        }
    }

    /// Fetches feeds and stores what they bring.
    ///
    /// - Parameter onProgress: called after each commit, and twice a second while none comes.
    /// - Throws: `StorageError` where nothing more can be written; what was committed stays.
    public func refresh(
        _ feeds: [FeedFetchState], in library: Library,
        onProgress: @escaping (FeedRefreshProgress) -> Void = { _ in }
    ) throws -> FeedRefreshReport {
        library.store.alertSettings.utcOffset = library.clock.secondsEastOfUTC
        library.store.alertSettings.includesFirstImports = request.includesFirstImports
        library.store.feedDefaults = defaults
        let report = try refresher.refresh(feeds, in: library.store, onProgress: onProgress)
        _ = try library.store.runDelayedRules(now: library.clock.now())
        return report
    }

    /// After the feeds: the pages of articles that are to be whole, for two minutes at most. What is not reached waits for the
    /// next round.
    ///
    /// - Parameters:
    ///   - isEnding: asked several times a second; true ends the call early.
    ///   - onProgress: what has been done, and how many articles wait at most.
    public func fetchPages(
        in library: Library, isEnding: @escaping () -> Bool, onProgress: (PageReport, Int) -> Void = { _, _ in }
    ) throws -> PageReport {
        let seconds = min(120, max(10, (request.every ?? 240) / 2))
        return try pages.fetch(
            in: library.store, within: .seconds(seconds), now: library.clock.now, isEnding: isEnding,
            onProgress: onProgress)
    }

    /// After the feeds, and never at their cost: some icons that are not known yet. A failure is no feed's.
    public func lookForIcons(in library: Library, isEnding: @escaping () -> Bool) {
        let (limit, seconds) = request.every == nil ? (32, 3) : (128, 20)
        _ = try? icons.refresh(
            in: library.store, limit: limit, within: .seconds(seconds), now: library.clock.now(), isEnding: isEnding)
    }
}
