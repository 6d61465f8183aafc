internal import ArticleSearch
internal import Articles
internal import Database
internal import SQLite
internal import SQLiteSearch
internal import SavedSearchMatching
internal import SearchRanking

extension SQLiteStore {
    func deliveryLock() -> (any DeliveryLock)? { FileDeliveryLock(database: path) }

    private var rows: SQLiteOutboxRows { SQLiteOutboxRows(connection: connection) }

    func waitingAlerts() throws -> [WaitingAlerts] { try guarded { try rows.waitingAlerts() } }

    func hasWaitingAlerts() throws -> Bool {
        try guarded {
            if try rows.hasUnsorted() { return true }
            return try connection.integer(
                """
                SELECT 1 FROM alert_queue q JOIN alert_rule r ON r.search = q.search WHERE r.disabled IS NULL LIMIT 1
                """) != nil
        }
    }

    func sortAlerts() throws { try guarded { try AlertSorter(rows: rows).sort() } }

    func waitingArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try guarded { Array(try rows.waiting(of: [search], limit: limit).flatMap(\.articles).prefix(limit)) }
    }

    func notifiedArticles(of search: Int64, since: Int64, limit: Int) throws -> [Int64] {
        try guarded {
            try connection.numbers(
                """
                SELECT article FROM alert
                WHERE search = ? AND delivery > 0 AND at >= ? ORDER BY at DESC, article DESC LIMIT ?
                """, [.integer(search), .integer(since), .integer(Int64(limit))])
        }
    }

    func articles(of delivery: AlertDelivery) throws -> [Int64] {
        try guarded {
            try connection.numbers(
                "SELECT article FROM alert WHERE search = ? AND delivery = ? ORDER BY at, article",
                [.integer(delivery.search), .integer(delivery.id)])
        }
    }

    func foldedCount(of delivery: AlertDelivery) throws -> Int {
        try guarded {
            // The delivery's number with the sign turned round; 0 where a delivery would have had nothing else.
            Int(
                try connection.integer(
                    "SELECT count(*) FROM alert WHERE search = ? AND delivery = ?",
                    [.integer(delivery.search), .integer(0 &- delivery.id)]) ?? 0)
        }
    }

    func alertedArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try guarded { try rows.alerted(of: search, limit: limit) }
    }

    func notifiedCopies(among articles: [Int64], of search: Int64) throws -> Set<Int64> {
        try guarded {
            let facts = FactsCache(SQLiteIndex(connection: connection))
            let told = try connection.cachedStatement("SELECT 1 FROM alert WHERE search = ? AND article = ?")
            return try NotifiedCopies.among(articles) {
                Int64(try facts.facts(of: $0).foldKey)
            } isNotified: { group in
                try SQLiteDuplicates(connection).members(of: group).contains { member in
                    defer { told.reset() }
                    told.bind(search, at: 1)
                    told.bind(member, at: 2)
                    return try told.step()
                }
            }
        }
    }

    // MARK: - Deliveries

    @discardableResult
    func addDelivery(
        of articles: [Int64], folded: [Int64], search: Int64, uid: String, now: Int64
    ) throws -> Int {
        try guarded { try rows.addDelivery(of: articles, folded: folded, search: search, uid: uid, now: now) }
    }

    func dueDeliveries(now: Int64, limit: Int = 1_000) throws -> [AlertDelivery] {
        try deliveries(
            """
            FROM alert_delivery d JOIN alert_rule r ON r.search = d.search
            WHERE d.state = 0 AND (d.due <= ?1 OR d.due > ?3) AND r.disabled IS NULL
                AND (r.not_before <= ?1 OR r.not_before > ?3)
            ORDER BY d.due, d.id LIMIT ?2
            """,
            [
                .integer(now), .integer(Int64(limit)),
                .integer(StoredFuture.horizon(now, StoredFuture.maxDeliveryWait)),
            ])
    }

    func nextDelivery() throws -> Int64? {
        try guarded {
            try connection.integer(
                """
                SELECT min(max(d.due, r.not_before)) FROM alert_delivery d JOIN alert_rule r ON r.search = d.search
                WHERE d.state = 0 AND r.disabled IS NULL
                """)
        }
    }

    func deliveries(state: AlertDelivery.State?, search: Int64?, limit: Int) throws -> [AlertDelivery] {
        try deliveries(
            """
            FROM alert_delivery d WHERE (?1 IS NULL OR d.state = ?1) AND (?2 IS NULL OR d.search = ?2)
            ORDER BY d.id DESC LIMIT ?3
            """, [.init(state?.rawValue), .init(search), .integer(Int64(limit))])
    }

    private func deliveries(_ sql: String, _ values: [SQLValue]) throws -> [AlertDelivery] {
        try guarded {
            let rows = try connection.cachedStatement(
                "SELECT d.id, d.uid, d.search, d.state, d.created, d.due, d.attempts, d.finished, d.failure " + sql)
            defer { rows.reset() }
            try rows.bind(values)
            var out: [AlertDelivery] = []
            while try rows.step() {
                out.append(
                    AlertDelivery(
                        id: rows.integer(0), uid: rows.text(1), search: rows.integer(2),
                        state: .init(rawValue: rows.integer(3)) ?? .waiting, created: rows.seconds(4),
                        due: rows.seconds(5), attempts: rows.count(6), finished: rows.secondsOrNil(7),
                        failure: rows.textOrNil(8)))
            }
            return out
        }
    }

    func deliveredCount(channel: String, since: Int64) throws -> Int {
        try guarded {
            Int(
                try connection.integer(
                    """
                    SELECT count(*) FROM alert_delivery d CROSS JOIN alert_rule r ON r.search = d.search
                    WHERE d.finished > ?2 AND d.finished <= ?3 AND r.channel = ?1
                    """,
                    [
                        .text(channel), .integer(since),
                        .integer(StoredFuture.horizon(since, StoredFuture.maxDeliveryWait)),
                    ]) ?? 0)
        }
    }

    func finish(_ delivery: AlertDelivery, _ outcome: AlertOutcome, now: Int64) throws {
        try guarded {
            try connection.transaction {
                switch outcome {
                case .delivered:
                    try update(delivery, "state = 1, finished = ?2, failure = NULL", .integer(now))
                    try connection.run(
                        "UPDATE alert_rule SET failures = 0 WHERE search = ? AND failures > 0",
                        [.integer(delivery.search)])
                case .failed(let reason, let retryAt):
                    try update(delivery, "due = ?2, failure = ?3", .integer(retryAt), .text(reason))
                    try countFailure(delivery)
                case .dead(let reason):
                    try update(delivery, "state = 2, failure = ?2", .text(reason))
                    try countFailure(delivery)
                case .gone(let reason):
                    try update(delivery, "state = 2, failure = ?2", .text(reason))
                    try connection.run(
                        "UPDATE alert_rule SET disabled = ?2 WHERE search = ?1",
                        [.integer(delivery.search), .text(reason)])
                }
            }
        }
    }

    private func update(_ delivery: AlertDelivery, _ changes: String, _ values: SQLValue...) throws {
        try connection.run(
            "UPDATE alert_delivery SET attempts = attempts + 1, \(changes) WHERE id = ?1",
            [.integer(delivery.id)] + values)
    }

    private func countFailure(_ delivery: AlertDelivery) throws {
        try connection.run(
            "UPDATE alert_rule SET failures = failures + 1 WHERE search = ?", [.integer(delivery.search)])
    }

    func postpone(_ delivery: AlertDelivery, until due: Int64) throws {
        try guarded {
            try connection.run(
                "UPDATE alert_delivery SET due = ? WHERE id = ?", [.integer(due), .integer(delivery.id)])
        }
    }

    func holdAlerts(of search: Int64, until: Int64) throws {
        try guarded {
            try connection.run(
                "UPDATE alert_rule SET not_before = ? WHERE search = ?", [.integer(until), .integer(search)])
        }
    }

    func retryAlerts(of search: Int64?, now: Int64) throws -> Int {
        try guarded {
            try connection.transaction {
                try connection.run(
                    "UPDATE alert_rule SET disabled = NULL, not_before = 0 WHERE ?1 IS NULL OR search = ?1",
                    [.init(search)])
                try connection.run(
                    """
                    UPDATE alert_delivery SET state = 0, due = ?2, attempts = CASE state WHEN 2 THEN 0 ELSE attempts END
                    WHERE state <> 1 AND (?1 IS NULL OR search = ?1)
                    """, [.init(search), .integer(now)])
                return Int(connection.changedRows)
            }
        }
    }
}
