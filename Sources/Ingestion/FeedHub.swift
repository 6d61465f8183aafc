internal import Articles
internal import FeedFetching
internal import FeedParsing

/// A feed's hub, and the address by which the hub knows the feed (WebSub, <https://www.w3.org/TR/websub/#discovery>).
public struct FeedHub: Sendable, Equatable {
    /// The feed's id.
    public var feed: Int64
    /// The address under which the feed was subscribed to; it is the feed's key in the store.
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

    /// - Returns: nil if the feed names no hub with an http or https address.
    init?(_ state: FeedFetchState, _ feed: ParsedFeed, _ answer: FetchAnswer) {
        let links = LinkHeader.read(answer.links)
        // Header fields take precedence over the document.
        let hubs = [LinkHeader.target("hub", of: links)].compactMap(\.self) + feed.hubs
        let address = hubs.lazy.compactMap { try? WebAddress($0, relativeTo: answer.finalURL) }.first
        guard let address, address.text.utf8.count <= Self.maxLength else { return nil }
        let named = LinkHeader.target("self", of: links) ?? feed.selfURL
        let topic = named.flatMap { try? WebAddress($0, relativeTo: answer.finalURL) } ?? answer.finalURL
        guard topic.text.utf8.count <= Self.maxLength else { return nil }
        self.init(feed: state.feed, url: state.url, hub: address.text, topic: topic.text)
    }
}
