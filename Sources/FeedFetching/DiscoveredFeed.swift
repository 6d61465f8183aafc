/// A feed that discovery found and fetched.
public struct DiscoveredFeed: Sendable {
    /// How it was found.
    public enum Source: Hashable, Sendable {
        /// The typed address is the feed.
        case typed
        /// The page declares it.
        case link
        /// The page has a link that looks like a feed.
        case anchor
        /// It stands in a customary place.
        case guess
    }

    /// Where to fetch it from.
    public var address: WebAddress
    /// The title that the page gives it; empty if it gives none. The feed's own stands in its body.
    public var title: String
    /// How it was found.
    public var source: Source
    /// What was fetched: to count its items, and to store them at once.
    public var body: FetchedFeed
}
