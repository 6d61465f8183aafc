internal import Articles
internal import Database

/// Reads and writes the counts, states and events of searches with a condition.
struct TrendRows {
    /// New matching articles by search.
    typealias Found = [Int64: [Int64]]
    /// Numbers of articles by feed, then by hour. The feed is 0 unless each feed is tested separately.
    typealias Hours = [Int64: [Int64: Int]]

    /// A row of `trend_state`.
    struct State: Equatable {
        var condition: String
        var query: String
        var since: Int64
        var pending: Int64?
    }

    let database: any LibraryDatabase
    /// The maximum number of articles whose dates are read in one statement.
    private static let articlesAtOnce = 10_000

    init(_ database: any LibraryDatabase) { self.database = database }

    /// The conditions by search. A malformed condition is left out.
    func conditions() throws -> [Int64: TrendCondition] {
        let rows = try database.rows(
            "SELECT r.search, r.condition FROM \(rows: .alertRule) r WHERE r.condition IS NOT NULL"
        ) { ($0.integer(0), $0.text(1)) }
        return Dictionary(rows.compactMap { search, text in (try? TrendCondition(text)).map { (search, $0) } }) { $1 }
    }

    // MARK: - Counting

    /// Adds new articles to the counts of their searches.
    func count(_ found: Found) throws {
        if found.isEmpty { return }
        let conditions = try conditions()
        let dates = Dictionary(
            try dates(of: Array(Set(found.values.joined())).sorted()).map { ($0.article, $0.date) }
        ) { $1 }
        for (search, articles) in found.sorted(by: { $0.key < $1.key }) {
            guard let condition = conditions[search] else { continue }
            let hours = Self.hours(articles.compactMap { dates[$0] }, isPerFeed: condition.isPerFeed)
            try add(hours, to: search)
            guard let first = hours.values.compactMap({ $0.keys.min() }).min() else { continue }
            try database.run(
                .update(
                    .trendState,
                    set: "pending = \(sqlite: "min", postgres: "least")(coalesce(pending, \(first)), \(first))",
                    where: "search = \(search)"))
        }
    }

    static func hours(_ dates: [MatchDate], isPerFeed: Bool) -> Hours {
        var hours: Hours = [:]
        for match in dates {
            hours[isPerFeed ? match.feed : 0, default: [:]][TrendCounts.hour(of: match.date), default: 0] += 1
        }
        return hours
    }

    /// The dates of articles; articles that do not exist are left out.
    func dates(of articles: [Int64]) throws -> [(article: Int64, date: MatchDate)] {
        var dates: [(article: Int64, date: MatchDate)] = []
        for first in stride(from: 0, to: articles.count, by: Self.articlesAtOnce) {
            let part = Array(articles[first..<min(first + Self.articlesAtOnce, articles.count)])
            dates += try database.rows(
                "SELECT a.n, a.feed, a.sort_date FROM \(rows: .article) a WHERE a.n\(isOneOf: part)"
            ) { ($0.integer(0), MatchDate(feed: $0.integer(1), date: $0.seconds(2))) }
        }
        return dates
    }

    private func add(_ hours: Hours, to search: Int64) throws {
        var statements: [SQL] = []
        for (feed, counts) in hours {
            for (hour, count) in counts {
                let row = SQL.insert(
                    into: .trendCount,
                    [
                        "search": .integer(search), "feed": .integer(feed), "hour": .integer(hour),
                        "articles": .integer(Int64(count)),
                    ])
                statements.append(
                    row
                        + """
                         ON CONFLICT (\(sqlite: "", postgres: "library, slot, ")search, feed, hour) DO UPDATE SET
                            articles = trend_count.articles + excluded.articles
                        """)
            }
        }
        try database.run(statements)
    }

    /// Replaces all counts of a search.
    func replace(_ hours: Hours, of search: Int64) throws {
        try database.run(.delete(from: .trendCount, where: "search = \(search)"))
        let rows = hours.flatMap { feed, counts in
            counts.map { hour, count -> [DatabaseValue] in
                [.integer(search), .integer(feed), .integer(hour), .integer(Int64(count))]
            }
        }
        try database.insert(rows, into: .trendCount, ["search", "feed", "hour", "articles"])
    }

    /// The counts of a search since an hour, and the oldest and the newest count of each feed.
    func counts(of search: Int64, since hour: Int64) throws -> [Int64: TrendCounts] {
        var hours: Hours = [:]
        try database.visit(
            """
            SELECT c.feed, c.hour, c.articles FROM \(rows: .trendCount) c
            WHERE c.search = \(search) AND (c.hour >= \(hour)
                OR NOT EXISTS (SELECT 1 FROM \(rows: .trendCount) l
                    WHERE l.search = \(search) AND l.feed = c.feed AND l.hour > c.hour)
                OR NOT EXISTS (SELECT 1 FROM \(rows: .trendCount) l
                    WHERE l.search = \(search) AND l.feed = c.feed AND l.hour < c.hour))
            """
        ) { hours[$0.integer(0), default: [:]][bounded($0.integer(1))] = $0.count(2) }
        return hours.mapValues { TrendCounts($0) }
    }

    /// Removes the counts before an hour, except the newest and the oldest count of each feed. The newest is the start
    /// of the current gap, and the oldest is the start of the history for usual numbers.
    func forget(before hour: Int64, of search: Int64) throws {
        try database.run(
            .delete(
                from: .trendCount,
                where: """
                    search = \(search) AND hour < \(hour)
                    AND EXISTS (SELECT 1 FROM \(rows: .trendCount) l WHERE l.search = trend_count.search
                        AND l.feed = trend_count.feed AND l.hour > trend_count.hour)
                    AND EXISTS (SELECT 1 FROM \(rows: .trendCount) l WHERE l.search = trend_count.search
                        AND l.feed = trend_count.feed AND l.hour < trend_count.hour)
                    """))
    }

    // MARK: - States and events

    func state(of search: Int64) throws -> State? {
        try database.first(
            """
            SELECT t.condition, t.query, t.since, t.pending FROM \(rows: .trendState) t WHERE t.search = \(search)
            """
        ) {
            State(
                condition: $0.text(0), query: $0.text(1), since: bounded($0.integer(2)),
                pending: $0.integerOrNil(3).map(bounded))
        }
    }

    /// Stores the state after a test.
    func set(_ state: State, due: Int64?, of search: Int64) throws {
        try database.run(
            .insert(
                into: .trendState, ["search", "condition", "query", "since", "pending", "due"],
                [
                    .integer(search), .text(state.condition), .text(state.query), .integer(state.since), .null,
                    .integer(orNull: due),
                ], onConflict: .updates(["condition", "query", "since", "pending", "due"])))
    }

    /// The hours of the events of a search under a condition, by feed.
    func events(of search: Int64, condition: String) throws -> [Int64: [Range<Int64>]] {
        var events: [Int64: [Range<Int64>]] = [:]
        try database.visit(
            """
            SELECT e.feed, e.first_hour, e.end_hour FROM \(rows: .trendEvent) e
            WHERE e.search = \(search) AND e.condition = \(condition)
            """
        ) { row in
            let start = bounded(row.integer(1))
            events[row.integer(0), default: []].append(start..<max(start, bounded(row.integer(2))))
        }
        return events
    }

    func insert(
        _ event: TrendEvent, condition: String, feed: Int64, of search: Int64, delivery: Int64, now: Int64
    ) throws {
        try database.run(
            .insert(
                into: .trendEvent,
                [
                    "delivery": .integer(delivery), "search": .integer(search), "feed": .integer(feed),
                    "condition": .text(condition), "first_hour": .integer(event.start), "end_hour": .integer(event.end),
                    "at": .integer(now), "articles": .integer(Int64(event.articles)),
                    "usual": .integer(orNull: event.usual.map { Int64($0.doubled) }),
                ]))
    }

    /// - Parameter condition: the condition after WHERE.
    func events(_ condition: SQL) throws -> [NotedEvent] {
        try database.rows(
            """
            SELECT e.condition, e.first_hour, e.end_hour, e.articles, e.usual, f.url,
                coalesce(f.own_title, f.title, f.url)
            FROM \(rows: .trendEvent) e LEFT JOIN \(rows: .feed) f ON f.id = e.feed WHERE \(sql: condition)
            """
        ) { row in
            let event = TrendEvent(
                start: bounded(row.integer(1)), end: bounded(row.integer(2)), articles: row.count(3),
                usual: UsualCount(stored: row.integerOrNil(4)))
            return NotedEvent(condition: row.text(0), event: event, feed: row.textOrNil(5), feedTitle: row.textOrNil(6))
        }
    }

    /// Those of the given feeds that exist and are not paused.
    func activeFeeds(among feeds: [Int64]) throws -> Set<Int64> {
        Set(
            try database.integers(
                """
                SELECT f.id FROM \(rows: .feed) f WHERE f.id\(isOneOf: feeds) AND NOT f.paused
                """))
    }

    /// Limits an hour from a row to the years 1 to 9999, so that arithmetic on a crafted row cannot overflow.
    private func bounded(_ hour: Int64) -> Int64 { max(-17_259_888, min(70_389_527, hour)) }
}
