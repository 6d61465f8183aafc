internal import Articles
internal import Database
internal import SQLite
internal import SavedSearchMatching

/// The rows of the outbox in the tables `alert…`.
struct SQLiteOutboxRows: OutboxRows {
    let connection: Connection

    func transaction<Result>(_ body: () throws -> Result) throws -> Result { try connection.transaction { try body() } }

    // MARK: - Unsorted matches

    func hasUnsorted() throws -> Bool {
        try connection.integer("SELECT 1 FROM alert_batch WHERE id > 0 LIMIT 1") != nil
    }

    func unsorted(after id: Int64, bytes limit: Int) throws -> [AlertBatch] {
        let rows = try connection.prepare(
            "SELECT id, at, first_new, matches FROM alert_batch WHERE id > ? ORDER BY id")
        try rows.bind([.integer(id)])
        var batches: [AlertBatch] = []
        var bytes = 0
        while bytes < limit, try rows.step() {
            batches.append(
                AlertBatch(id: rows.integer(0), at: rows.seconds(1), firstNew: rows.integer(2), matches: rows.bytes(3)))
            bytes += batches[batches.count - 1].matches.count
        }
        return batches
    }

    func forgottenSearches() throws -> [Int64: Int64] {
        let rows = try connection.prepare("SELECT search, max(batch) FROM alert_forgotten GROUP BY search")
        var out: [Int64: Int64] = [:]
        while try rows.step() { out[rows.integer(0)] = rows.integer(1) }
        return out
    }

    func removeUnsorted(upTo id: Int64) throws {
        try connection.run("DELETE FROM alert_batch WHERE id <= ?", [.integer(id)])
        try connection.run("DELETE FROM alert_forgotten WHERE batch <= ?", [.integer(id)])
    }

    // MARK: - Waiting matches

    func waiting(of searches: [Int64], limit: Int) throws -> [WaitingRow] {
        let rows = try connection.cachedStatement(
            "SELECT at, first, rest FROM alert_waiting WHERE search = ? ORDER BY at, first")
        defer { rows.reset() }
        var out: [WaitingRow] = []
        for search in searches {
            rows.reset()
            rows.bind(search, at: 1)
            while out.count < limit, try rows.step() {
                out.append(
                    WaitingRow(search: search, at: rows.seconds(0), first: rows.integer(1), rest: rows.bytes(2)))
            }
        }
        return out
    }

    func insert(_ rows: [WaitingRow]) throws {
        let row = try connection.cachedStatement(
            "INSERT OR IGNORE INTO alert_waiting (search, first, at, rest) VALUES (?, ?, ?, ?)")
        for waiting in rows {
            let (first, rest) = waiting.packed
            row.bind(waiting.search, at: 1)
            row.bind(first, at: 2)
            row.bind(waiting.at, at: 3)
            row.bind(blob: rest.span, at: 4)
            try row.run()
        }
    }

    func removeWaiting(of search: Int64, first articles: [Int64]) throws -> Set<Int64> {
        var removed: Set<Int64> = []
        for first in articles {
            try connection.run(
                "DELETE FROM alert_waiting WHERE search = ? AND first = ?", [.integer(search), .integer(first)])
            if connection.changedRows > 0 { removed.insert(first) }
        }
        return removed
    }

    func count(_ waiting: [WaitingAlerts]) throws {
        let queue = try connection.cachedStatement(
            """
            INSERT INTO alert_queue (search, waiting, since) VALUES (?, ?, ?) ON CONFLICT (search)
            DO UPDATE SET waiting = waiting + excluded.waiting, since = min(since, excluded.since)
            """)
        for counted in waiting {
            queue.bind(counted.search, at: 1)
            queue.bind(Int64(counted.count), at: 2)
            queue.bind(counted.since, at: 3)
            try queue.run()
        }
    }

    func uncount(_ taken: Int, of search: Int64) throws {
        let since = try connection.integer("SELECT min(at) FROM alert_waiting WHERE search = ?", [.integer(search)])
        guard let since else {
            return try connection.run("DELETE FROM alert_queue WHERE search = ?", [.integer(search)])
        }
        try connection.run(
            "UPDATE alert_queue SET waiting = max(1, waiting - ?2), since = ?3 WHERE search = ?1",
            [.integer(search), .integer(Int64(taken)), .integer(since)])
    }

    func counted(all: Bool) throws -> [WaitingAlerts] {
        let rows = try connection.cachedStatement(
            """
            SELECT r.search, q.waiting, q.since FROM alert_rule r LEFT JOIN alert_queue q ON q.search = r.search
            WHERE r.disabled IS NULL AND (q.search IS NOT NULL OR ?)
            """)
        defer { rows.reset() }
        rows.bind(all ? 1 : 0, at: 1)
        var out: [WaitingAlerts] = []
        while try rows.step() {
            out.append(WaitingAlerts(search: rows.integer(0), count: rows.count(1), since: rows.seconds(2)))
        }
        return out
    }

    // MARK: - Notified matches

    func notified(of searches: [Int64]) throws -> [(search: Int64, article: Int64)] {
        let told = try connection.cachedStatement("SELECT article FROM alert WHERE search = ?")
        defer { told.reset() }
        var out: [(search: Int64, article: Int64)] = []
        for search in searches {
            told.reset()
            told.bind(search, at: 1)
            while try told.step() { out.append((search, told.integer(0))) }
        }
        return out
    }

    func notified(of search: Int64, limit: Int) throws -> [Int64] {
        try connection.numbers(
            "SELECT article FROM alert WHERE search = ? ORDER BY at DESC, article DESC LIMIT ?",
            [.integer(search), .integer(Int64(limit))])
    }

    func insertNotified(_ articles: [(article: Int64, at: Int64, delivery: Int64)], of search: Int64) throws {
        let told = try connection.cachedStatement(
            "INSERT OR IGNORE INTO alert (search, article, at, delivery) VALUES (?, ?, ?, ?)")
        for (article, at, delivery) in articles {
            try told.bind([.integer(search), .integer(article), .integer(at), .integer(delivery)])
            try told.run()
        }
    }

    func insertDelivery(of search: Int64, uid: String, now: Int64) throws -> Int64 {
        try connection.run(
            "INSERT INTO alert_delivery (uid, search, created, due) VALUES (?1, ?2, ?3, ?3)",
            [.text(uid), .integer(search), .integer(now)])
        return connection.lastInsertRowID
    }

    func removeDeliveries(finishedBefore time: Int64) throws {
        try connection.run("DELETE FROM alert_delivery WHERE finished < ?", [.integer(time)])
    }
}

extension Connection {
    /// The first column of each row.
    func numbers(_ sql: String, _ values: [SQLValue]) throws -> [Int64] {
        let rows = try cachedStatement(sql)
        defer { rows.reset() }
        try rows.bind(values)
        var out: [Int64] = []
        while try rows.step() { out.append(rows.integer(0)) }
        return out
    }
}
