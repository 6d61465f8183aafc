public import Articles
public import FeedFetching

/// Looks for the icons of feeds: the feed's own, those that its home page names, then /favicon.ico.
///
/// Every address is judged as all that comes out of feeds is; only /favicon.ico of an origin that a person typed profits
/// from that. No password, header or cookie is sent. What is kept is known by its bytes (`IconImage`).
public struct IconRefresher: Sendable {
    private let fetcher: Fetcher
    private let secrets: SecretReader
    private let confirmations: Confirmations
    /// An icon is looked for again after a month, one that was not found after a week; where a place did not answer in
    /// time, after some hours.
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

    /// Looks for the icons of some feeds that have waited longest for it; blocks the calling thread.
    ///
    /// - Parameters:
    ///   - limit: so many feeds at most.
    ///   - budget: what is not there by then is left for another time.
    ///   - isEnding: asked several times a second; true ends it early.
    /// - Returns: how many icons were found.
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

    /// /favicon.ico of the home page's site, and of the feed's own.
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
