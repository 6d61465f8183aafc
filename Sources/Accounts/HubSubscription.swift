/// A feed whose articles a WebSub hub pushes to the service: <https://www.w3.org/TR/websub/>.
public struct HubSubscription: Sendable, Equatable {
    public enum State: String, Sendable {
        /// Asked for, and not confirmed yet.
        case requested
        /// Confirmed by the hub: it pushes.
        case active
        /// To be ended, and kept until the hub has asked whether that is meant.
        case leaving
    }

    /// The last segment of the callback's path: 32 hexadecimal digits that nobody can guess.
    public var id: String
    /// The feed's id in the library, and its address there.
    public var feed: Int64
    public var url: String
    public var hub: String
    /// The feed's address as the hub knows it.
    public var topic: String
    /// The address of the service that the hub was told; empty before it was asked.
    public var base = ""
    public var state = State.requested
    /// Seconds since 1970; when the hub was last asked, 0 for never.
    public var requested: Int64 = 0
    /// Until when the hub pushes; 0 where it has not confirmed.
    public var expires: Int64 = 0
    /// When the hub is asked next.
    public var due: Int64 = 0
    /// Requests in a row that the hub has not taken, or not confirmed.
    public var failures = 0

    public init(id: String, feed: Int64, url: String, hub: String, topic: String) {
        self.id = id
        self.feed = feed
        self.url = url
        self.hub = hub
        self.topic = topic
    }
}
