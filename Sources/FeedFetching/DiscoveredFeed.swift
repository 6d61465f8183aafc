/// A feed that discovery found and fetched.
public struct DiscoveredFeed: Sendable {
    /// How it was found.
    public enum Source: Hashable, Sendable {
        /// The entered address is the feed itself.
        case typed
        /// The page declares it.
        case link
        /// The page has a link that looks like a feed's.
        case anchor
        /// It was found at an address that feeds commonly have.
        case guess
    }

    /// The address to fetch it from.
    public var address: WebAddress
    /// The title in the page; empty if there is none. The feed's own title is in its body.
    public var title: String
    /// How it was found.
    public var source: Source
    /// The fetched body, used to count its items and to store them.
    public var body: FetchedFeed
}
