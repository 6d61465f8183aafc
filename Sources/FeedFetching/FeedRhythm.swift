/// What is known about how often a feed has news, and what it asks for.
public struct FeedRhythm: Sendable {
    /// When its newest articles appeared, seconds since 1970, in any order. Ten or so are enough.
    public var published: [Int64] = []
    /// `ttl` or `sy:updatePeriod` over `sy:updateFrequency`, in minutes.
    public var refreshMinutes: Int?
    /// Hours, 0-23 UTC, in which the feed asks not to be fetched.
    public var skipHours: Set<Int> = []
    /// Days on which the feed asks not to be fetched, 0 = Sunday, UTC.
    public var skipDays: Set<Int> = []
    /// What the last answer's headers said.
    public var freshness = Freshness()
    /// Fetches that have failed since the last that did not.
    public var failuresInRow = 0

    /// Nothing known.
    public init() {}
}
