/// The fetch state of a feed. Times are in seconds since 1970, or 0 for never.
public struct FeedFetchState: Sendable, Equatable {
    public var feed: Int64
    /// The address used to subscribe to the feed. It identifies the feed.
    public var url: String
    public var title: String
    public var etag: String?
    public var lastModified: String?
    /// The hash of the last response body, in the format of the fetcher.
    public var contentHash: String?
    /// The time of the next fetch.
    public var nextFetch: Int64 = 0
    /// The server asked not to be fetched from before this time.
    public var notBefore: Int64 = 0
    public var lastFetch: Int64 = 0
    public var lastSuccess: Int64 = 0
    /// The number of consecutive failures since the last success.
    public var failures = 0
    public var failureKind: String?
    /// A one-line description of the failure in plain English.
    public var failureText: String?
    /// The new permanent address that the feed announces, and the number of consecutive announcements.
    public var movedTo: String?
    public var movedCount = 0
    /// Whether the server answered that the feed is permanently gone.
    public var isGone = false
    /// The origin that the user entered. Fetches from this origin are allowed even if it is on a private network.
    public var trustedOrigin: String?
    public var refreshMinutes: Int?
    /// The hours (bits 0-23) and days (bits 0-6, from Sunday), in UTC, in which the feed asks not to be fetched.
    public var skipHours: Int64 = 0
    public var skipDays: Int64 = 0
    /// Whether the user has been notified of the current series of failures.
    public var isAlerted = false
    /// The reader's options for the feed.
    public var options = FeedOptions()
    /// The dates of the feed's newest articles, at most ten.
    public var newest: [Int64] = []

    /// Creates the state of a feed that was never fetched.
    public init(feed: Int64, url: String, title: String) {
        self.feed = feed
        self.url = url
        self.title = title
    }
}
