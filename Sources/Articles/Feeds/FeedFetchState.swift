/// What is known of a feed from fetching it. Times are seconds since 1970, 0 where there was none.
public struct FeedFetchState: Sendable, Equatable {
    public var feed: Int64
    /// The feed's address as it was subscribed: its key.
    public var url: String
    public var title: String
    public var etag: String?
    public var lastModified: String?
    /// The hash of the last body, in the fetcher's form.
    public var contentHash: String?
    /// When it is due.
    public var nextFetch: Int64 = 0
    /// Until when the server asked to be left alone.
    public var notBefore: Int64 = 0
    public var lastFetch: Int64 = 0
    public var lastSuccess: Int64 = 0
    /// Failures since the last success.
    public var failures = 0
    public var failureKind: String?
    /// One plain line, in English.
    public var failureText: String?
    /// Where the feed says that it has moved for good, and how often in a row it said so.
    public var movedTo: String?
    public var movedCount = 0
    /// The feed said that it is gone for good.
    public var isGone = false
    /// The origin that its owner typed: it may lie on a private network.
    public var trustedOrigin: String?
    public var refreshMinutes: Int?
    /// Bits 0-23, and 0-6 from Sunday: hours and days, UTC, when the feed asks to be left alone.
    public var skipHours: Int64 = 0
    public var skipDays: Int64 = 0
    /// A person was told that it keeps failing, in this streak.
    public var isAlerted = false
    /// What its reader has set.
    public var options = FeedOptions()
    /// When its newest articles appeared, at most ten.
    public var newest: [Int64] = []

    /// A feed that was never fetched.
    public init(feed: Int64, url: String, title: String) {
        self.feed = feed
        self.url = url
        self.title = title
    }
}
