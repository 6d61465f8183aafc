internal import Articles
internal import Database
internal import PostgreSQL
internal import PostgresSearch
internal import SavedSearchMatching

/// The rows of the outbox in the tables `alert…`.
struct PostgresOutboxRows: OutboxRows {
    let store: PostgresStore
    private var library: LibraryConnection { store.library }

    init(_ store: PostgresStore) { self.store = store }

    func transaction<Result>(_ body: () throws -> Result) throws -> Result { try store.writing(body) }

    // MARK: - Unsorted matches

    func hasUnsorted() throws -> Bool {
        try library.integer("SELECT id FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2 LIMIT 1") != nil
    }

    func unsorted(after id: Int64, bytes: Int) throws -> [AlertBatch] {
        let rows = try library.query(
            """
            SELECT id, at, first_new, matches FROM (
                SELECT *, sum(length(matches)) OVER (ORDER BY id) - length(matches) AS before
                FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2 AND id > $3
            ) b WHERE before < $4 ORDER BY id
            """, [.integer(id), .integer(Int64(bytes))])
        return rows.map {
            AlertBatch(id: $0.integer(0), at: $0.seconds(1), firstNew: $0.integer(2), matches: $0.bytes(3))
        }
    }

    func forgottenSearches() throws -> [Int64: Int64] {
        let rows = try library.query(
            """
            SELECT search, max(batch) FROM feedsearch.alert_forgotten WHERE library = $1 AND slot = $2 GROUP BY search
            """)
        return Dictionary(rows.map { ($0.integer(0), $0.integer(1)) }) { $1 }
    }

    func removeUnsorted(upTo id: Int64) throws {
        try library.pipeline([
            library.request(
                "DELETE FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2 AND id <= $3", [.integer(id)]),
            library.request(
                "DELETE FROM feedsearch.alert_forgotten WHERE library = $1 AND slot = $2 AND batch <= $3",
                [.integer(id)]),
        ])
    }

    // MARK: - Waiting matches

    func waiting(of searches: [Int64], limit: Int) throws -> [WaitingRow] {
        let rows = try library.query(
            """
            SELECT search, at, first, rest FROM feedsearch.alert_waiting
            WHERE library = $1 AND slot = $2 AND search = ANY ($3) ORDER BY at, first LIMIT $4
            """, [.integers(searches), .integer(Int64(limit))])
        return rows.map {
            WaitingRow(search: $0.integer(0), at: $0.seconds(1), first: $0.integer(2), rest: $0.bytes(3))
        }
    }

    func insert(_ rows: [WaitingRow]) throws {
        if rows.isEmpty { return }
        let packed = rows.map(\.packed)
        try library.run(
            """
            INSERT INTO feedsearch.alert_waiting (library, slot, search, first, at, rest)
            SELECT $1, $2, * FROM unnest($3::int8[], $4::int8[], $5::int8[], $6::bytea[]) ON CONFLICT DO NOTHING
            """,
            [
                .integers(rows.map(\.search)), .integers(packed.map(\.first)), .integers(rows.map(\.at)),
                .byteArrays(packed.map(\.rest)),
            ])
    }

    func removeWaiting(of search: Int64, first articles: [Int64]) throws -> Set<Int64> {
        let rows = try library.query(
            """
            DELETE FROM feedsearch.alert_waiting
            WHERE library = $1 AND slot = $2 AND search = $3 AND first = ANY ($4) RETURNING first
            """, [.integer(search), .integers(articles)])
        return Set(rows.map { $0.integer(0) })
    }

    func count(_ waiting: [WaitingAlerts]) throws {
        if waiting.isEmpty { return }
        try library.run(
            """
            INSERT INTO feedsearch.alert_queue AS q (library, slot, search, waiting, since)
            SELECT $1, $2, u.search, sum(u.count)::int8, min(u.since)
            FROM unnest($3::int8[], $4::int8[], $5::int8[]) AS u(search, count, since) GROUP BY u.search
            ON CONFLICT (library, slot, search) DO UPDATE SET
                waiting = q.waiting + excluded.waiting, since = least(q.since, excluded.since)
            """,
            [
                .integers(waiting.map(\.search)), .integers(waiting.map { Int64($0.count) }),
                .integers(waiting.map(\.since)),
            ])
    }

    func uncount(_ taken: Int, of search: Int64) throws {
        let oldest = """
            SELECT min(at) AS since FROM feedsearch.alert_waiting WHERE library = $1 AND slot = $2 AND search = $3
            """
        try library.pipeline([
            library.request(
                """
                UPDATE feedsearch.alert_queue SET waiting = greatest(1, waiting - $4), since = w.since
                FROM (\(oldest)) w WHERE library = $1 AND slot = $2 AND search = $3 AND w.since IS NOT NULL
                """, [.integer(search), .integer(Int64(taken))]),
            library.request(
                """
                DELETE FROM feedsearch.alert_queue
                WHERE library = $1 AND slot = $2 AND search = $3 AND (\(oldest)) IS NULL
                """, [.integer(search)]),
        ])
    }

    func counted(all: Bool) throws -> [WaitingAlerts] {
        let rows = try library.query(
            """
            SELECT r.search, q.waiting, q.since FROM feedsearch.alert_rule r
            LEFT JOIN feedsearch.alert_queue q ON q.library = $1 AND q.slot = $2 AND q.search = r.search
            WHERE r.library = $1 AND r.slot = $2 AND r.disabled IS NULL AND (q.search IS NOT NULL OR $3) ORDER BY r.search
            """, [.bool(all)])
        return rows.map {
            WaitingAlerts(search: $0.integer(0), count: $0.count(1), since: $0.seconds(2))
        }
    }

    // MARK: - Notified matches

    func notified(of searches: [Int64]) throws -> [(search: Int64, article: Int64)] {
        try library.query(
            "SELECT search, article FROM feedsearch.alert WHERE library = $1 AND slot = $2 AND search = ANY ($3)",
            [.integers(searches)]
        ).map { ($0.integer(0), $0.integer(1)) }
    }

    func notified(of search: Int64, limit: Int) throws -> [Int64] {
        try library.query(
            """
            SELECT article FROM feedsearch.alert WHERE library = $1 AND slot = $2 AND search = $3
            ORDER BY at DESC, article DESC LIMIT $4
            """, [.integer(search), .integer(Int64(limit))]
        ).map { $0.integer(0) }
    }

    func insertNotified(_ articles: [(article: Int64, at: Int64, delivery: Int64)], of search: Int64) throws {
        try library.run(
            """
            INSERT INTO feedsearch.alert (library, slot, search, article, at, delivery)
            SELECT $1, $2, $3, * FROM unnest($4::int8[], $5::int8[], $6::int8[]) ON CONFLICT DO NOTHING
            """,
            [
                .integer(search), .integers(articles.map(\.article)), .integers(articles.map(\.at)),
                .integers(articles.map(\.delivery)),
            ])
    }

    func insertDelivery(of search: Int64, uid: String, now: Int64) throws -> Int64 {
        let id = try library.take(1, .delivery)
        try library.run(
            """
            INSERT INTO feedsearch.alert_delivery (library, slot, id, uid, search, created, due)
            VALUES ($1, $2, $3, $4, $5, $6, $6)
            """, [.integer(id), .text(uid), .integer(search), .integer(now)])
        return id
    }

    func removeDeliveries(finishedBefore time: Int64) throws {
        try library.run(
            "DELETE FROM feedsearch.alert_delivery WHERE library = $1 AND slot = $2 AND finished < $3",
            [.integer(time)])
    }
}
