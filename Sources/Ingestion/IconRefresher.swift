public import Articles
internal import Dispatch
public import FeedFetching

/// Finds the icons of feeds. It tries the icon that the feed names, then the icons that the home page names, then
/// /favicon.ico.
///
/// Addresses are checked like all addresses from feeds; only /favicon.ico of an origin that the user entered may be on
/// a private network. No password, header or cookie is sent. Icons are checked by their bytes (`IconImage`).
public struct IconRefresher: Sendable {
    private let fetcher: Fetcher
    private let secrets: SecretReader
    private let confirmations: Confirmations
    /// The time in seconds after which an icon is fetched again: 30 days. If no icon was found, the search is repeated
    /// after 7 days, or after 6 hours if a server did not respond in time.
    private static let keptSeconds: Int64 = 30 * 86_400
    private static let absentSeconds: Int64 = 7 * 86_400
    private static let unfinishedSeconds: Int64 = 6 * 3_600
    private static let maxCandidates = 4
    /// The maximum delay of a feed's first icon if another library has found it.
    private static let maxDelay = Duration.seconds(10)
    private let shared: (any SharedFetching)?

    /// The result of `refresh`.
    public struct Report: Sendable {
        /// The number of icons found.
        public var found = 0
        /// Whether another refresh is looking for some of the icons. Their feeds stay due.
        public var isWaiting = false
    }

    /// - Parameter shared: the searches that the libraries of a host share; nil to search for this library alone.
    public init(
        fetcher: Fetcher, secrets: SecretReader, confirmations: Confirmations, shared: (any SharedFetching)? = nil
    ) {
        self.shared = shared
        var fetcher = fetcher
        fetcher.limits.timeout = .seconds(10)
        fetcher.limits.connectTimeout = .seconds(5)
        self.fetcher = fetcher
        self.secrets = secrets
        self.confirmations = confirmations
    }

    /// Fetches the icons of the feeds that have waited longest; blocks the calling thread.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of feeds.
    ///   - budget: the time limit; icons that have not arrived by then are left for a later call.
    ///   - isEnding: called several times a second; true ends the call early.
    @discardableResult
    public func refresh(
        in store: any ArticleStore, limit: Int, within budget: Duration, now: Int64,
        isEnding: @escaping () -> Bool = { false }
    ) throws -> Report {
        var report = Report()
        let all = try store.feedsWantingIcons(now: now, limit: limit)
        if all.isEmpty { return report }
        let (start, clock) = (ContinuousClock.now, ContinuousClock())
        let run = beginSharing(all, now: now)
        defer { try? run?.end() }
        var (feeds, shared, known): ([FeedIconState], [Int64: Int], [Found]) = ([], [:], [])
        var delay = Duration.zero
        for (index, feed) in all.enumerated() {
            switch run?.plan(of: index) ?? .alone {
            case .alone: feeds.append(feed)
            case .look:
                feeds.append(feed)
                shared[feed.feed] = index
            case .ready(let icon, let nextCheck, let elapsed):
                known.append((feed.feed, icon, nextCheck))
                // Wait as long as a search by this library would have taken. Otherwise the time would show that
                // another library has the icon.
                if !feed.hasIcon { delay = max(delay, min(elapsed, Self.maxDelay)) }
            case .later: report.isWaiting = true
            }
        }
        var search = IconSearch(
            feeds: feeds, secrets: secrets, confirmations: confirmations, deadline: .now + budget, isEnding: isEnding)
        if !feeds.isEmpty {
            search.fetch(fetcher) { feed in [feed.icon.map { IconCandidate($0) }].compactMap(\.self) }
            let pages = search.pages(fetcher)
            search.fetch(fetcher) { feed in
                let named = (pages[feed.feed] ?? []).prefix(Self.maxCandidates).map { IconCandidate($0) }
                return named + customary(feed)
            }
        }
        let elapsed = clock.now - start
        Self.wait(until: start + delay, isEnding)
        if isEnding() { return report }
        let found = feeds.map { feed -> Found in
            let icon = search.icons[feed.feed]
            let isUnfinished = search.unfinished.contains(feed.feed)
            let absent = isUnfinished ? Self.unfinishedSeconds : Self.absentSeconds
            return (feed.feed, icon, now + (icon == nil ? absent : Self.keptSeconds))
        }
        for (feed, icon, nextCheck) in found where !search.unfinished.contains(feed) {
            guard let index = shared[feed] else { continue }
            // Without the shared store, each library looks for the icon.
            try? run?.store(icon, of: index, nextCheck: nextCheck, elapsed: elapsed, now: now)
        }
        try store.setIcons(found + known, now: now)
        report.found = search.icons.count + known.count { $0.icon != nil }
        return report
    }

    private typealias Found = (feed: Int64, icon: FeedIcon?, nextCheck: Int64)

    private func beginSharing(_ feeds: [FeedIconState], now: Int64) -> (any SharedIconRun)? {
        guard let shared else { return nil }
        let requests = feeds.enumerated().compactMap { index, feed in
            SharedIconRequest(index: index, feed, secrets: secrets, confirmations: confirmations)
        }
        // The refresh of the feeds has already reported an error of the shared store.
        return try? shared.beginIcons(requests, now: now)
    }

    private static func wait(until end: ContinuousClock.Instant, _ isEnding: () -> Bool) {
        let never = DispatchSemaphore(value: 0)
        while ContinuousClock.now < end, !isEnding() { _ = never.wait(timeout: .now() + .milliseconds(20)) }
    }

    /// The addresses of /favicon.ico on the origins of the home page and of the feed.
    private func customary(_ feed: FeedIconState) -> [IconCandidate] {
        var out: [IconCandidate] = []
        let trusted = feed.trustedOrigin.map { Confirmable(.network, $0, for: feed.url) }
        let typed = (try? TypedAddress(feed.url))?.candidates.first
        for address in [feed.homeURL.flatMap { try? WebAddress($0) }, typed] {
            guard let origin = address?.origin else { continue }
            let candidate = IconCandidate(
                "\(origin)/favicon.ico", trustedOrigin: trusted.flatMap { confirmations.has($0) ? $0.value : nil })
            if !out.contains(candidate) { out.append(candidate) }
        }
        return out
    }
}
