/// How often a feed has new articles, and the refresh interval that it asks for.
public struct FeedRhythm: Sendable {
    /// The dates of its newest articles, seconds since 1970, in any order. About ten are enough.
    public var published: [Int64] = []
    /// `ttl`, or `sy:updatePeriod` divided by `sy:updateFrequency`, in minutes.
    public var refreshMinutes: Int?
    /// Hours, 0-23 UTC, in which the feed asks not to be fetched.
    public var skipHours: Set<Int> = []
    /// Days on which the feed asks not to be fetched, 0 = Sunday, UTC.
    public var skipDays: Set<Int> = []
    /// Freshness from the headers of the last response.
    public var freshness = Freshness()
    /// Number of failed fetches since the last successful one.
    public var failuresInRow = 0

    /// A rhythm without any data.
    public init() {}
}
