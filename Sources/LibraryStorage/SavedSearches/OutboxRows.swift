internal import Articles
internal import Database
internal import SavedSearchMatching

/// Reads and writes the outbox, that is, waiting matches, notified matches and deliveries. In PostgreSQL, each call is
/// a round trip.
///
/// All matches of a commit are stored as one unsorted row, until `AlertSorter` sorts them.
struct OutboxRows {
    let database: any LibraryDatabase

    init(_ database: any LibraryDatabase) { self.database = database }

    // MARK: - Unsorted matches

    func hasUnsorted() throws -> Bool {
        try database.hasRow("SELECT 1 FROM \(rows: .alertBatch) b WHERE b.id > 0 LIMIT 1")
    }

    /// The next rows of unsorted matches in order, up to this total size, but at least one row if any exist.
    func unsorted(after id: Int64, bytes: Int) throws -> [AlertBatch] {
        try database.rows(
            """
            SELECT b.id, b.at, b.first_new, b.matches FROM (
                SELECT l.id, sum(l.bytes) OVER (ORDER BY l.id) - l.bytes AS before
                FROM (SELECT m.id, length(m.matches) AS bytes FROM \(rows: .alertBatch) m WHERE m.id > \(id)) l
            ) s JOIN \(rows: .alertBatch) b ON b.id = s.id WHERE s.before < \(bytes)
            """
        ) {
            AlertBatch(id: $0.integer(0), at: $0.seconds(1), firstNew: $0.integer(2), matches: $0.bytes(3))
        }.sorted { $0.id < $1.id }
    }

    /// For each removed search, the id of the last row of unsorted matches that may contain matches of the search.
    func forgottenSearches() throws -> [Int64: Int64] {
        let rows = try database.rows(
            "SELECT f.search, max(f.batch) FROM \(rows: .alertForgotten) f GROUP BY f.search"
        ) { ($0.integer(0), $0.integer(1)) }
        return Dictionary(rows) { $1 }
    }

    /// Removes unsorted matches up to this row, and the entries of `alert_forgotten` that refer to them.
    func removeUnsorted(upTo id: Int64) throws {
        try database.run([
            .delete(from: .alertBatch, where: "id <= \(id)"),
            .delete(from: .alertForgotten, where: "batch <= \(id)"),
        ])
    }

    // MARK: - Waiting matches

    /// The waiting rows of the given searches, oldest first.
    func waiting(of searches: [Int64], limit: Int) throws -> [WaitingRow] {
        try database.rows(
            """
            SELECT w.search, w.at, w.first, w.rest FROM \(rows: .alertWaiting) w WHERE w.search\(isOneOf: searches)
            ORDER BY w.at, w.first LIMIT \(limit)
            """
        ) { WaitingRow(search: $0.integer(0), at: $0.seconds(1), first: $0.integer(2), rest: $0.bytes(3)) }
    }

    /// Inserts rows. Skips a row if a stored row has the same search and the same first article.
    func insert(_ rows: [WaitingRow]) throws {
        try database.insert(
            rows.map { row in
                let (first, rest) = row.packed
                return [.integer(row.search), .integer(first), .integer(row.at), .bytes(rest)]
            }, into: .alertWaiting, ["search", "first", "at", "rest"], onConflict: .isIgnored)
    }

    /// Deletes rows by their first article.
    ///
    /// - Returns: the first articles of the deleted rows.
    func removeWaiting(of search: Int64, first articles: [Int64]) throws -> Set<Int64> {
        let removal = SQL.delete(from: .alertWaiting, where: "search = \(search) AND first\(isOneOf: articles)")
        return Set(try database.integers(removal + " RETURNING first"))
    }

    /// Increases the counts of waiting matches.
    func count(_ waiting: [WaitingAlerts]) throws {
        try database.run(
            waiting.map { counted in
                SQL.insert(
                    into: .alertQueue,
                    [
                        "search": .integer(counted.search), "waiting": .integer(Int64(counted.count)),
                        "since": .integer(counted.since),
                    ])
                        + """
                         ON CONFLICT (\(sqlite: "", postgres: "library, slot, ")search) DO UPDATE SET
                            waiting = alert_queue.waiting + excluded.waiting,
                            since = \(sqlite: "min", postgres: "least")(alert_queue.since, excluded.since)
                        """
            })
    }

    /// Decreases the count of a search's waiting matches and sets `since` to the time of the oldest remaining row.
    /// Deletes the count if no row is left.
    func uncount(_ taken: Int, of search: Int64) throws {
        let rows: SQL = "FROM \(rows: .alertWaiting) w WHERE w.search = \(search)"
        try database.run([
            .update(
                .alertQueue,
                set: """
                    waiting = \(sqlite: "max", postgres: "greatest")(1, waiting - \(taken)),
                    since = coalesce((SELECT min(w.at) \(sql: rows)), since)
                    """, where: "search = \(search)"),
            .delete(from: .alertQueue, where: "search = \(search) AND NOT EXISTS (SELECT 1 \(sql: rows))"),
        ])
    }

    /// The searches that deliver alerts, with their counts of waiting matches.
    ///
    /// - Parameter all: whether to include searches without a count.
    func counted(all: Bool) throws -> [WaitingAlerts] {
        try database.rows(
            """
            SELECT r.search, q.waiting, q.since FROM \(rows: .alertRule) r
            LEFT JOIN \(rows: .alertQueue) q ON q.search = r.search
            WHERE r.disabled IS NULL \(sql: all ? "" : "AND q.search IS NOT NULL") ORDER BY r.search
            """
        ) { WaitingAlerts(search: $0.integer(0), count: $0.count(1), since: $0.seconds(2)) }
    }

    // MARK: - Notified matches

    /// All articles that the given searches have notified the user of.
    func notified(of searches: [Int64]) throws -> [(search: Int64, article: Int64)] {
        try database.rows("SELECT a.search, a.article FROM \(rows: .alert) a WHERE a.search\(isOneOf: searches)") {
            ($0.integer(0), $0.integer(1))
        }
    }

    /// The articles that a search has notified the user of, newest first.
    func notified(of search: Int64, limit: Int) throws -> [Int64] {
        try database.integers(
            """
            SELECT a.article FROM \(rows: .alert) a WHERE a.search = \(search)
            ORDER BY a.at DESC, a.article DESC LIMIT \(limit)
            """)
    }

    /// Stores the articles of a delivery as notified. Existing rows are not changed.
    ///
    /// - Parameter articles: the articles, each with the time of the match and the id of the delivery. The id is
    ///   negative if the article was folded into another.
    func insertNotified(_ articles: [(article: Int64, at: Int64, delivery: Int64)], of search: Int64) throws {
        try database.insert(
            articles.map { [.integer(search), .integer($0.article), .integer($0.at), .integer($0.delivery)] },
            into: .alert, ["search", "article", "at", "delivery"], onConflict: .isIgnored)
    }

    /// - Parameter due: the time at which the delivery is due; nil for immediately.
    /// - Returns: the id of the new delivery.
    func insertDelivery(of search: Int64, uid: String, now: Int64, due: Int64? = nil) throws -> Int64 {
        let id = try database.takeIDs(1, of: .alertDelivery)
        try database.postpone([
            .insert(
                into: .alertDelivery,
                [
                    "id": .integer(id), "uid": .text(uid), "search": .integer(search), "created": .integer(now),
                    "due": .integer(due ?? now),
                ])
        ])
        return id
    }

    func removeDeliveries(finishedBefore time: Int64) throws {
        try database.postpone([.delete(from: .alertDelivery, where: "finished < \(time)")])
    }
}

/// A row of waiting matches: the articles that a search matched at one time.
struct WaitingRow {
    var search: Int64
    /// The time of the match, in seconds since 1970.
    var at: Int64
    /// The articles, ascending; at least one.
    var articles: [Int64]

    init(search: Int64, at: Int64, articles: [Int64]) {
        self.search = search
        self.at = at
        self.articles = articles
    }

    /// Decodes a stored row.
    ///
    /// - Parameter rest: the articles after the first one, packed by `AlertPack`.
    init(search: Int64, at: Int64, first: Int64, rest: [UInt8]) {
        self.init(search: search, at: at, articles: AlertPack.articles(from: first, rest: rest))
    }

    /// The first article, and the other articles in packed form.
    var packed: (first: Int64, rest: [UInt8]) { (articles.first ?? 0, AlertPack.rest(of: articles[...])) }
}
