/// A feed whose articles a WebSub hub pushes to the service: <https://www.w3.org/TR/websub/>.
public struct HubSubscription: Sendable, Equatable {
    public enum State: String, Sendable {
        /// The service has requested the subscription, but the hub has not confirmed it.
        case requested
        /// The hub has confirmed the subscription and pushes new articles.
        case active
        /// The subscription is being cancelled. It is kept until the hub has verified the request.
        case leaving
    }

    /// The last path segment of the callback: 32 unguessable hexadecimal digits.
    public var id: String
    /// The feed's id in the library. The feed's address there is `url`.
    public var feed: Int64
    public var url: String
    public var hub: String
    /// The address by which the hub identifies the feed.
    public var topic: String
    /// The base URL of the callback that was sent to the hub; empty before the first request.
    public var base = ""
    public var state = State.requested
    /// Seconds since 1970 of the last request to the hub; 0 for never.
    public var requested: Int64 = 0
    /// When the subscription expires at the hub, in seconds since 1970; 0 if the hub has not confirmed it.
    public var expires: Int64 = 0
    /// When to send the next request, in seconds since 1970.
    public var due: Int64 = 0
    /// Consecutive requests that the hub has rejected or not confirmed.
    public var failures = 0

    public init(id: String, feed: Int64, url: String, hub: String, topic: String) {
        self.id = id
        self.feed = feed
        self.url = url
        self.hub = hub
        self.topic = topic
    }
}
