public import Articles
internal import FeedFetching
public import Ingestion
internal import SQLiteEngine
public import System

/// The feeds and options of a refresh.
public struct RefreshRequest: Sendable {
    /// Addresses or titles of feeds; empty for all feeds that may be fetched.
    public var names: [String] = []
    /// The number of seconds between repeated refreshes; nil for a single refresh.
    public var every: Int?
    /// Whether to fetch only feeds that are due; implied by `every`.
    public var dueOnly = false
    /// Whether a user is waiting for the refresh to end. The time per feed is then limited to `secondsByHand`.
    public var isByHand = false
    /// The number of consecutive failures of a feed after which the user is alerted; nil for the default.
    public var alertAfter: Int?
    /// Whether alerts include the articles of a feed's first import.
    public var includesFirstImports = false
    /// Whether feeds keep their computed intervals even if `every` is shorter.
    public var keepsIntervals = false
    /// The fetches that the libraries of a host share; nil to fetch all feeds for this library alone.
    package var shared: (any SharedFetching)?
    /// Receives an error of the shared fetches. The refresh then continues without them.
    package var onSharedFault: (@Sendable (any Error) -> Void)?

    static let secondsByHand = 30

    public init() {}
}

/// One refresh of feeds, from choosing the feeds to fetching their icons.
///
/// The class is `Sendable` so that another thread can cancel the refresh.
public final class RefreshRun: Sendable {
    private let request: RefreshRequest
    private let refresher: FeedRefresher
    private let pages: PageFetcher
    private let icons: IconRefresher
    private let defaults: FeedDefaults
    /// The interval `every` of the request in seconds, if it is below the shortest interval of the schedule; otherwise
    /// nil.
    private let shortInterval: Int64?
    private let right = Locked<RefreshRight?>(nil)

    /// - Throws: `UserFacingError` for an invalid setting.
    public init(_ request: RefreshRequest, _ settings: LibrarySettings, _ clock: SystemClock) throws {
        self.request = request
        var schedule = FetchSchedule()
        // An interval below the shortest interval of the schedule overrides the feeds' computed intervals.
        if let every = request.every, !request.keepsIntervals, every < Int(schedule.shortest.components.seconds) {
            schedule.fixed = .seconds(every)
            shortInterval = Int64(every)
        } else {
            shortInterval = nil
        }
        var fetcher = try settings.fetcher()
        if request.isByHand {
            fetcher.limits.timeout = min(fetcher.limits.timeout, .seconds(RefreshRequest.secondsByHand))
        }
        // Feeds, pages and icons share the list of hosts that requested a pause.
        fetcher.quietHosts = settings.network?.quietHosts ?? QuietHosts()
        // A refresh that a user starts does not wait for the transfers of other libraries.
        if request.every != nil { fetcher.hostSlots = settings.network?.slots }
        let confirmations = settings.confirmations.confirmations
        var refresh = FeedRefreshSettings(fetcher: fetcher, schedule: schedule)
        refresh.secrets = settings.secrets
        refresh.confirmations = confirmations
        refresh.links = settings.links
        refresh.alertAfter = request.alertAfter ?? refresh.alertAfter
        refresh.shared = request.shared
        refresh.onSharedFault = request.onSharedFault
        refresh.storesQuietHosts = settings.network == nil
        defaults = try settings.checkedFeedDefaults()
        refresher = FeedRefresher(settings: refresh, now: clock.now)
        pages = PageFetcher(settings: refresh)
        icons = IconRefresher(
            fetcher: fetcher, secrets: settings.secrets, confirmations: confirmations,
            shared: request.shared)
    }

    /// Acquires the right to refresh due feeds. Only one process can have it, so that no feed is fetched twice in its
    /// interval. Refreshing named feeds or all feeds does not require the right.
    ///
    /// - Returns: false if another process is refreshing, which makes the feeds no longer due.
    /// - Throws: `StorageError` if the lock of refreshes cannot be used.
    public func begin(in library: Library) throws -> Bool {
        guard request.names.isEmpty, request.every != nil || request.dueOnly else { return true }
        guard let right = try RefreshRight(library) else { return false }
        self.right.withLock { $0 = right }
        return true
    }

    /// Releases the right acquired by `begin`.
    public func end() { right.withLock { $0 = nil } }

    /// Whether this run has lost the right that it acquired, so that another process may be refreshing.
    private var hasLostRight: Bool { right.withLock { $0.map { !$0.isHeld } ?? false } }

    /// Runs `body` with the right to fetch pages and icons.
    ///
    /// - Returns: nil, without running `body`, if another process has the right.
    private func withRight<Result>(
        _ library: Library, _ body: (_ hasLostRight: @escaping () -> Bool) throws -> Result
    ) throws -> Result? {
        if right.withLock({ $0 != nil }) { return try body { self.hasLostRight } }
        guard let right = try RefreshRight(library) else { return nil }
        return try withExtendedLifetime(right) { try body { !right.isHeld } }
    }

    /// Ends the refresh from any thread. Responses that have arrived are still stored.
    public func cancel() { refresher.cancel() }

    /// The feeds to refresh: the named feeds or, without names, the feeds that are due or all feeds that may be
    /// fetched.
    ///
    /// - Throws: `StorageError.noSuchFeed`.
    public func feeds(in library: Library) throws -> [FeedFetchState] {
        if request.names.isEmpty {
            // Include feeds that are due shortly, so that they do not have to wait for the next run.
            let now = library.clock.now() + Int64(min((request.every ?? 0) / 4, 60))
            var due = try library.store.dueFeeds(now: now, dueOnly: request.every != nil || request.dueOnly)
            if let shortInterval {
                // The due times stored by `add` or by a refresh without `every` do not take the short interval into
                // account.
                let known = Set(due.map(\.feed))
                due += try library.store.dueFeeds(now: now, dueOnly: false).filter { state in
                    !known.contains(state.feed) && state.failures == 0 && state.options.interval == nil
                        && state.lastFetch <= now &- shortInterval
                }
            }
            due += try renewed(in: library, known: Set(due.map(\.feed)), now: library.clock.now())
            // Sort by the last fetch, oldest first. If a host responds to only some requests of each refresh, all of
            // its feeds are then fetched in turn.
            return due.sorted { ($0.lastFetch, $0.feed) < ($1.lastFetch, $1.feed) }
        }
        return try request.names.map { name in
            try library.store.fetchState(of: library.store.feed(typed: name).id)
        }
    }

    /// Fetches feeds and stores their articles.
    ///
    /// - Parameter onProgress: called after each commit, and twice a second between commits.
    /// - Throws: `StorageError` if the store can no longer be written to; committed articles remain stored.
    public func refresh(
        _ feeds: [FeedFetchState], in library: Library,
        onProgress: @escaping (FeedRefreshProgress) -> Void = { _ in }
    ) throws -> FeedRefreshReport {
        library.store.alertSettings.utcOffset = library.clock.secondsEastOfUTC
        library.store.alertSettings.includesFirstImports = request.includesFirstImports
        library.store.feedDefaults = defaults
        let report = try refresher.refresh(feeds, in: library.store) { [self] progress in
            if hasLostRight { cancel() }
            onProgress(progress)
        }
        _ = try library.store.runDelayedRules(now: library.clock.now())
        return report
    }

    /// Fetches the web pages of articles that need their full text, for at most two minutes. Called after the feeds
    /// were fetched. Remaining pages are fetched by the next refresh. Fetches nothing if another process is already
    /// fetching pages.
    ///
    /// - Parameters:
    ///   - isEnding: called several times a second; returns true to end the call early.
    ///   - onProgress: receives the current report, and an upper bound on the number of articles whose page is still to
    ///     be fetched.
    public func fetchPages(
        in library: Library, isEnding: @escaping () -> Bool, onProgress: (PageReport, Int) -> Void = { _, _ in }
    ) throws -> PageReport {
        let seconds = min(120, max(10, (request.every ?? 240) / 2))
        let report = try withRight(library) { hasLostRight in
            try pages.fetch(
                in: library.store, within: .seconds(seconds), now: library.clock.now,
                isEnding: { isEnding() || hasLostRight() }, onProgress: onProgress)
        }
        return report ?? PageReport()
    }

    /// Fetches some missing icons, for at most 3 s, or 20 s in repeated refreshes. Called after the feeds were fetched.
    /// Errors are ignored.
    ///
    /// - Returns: whether another refresh is looking for some of the icons; the next refresh can then use its results.
    @discardableResult
    public func lookForIcons(in library: Library, isEnding: @escaping () -> Bool) -> Bool {
        let (limit, seconds) = request.every == nil ? (32, 3) : (128, 20)
        let report = try? withRight(library) { hasLostRight in
            try icons.refresh(
                in: library.store, limit: limit, within: .seconds(seconds), now: library.clock.now(),
                isEnding: { isEnding() || hasLostRight() })
        }
        return report?.isWaiting ?? false
    }
}
