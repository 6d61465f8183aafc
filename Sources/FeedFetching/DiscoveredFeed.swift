/// A feed that discovery found and fetched.
public struct DiscoveredFeed: Sendable {
    /// How discovery found the feed.
    public enum Source: Hashable, Sendable {
        /// The entered address is the feed itself.
        case typed
        /// The page declares the feed.
        case link
        /// The page has a link that looks like the address of a feed.
        case anchor
        /// The feed was found at an address that feeds commonly have.
        case guess
    }

    /// The address of the feed.
    public var address: WebAddress
    /// The title of the feed in the page that declares it; empty if the page contains no title. The feed's own title is
    /// in `body`.
    public var title: String
    public var source: Source
    /// The fetched feed. Its body is used to count the items and to store them.
    public var body: FetchedFeed
}
