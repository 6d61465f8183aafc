internal import Articles
internal import FeedFetching
internal import FeedParsing
internal import Ingestion
internal import Markup
internal import Pipelines
internal import SQLiteEngine

/// Finds the feeds for an address that the user entered.
public struct FeedFinder {
    /// An article of a feed that is not stored.
    public struct Item: Sendable {
        public var title: String
        public var url: String?
        /// The date of publication in seconds since 1970.
        public var published: Int64?
    }

    /// A feed to which the user can subscribe.
    public struct Found: Sendable {
        public var url: String
        public var title: String
        public var items: Int
        /// The newest articles, at most five.
        public var newest: [Item] = []
        /// How the feed was found: `typed`, `link`, `anchor` or `guess`.
        public var source: String
        /// The origin of the address that the user entered; nil if the feed has another origin.
        public var trustedOrigin: String?
        /// The feed's document, as fetched.
        var document: FetchedFeed?
    }

    enum Answer {
        /// The feeds that were found, the likeliest first. The array is empty for a page without a feed.
        case found([Found])
        /// The address cannot be read at the moment.
        case unreadable(FetchFailure, trustedOrigin: String)
    }

    let fetcher: Fetcher
    var options = FeedOptions()
    let secrets: SecretReader
    var trustsTyped = true
    private static let maxPreviewed = 5
    private static let maxTitleLength = 500

    func find(_ typed: TypedAddress) -> Answer {
        var fetcher = fetcher
        // Use short timeouts: the user waits for the result.
        fetcher.limits.timeout = .seconds(20)
        fetcher.limits.connectTimeout = .seconds(8)
        var discovering = FeedDiscovery(fetcher: fetcher)
        discovering.trustsTyped = trustsTyped
        let discovery = discovering
        let (options, secrets, trustsTyped) = (options, secrets, trustsTyped)
        let result = AsyncWait.run { () async -> Result<[DiscoveredFeed], FetchFailure> in
            do throws(FetchFailure) {
                return .success(
                    try await discovery.discover(typed) { request, isHome in
                        // The user has just entered these options, so they need no confirmation.
                        options.apply(
                            to: &request, isHome: isHome, home: typed.candidates[0].origin, secrets: secrets,
                            confirmations: .all)
                        if !trustsTyped { request.trustedOrigin = nil }
                    })
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .failure(let failure):
            return .unreadable(failure, trustedOrigin: typed.candidates[0].origin.description)
        case .success(let feeds): return .found(feeds.map { Self.found($0, typed) })
        }
    }

    private static func found(_ feed: DiscoveredFeed, _ typed: TypedAddress) -> Found {
        let parsed = FeedParser.parse(feed.body.body)
        let origin = typed.candidates.first { $0.origin == feed.address.origin }?.origin
        return Found(
            url: feed.address.text, title: parsed.title.map { HTMLText.plainText($0) } ?? feed.title,
            items: parsed.items.count, newest: newest(parsed.items), source: name(of: feed.source),
            trustedOrigin: origin?.description, document: feed.body)
    }

    private static func newest(_ items: [ParsedItem]) -> [Item] {
        let all = items.map { item in
            Item(
                title: String(HTMLText.plainText(item.title ?? "").prefix(maxTitleLength)), url: item.url,
                published: (item.published ?? item.updated)?.seconds)
        }
        return Array(all.sorted { $0.published ?? .min > $1.published ?? .min }.prefix(maxPreviewed))
    }

    private static func name(of source: DiscoveredFeed.Source) -> String {
        switch source {
        case .typed: "typed"
        case .link: "link"
        case .anchor: "anchor"
        case .guess: "guess"
        }
    }
}
