internal import ArticleSearch
package import Articles
internal import Database
internal import Pipelines
package import QueryLanguage

extension TrendStoring where Self: TableStore {
    package func nextTrendTest() throws -> Int64? {
        try reading { try $0.integer("SELECT min(t.due) FROM (\(sql: TrendTests.sql)) t") }
    }

    package func trendTests(now: Int64) throws -> [Int64] {
        try reading { database in
            try database.integers(
                "SELECT t.search FROM (\(sql: TrendTests.sql)) t WHERE t.due <= \(now) ORDER BY t.search")
        }
    }

    @discardableResult
    package func testTrend(
        of search: SavedSearch, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, due: Int64,
        uid: () -> String
    ) throws -> Int {
        guard let text = search.rule?.condition, let condition = try? TrendCondition(text) else { return 0 }
        return try writing { database in
            let rows = TrendRows(database)
            let hour = TrendCounts.hour(of: now)
            let known = try rows.state(of: search.id).flatMap {
                $0.condition == text && $0.query == search.query ? $0 : nil
            }
            let state = known ?? .init(condition: text, query: search.query, since: hour)
            if known == nil {
                try recount(search, condition, now: now, utcOffset: utcOffset, database)
            }
            let events = try newEvents(of: search.id, condition, state, hour: hour, rows)
            for found in events.found {
                let outbox = OutboxRows(database)
                try outbox.removeDeliveries(finishedBefore: now - OutboxLimits.keptSeconds)
                let id = try outbox.insertDelivery(of: search.id, uid: uid(), now: now, due: due)
                try rows.insert(
                    found.event, condition: text, feed: found.feed, of: search.id, delivery: id, now: now)
            }
            try rows.set(state, due: events.next.map { $0 * 3_600 }, of: search.id)
            try rows.forget(before: hour - TrendTests.keptHours(condition), of: search.id)
            return events.found.count
        }
    }

    package func testTrends(
        of searches: [SavedSearch], now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int,
        due: (SavedSearch) -> Int64, uid: () -> String
    ) throws -> Int {
        try writing { _ -> Int in
            let end = Deadline.after(TrendTests.transactionTime)
            var tested = 0
            for search in searches {
                try testTrend(of: search, now: now, utcOffset: utcOffset, due: due(search), uid: uid)
                tested += 1
                if end.isReached { break }
            }
            return tested
        }
    }

    /// The events that are not stored yet, and the hour of the next time-out.
    private func newEvents(
        of search: Int64, _ condition: TrendCondition, _ state: TrendRows.State, hour: Int64, _ rows: TrendRows
    ) throws -> (found: [(feed: Int64, event: TrendEvent)], next: Int64?) {
        var counts = try rows.counts(of: search, since: hour - TrendTests.keptHours(condition))
        if !condition.isPerFeed, counts.isEmpty { counts[0] = TrendCounts() }
        let earlier = try rows.events(of: search, condition: state.condition)
        let active = condition.isPerFeed ? try rows.activeFeeds(among: counts.keys.sorted()) : [0]
        // Changed counts affect the periods that end after the first changed hour.
        let oldest = max(state.since, hour - TrendTests.lateHours)
        let from = condition.isTimeOut ? oldest : max(oldest, (state.pending ?? hour) + 1)
        let silentSince = condition.isPerFeed ? nil : state.since
        var found: [(feed: Int64, event: TrendEvent)] = []
        var next: Int64?
        for (feed, counts) in counts.sorted(by: { $0.key < $1.key }) where active.contains(feed) {
            found += condition.events(
                in: counts, from: from, now: hour, silentSince: silentSince, earlier: earlier[feed] ?? []
            ).map { (feed, $0) }
            if let end = condition.timeOut(after: counts, silentSince: silentSince), end > hour {
                next = min(next ?? .max, end)
            }
        }
        return (found, next)
    }

    /// Replaces the counts with those of the stored articles. Sorts pending matches first, which would otherwise be
    /// counted again.
    private func recount(
        _ search: SavedSearch, _ condition: TrendCondition, now: Int64,
        utcOffset: @escaping @Sendable (Int64) -> Int, _ database: any LibraryDatabase
    ) throws {
        while try OutboxRows(database).hasUnsorted() { try AlertSorter(rows: OutboxRows(database)).sortSome() }
        var dates: [MatchDate] = []
        do {
            let query = try QueryParser.parse(search.query)
            let found = try searcher.source.index.before(.after(TrendTests.recountTime)) {
                try datesOfMatches(query, since: .min, now: now, utcOffset: utcOffset)
            }
            dates = found ?? []
        } catch is QuerySyntaxError {
            // The query, or a saved search in it, is malformed. It matches no article.
        } catch is SearchError {
            // The query takes too long. Count only new articles.
        } catch let error as StorageError where error.isOfCountedQuery {
            // The query contains an unknown name, for example of a feed, or a costly pattern. Count only new articles.
        }
        try TrendRows(database).replace(TrendRows.hours(dates, isPerFeed: condition.isPerFeed), of: search.id)
    }

    package func trendEvent(of delivery: AlertDelivery) throws -> NotedEvent? {
        try reading { try TrendRows($0).events("e.delivery = \(delivery.id)").first }
    }

    package func trendEvents(of search: Int64, limit: Int) throws -> [NotedEvent] {
        try reading {
            try TrendRows($0).events("e.search = \(search) ORDER BY e.at DESC, e.delivery DESC LIMIT \(limit)")
        }
    }

    package func datesOfMatches(
        _ query: Query, since: Int64, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> [MatchDate] {
        let articles = try matches(query, now: now, utcOffset: utcOffset).sorted()
        return try reading { try TrendRows($0).dates(of: articles).map(\.date).filter { $0.date >= since } }
    }
}

extension StorageError {
    /// Whether a query failed because of a name or a regular expression in it.
    fileprivate var isOfCountedQuery: Bool {
        switch self {
        case .noSuchSavedSearch, .unknownName, .badPattern, .costlyPattern, .noSuchFeed: true
        default: false
        }
    }
}

/// The limits and the times of tests.
private enum TrendTests {
    /// The maximum time for the search that counts the stored articles. Other writers wait for it.
    static let recountTime = Duration.seconds(2)
    /// The time after which a transaction that tests several searches begins no further test.
    static let transactionTime = Duration.seconds(2)

    /// The number of hours after the end of a period in which its event can still be found, for example if articles
    /// arrive late or no process was delivering.
    static let lateHours: Int64 = 7 * 24

    /// The number of past hours whose counts a test needs.
    static func keptHours(_ condition: TrendCondition) -> Int64 {
        let length = condition.length.hours
        if case .moreThanUsual = condition.test { return lateHours + 24 + UsualCount.reach(length) }
        return lateHours + 24 + length
    }

    /// The searches with a condition, each with the time of its next test: 0 if its counts have changed or are missing,
    /// NULL if there is nothing to test.
    static let sql: SQL = """
        SELECT r.search AS search, CASE
            WHEN t.search IS NULL OR t.condition <> r.condition OR t.query <> s.query OR t.pending IS NOT NULL THEN 0
            ELSE t.due END AS due
        FROM \(rows: .alertRule) r JOIN \(rows: .savedSearch) s ON s.id = r.search
        LEFT JOIN \(rows: .trendState) t ON t.search = r.search WHERE r.condition IS NOT NULL
        """
}
