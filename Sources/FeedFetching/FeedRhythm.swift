/// How often a feed publishes articles, and the refresh interval that the feed asks for.
public struct FeedRhythm: Sendable {
    /// The dates of the newest articles in seconds since 1970, in any order. About ten dates are enough.
    public var published: [Int64] = []
    /// The refresh interval in the feed, in minutes: `ttl`, or `sy:updatePeriod` divided by `sy:updateFrequency`.
    public var refreshMinutes: Int?
    /// The hours (0-23, UTC) in which the feed asks not to be fetched.
    public var skipHours: Set<Int> = []
    /// The weekdays (0 is Sunday, UTC) on which the feed asks not to be fetched.
    public var skipDays: Set<Int> = []
    /// Freshness from the headers of the last response.
    public var freshness = Freshness()
    /// The number of failed fetches since the last successful one.
    public var failuresInRow = 0

    public init() {}
}
