internal import Articles
internal import FeedFetching
internal import FeedParsing

/// Where a feed says that it is pushed from: its hub and the address that the hub knows it by
/// (WebSub, <https://www.w3.org/TR/websub/#discovery>).
public struct FeedHub: Sendable, Equatable {
    /// The feed's id.
    public var feed: Int64
    /// The feed's address as it was subscribed: its key.
    public var url: String
    public var hub: String
    public var topic: String

    private static let maxLength = 2_048

    public init(feed: Int64, url: String, hub: String, topic: String) {
        self.feed = feed
        self.url = url
        self.hub = hub
        self.topic = topic
    }

    /// - Returns: nil for a feed that names none, or none of the web.
    init?(_ state: FeedFetchState, _ feed: ParsedFeed, _ answer: FetchAnswer) {
        let links = LinkHeader.read(answer.links)
        // Header fields come before what the document says.
        let hubs = [LinkHeader.target("hub", of: links)].compactMap(\.self) + feed.hubs
        let address = hubs.lazy.compactMap { try? WebAddress($0, relativeTo: answer.finalURL) }.first
        guard let address, address.text.utf8.count <= Self.maxLength else { return nil }
        let named = LinkHeader.target("self", of: links) ?? feed.selfURL
        let topic = named.flatMap { try? WebAddress($0, relativeTo: answer.finalURL) } ?? answer.finalURL
        guard topic.text.utf8.count <= Self.maxLength else { return nil }
        self.init(feed: state.feed, url: state.url, hub: address.text, topic: topic.text)
    }
}
