public import QueryLanguage

/// Counts the articles of saved searches with a condition, and stores their events.
public protocol TrendStoring: AnyObject {
    /// The time of the next test of a condition, in seconds since 1970; 0 if one is due now, nil if none will be.
    func nextTrendTest() throws -> Int64?

    /// The searches with a condition that must be tested at a given time, by id.
    func trendTests(now: Int64) throws -> [Int64]

    /// Tests the condition of a search, and stores a delivery for each new event, in one transaction. The articles are
    /// counted first if the search or its condition is new. If counting takes longer than two seconds, only articles
    /// that arrive later count.
    ///
    /// - Parameters:
    ///   - uid: returns the id of a new message.
    ///   - due: when a delivery is due.
    /// - Returns: the number of events.
    @discardableResult
    func testTrend(
        of search: SavedSearch, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, due: Int64,
        uid: () -> String
    ) throws -> Int

    /// Tests the conditions of several searches in one transaction. Begins no further test after two seconds, because
    /// other writers wait.
    ///
    /// - Parameter due: returns when a delivery of a search is due.
    /// - Returns: the number of searches that were tested, from the first on; at least one if there are any.
    func testTrends(
        of searches: [SavedSearch], now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int,
        due: (SavedSearch) -> Int64, uid: () -> String
    ) throws -> Int

    /// The event of a delivery; nil if the delivery is about articles.
    func trendEvent(of delivery: AlertDelivery) throws -> NotedEvent?

    /// The latest events of a search, newest first.
    func trendEvents(of search: Int64, limit: Int) throws -> [NotedEvent]

    /// The feed and the sort date of each article that matches a query and whose sort date is not before `since`.
    func datesOfMatches(
        _ query: Query, since: Int64, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [MatchDate]
}

/// The feed and the date of an article.
public struct MatchDate: Sendable, Equatable {
    public var feed: Int64
    /// Seconds since 1970.
    public var date: Int64

    public init(feed: Int64, date: Int64) {
        self.feed = feed
        self.date = date
    }
}

/// An event of a saved search, for its message.
public struct NotedEvent: Sendable, Equatable {
    /// The text of the condition.
    public var condition: String
    public var event: TrendEvent
    /// The address and the title of the feed, if each feed is tested alone.
    public var feed: String?
    public var feedTitle: String?

    public init(condition: String, event: TrendEvent, feed: String? = nil, feedTitle: String? = nil) {
        self.condition = condition
        self.event = event
        self.feed = feed
        self.feedTitle = feedTitle
    }
}
