package import Articles
internal import Database
internal import SavedSearchMatching

extension OutboxStoring where Self: TableStore {
    package func waitingAlerts() throws -> [WaitingAlerts] {
        try snapshot { try reading { try OutboxRows($0).waitingAlerts() } }
    }

    package func hasWaitingAlerts() throws -> Bool {
        try reading { database in
            try database.hasRow(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM \(rows: .alertBatch) b WHERE b.id > 0) OR EXISTS (
                    SELECT 1 FROM \(rows: .alertQueue) q JOIN \(rows: .alertRule) r ON r.search = q.search
                    WHERE r.disabled IS NULL)
                """)
        }
    }

    package func sortAlerts() throws {
        while try reading({ try OutboxRows($0).hasUnsorted() }) {
            try writing { try AlertSorter(rows: OutboxRows($0)).sortSome() }
        }
    }

    package func waitingArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try reading { database in
            let rows = try OutboxRows(database).waiting(of: [search], limit: limit)
            return Array(rows.flatMap(\.articles).prefix(limit))
        }
    }

    package func notifiedArticles(of search: Int64, since: Int64, limit: Int) throws -> [Int64] {
        try reading { database in
            try database.integers(
                """
                SELECT a.article FROM \(rows: .alert) a
                WHERE a.search = \(search) AND a.delivery > 0 AND a.at >= \(since)
                ORDER BY a.at DESC, a.article DESC LIMIT \(limit)
                """)
        }
    }

    package func articles(of delivery: AlertDelivery) throws -> [Int64] {
        try reading { database in
            try database.integers(
                """
                SELECT a.article FROM \(rows: .alert) a
                WHERE a.search = \(delivery.search) AND a.delivery = \(delivery.id) ORDER BY a.at, a.article
                """)
        }
    }

    package func foldedCount(of delivery: AlertDelivery) throws -> Int {
        try reading { database in
            // Folded articles are stored with the negated id of the delivery, or with 0 if all articles were folded and
            // no delivery was created.
            Int(
                try database.integer(
                    """
                    SELECT count(*) FROM \(rows: .alert) a
                    WHERE a.search = \(delivery.search) AND a.delivery = \(0 &- delivery.id)
                    """) ?? 0)
        }
    }

    package func alertedArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try snapshot { try reading { try OutboxRows($0).alerted(of: search, limit: limit) } }
    }

    package func notifiedCopies(among articles: [Int64], of search: Int64) throws -> Set<Int64> {
        try reading { database in
            let groups = DuplicateGroupRows.sql
            var groupOf: [Int64: Int64] = [:]
            var notified: Set<Int64> = []
            try database.rows(of: [
                "SELECT g.n, g.first FROM \(sql: groups) g WHERE g.n\(isOneOf: articles)",
                """
                SELECT DISTINCT m.first FROM \(sql: groups) m \(sqlite: "CROSS JOIN", postgres: "JOIN") \(rows: .alert) a
                ON a.search = \(search) AND a.article = m.n
                WHERE m.first IN (SELECT g.first FROM \(sql: groups) g WHERE g.n\(isOneOf: articles))
                """,
            ]) { query, row in
                if query == 0 { groupOf[row.integer(0)] = row.integer(1) } else { notified.insert(row.integer(0)) }
            }
            return NotifiedCopies.among(articles) {
                groupOf[$0] ?? 0
            } isNotified: {
                notified.contains($0)
            }
        }
    }

    // MARK: - Deliveries

    @discardableResult
    package func addDelivery(
        of articles: [Int64], folded: [Int64], search: Int64, uid: String, now: Int64
    ) throws -> Int {
        try writing {
            try OutboxRows($0).addDelivery(of: articles, folded: folded, search: search, uid: uid, now: now)
        }
    }

    package func dueDeliveries(now: Int64, limit: Int) throws -> [AlertDelivery] {
        let horizon = StoredFuture.horizon(now, StoredFuture.maxDeliveryWait)
        return try deliveries(
            """
            JOIN \(rows: .alertRule) r ON r.search = d.search
            WHERE d.state = 0 AND (d.due <= \(now) OR d.due > \(horizon)) AND r.disabled IS NULL
                AND (r.not_before <= \(now) OR r.not_before > \(horizon))
            ORDER BY d.due, d.id LIMIT \(limit)
            """)
    }

    package func nextDelivery() throws -> Int64? {
        try reading { database in
            try database.integer(
                """
                SELECT min(\(sqlite: "max", postgres: "greatest")(d.due, r.not_before)) FROM \(rows: .alertDelivery) d
                JOIN \(rows: .alertRule) r ON r.search = d.search WHERE d.state = 0 AND r.disabled IS NULL
                """)
        }
    }

    package func deliveries(state: AlertDelivery.State?, search: Int64?, limit: Int) throws -> [AlertDelivery] {
        var conditions: [SQL] = []
        if let state { conditions.append("d.state = \(state.rawValue)") }
        if let search { conditions.append("d.search = \(search)") }
        let condition: SQL = conditions.isEmpty ? "" : "WHERE " + .joined(conditions, by: " AND ")
        return try deliveries("\(sql: condition) ORDER BY d.id DESC LIMIT \(limit)")
    }

    private func deliveries(_ condition: SQL) throws -> [AlertDelivery] {
        try reading { database in
            try database.rows(
                """
                SELECT d.id, d.uid, d.search, d.state, d.created, d.due, d.attempts, d.finished, d.failure
                FROM \(rows: .alertDelivery) d \(sql: condition)
                """
            ) { row in
                AlertDelivery(
                    id: row.integer(0), uid: row.text(1), search: row.integer(2),
                    state: .init(rawValue: row.integer(3)) ?? .waiting, created: row.seconds(4), due: row.seconds(5),
                    attempts: row.count(6), finished: row.secondsOrNil(7), failure: row.textOrNil(8))
            }
        }
    }

    package func deliveredCount(channel: String, since: Int64) throws -> Int {
        let horizon = StoredFuture.horizon(since, StoredFuture.maxDeliveryWait)
        return try reading { database in
            Int(
                try database.integer(
                    """
                    SELECT count(*) FROM \(rows: .alertDelivery) d
                    \(sqlite: "CROSS JOIN", postgres: "JOIN") \(rows: .alertRule) r ON r.search = d.search
                    WHERE d.finished > \(since) AND d.finished <= \(horizon) AND r.channel = \(channel)
                    """) ?? 0)
        }
    }

    package func finish(_ delivery: AlertDelivery, _ outcome: AlertOutcome, now: Int64) throws {
        let rule: SQL = "search = \(delivery.search)"
        let failure = SQL.update(.alertRule, set: "failures = failures + 1", where: rule)
        var statements: [SQL]
        switch outcome {
        case .delivered:
            statements = [
                attempt(delivery, "state = 1, finished = \(now), failure = NULL"),
                .update(.alertRule, set: "failures = 0", where: rule + " AND failures > 0"),
            ]
        case .failed(let reason, let retryAt):
            statements = [attempt(delivery, "due = \(retryAt), failure = \(reason)"), failure]
        case .dead(let reason): statements = [attempt(delivery, "state = 2, failure = \(reason)"), failure]
        case .gone(let reason):
            statements = [
                attempt(delivery, "state = 2, failure = \(reason)"),
                .update(.alertRule, set: "disabled = \(reason)", where: rule),
            ]
        }
        try writing { try $0.run(statements) }
    }

    private func attempt(_ delivery: AlertDelivery, _ changes: SQL) -> SQL {
        .update(.alertDelivery, set: "attempts = attempts + 1, " + changes, where: "id = \(delivery.id)")
    }

    package func postpone(_ delivery: AlertDelivery, until due: Int64) throws {
        try writing { try $0.run(.update(.alertDelivery, set: "due = \(due)", where: "id = \(delivery.id)")) }
    }

    package func holdAlerts(of search: Int64, until: Int64) throws {
        try writing { try $0.run(.update(.alertRule, set: "not_before = \(until)", where: "search = \(search)")) }
    }

    package func retryAlerts(of search: Int64?, now: Int64) throws -> Int {
        let condition: SQL = search.map { "search = \($0)" } ?? "\(true)"
        return try writing { database in
            try database.run([
                .update(.alertRule, set: "disabled = NULL, not_before = 0", where: condition),
                .update(
                    .alertDelivery,
                    set: "state = 0, due = \(now), attempts = CASE state WHEN 2 THEN 0 ELSE attempts END",
                    where: "state <> 1 AND " + condition),
            ])[1]
        }
    }
}

/// The query for articles that belong to groups of near-duplicates.
private enum DuplicateGroupRows {
    /// The result has two columns: the article `n` and the first article of its group.
    static let sql: SQL = """
        (SELECT n, \(sqlite: "fold AS first FROM article_forward WHERE fold <> 0", postgres: """
            first FROM feedsearch.article_group WHERE library = $1 AND slot = $2
            """))
        """
}
