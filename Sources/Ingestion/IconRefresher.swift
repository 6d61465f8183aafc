public import Articles
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

    public init(fetcher: Fetcher, secrets: SecretReader, confirmations: Confirmations) {
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
    /// - Returns: the number of icons found.
    @discardableResult
    public func refresh(
        in store: any ArticleStore, limit: Int, within budget: Duration, now: Int64,
        isEnding: @escaping () -> Bool = { false }
    ) throws -> Int {
        let feeds = try store.feedsWantingIcons(now: now, limit: limit)
        if feeds.isEmpty { return 0 }
        var search = IconSearch(
            feeds: feeds, secrets: secrets, confirmations: confirmations, deadline: .now + budget, isEnding: isEnding)
        search.fetch(fetcher) { feed in [feed.icon.map { IconCandidate($0) }].compactMap(\.self) }
        let pages = search.pages(fetcher)
        search.fetch(fetcher) { feed in
            let named = (pages[feed.feed] ?? []).prefix(Self.maxCandidates).map { IconCandidate($0) }
            return named + customary(feed)
        }
        if isEnding() { return 0 }
        let found = feeds.map { feed -> (Int64, FeedIcon?, Int64) in
            let icon = search.icons[feed.feed]
            let isUnfinished = search.unfinished.contains(feed.feed)
            let absent = isUnfinished ? Self.unfinishedSeconds : Self.absentSeconds
            return (feed.feed, icon, now + (icon == nil ? absent : Self.keptSeconds))
        }
        try store.setIcons(found.map { (feed: $0.0, icon: $0.1, nextCheck: $0.2) }, now: now)
        return search.icons.count
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
