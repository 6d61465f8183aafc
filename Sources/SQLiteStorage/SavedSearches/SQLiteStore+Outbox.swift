internal import ArticleSearch
internal import Articles
internal import SQLite
internal import SQLiteSearch
internal import SearchRanking

extension SQLiteStore {
    func deliveryLock() -> (any DeliveryLock)? { FileDeliveryLock(database: path) }

    func waitingAlerts() throws -> [WaitingAlerts] {
        try guarded {
            var unsorted: [Int64: WaitingAlerts] = [:]
            try AlertSorter(connection: connection).read { group in
                var waiting = unsorted[group.search] ?? .init(search: group.search, count: 0, since: group.at)
                waiting.count += group.articles.count
                waiting.since = min(waiting.since, group.at)
                unsorted[group.search] = waiting
            }
            let rows = try connection.cachedStatement(
                """
                SELECT r.search, q.waiting, q.since FROM alert_rule r LEFT JOIN alert_queue q ON q.search = r.search
                WHERE r.disabled IS NULL AND (q.search IS NOT NULL OR ?)
                """)
            defer { rows.reset() }
            rows.bind(unsorted.isEmpty ? 0 : 1, at: 1)
            var out: [WaitingAlerts] = []
            while try rows.step() {
                let search = rows.integer(0)
                var waiting = WaitingAlerts(search: search, count: rows.count(1), since: rows.seconds(2))
                if let more = unsorted[search] {
                    waiting.since = waiting.count > 0 ? min(waiting.since, more.since) : more.since
                    waiting.count += more.count
                }
                if waiting.count > 0 { out.append(waiting) }
            }
            return out
        }
    }

    func hasWaitingAlerts() throws -> Bool {
        try guarded {
            if try !AlertSorter(connection: connection).isEmpty { return true }
            return try connection.integer(
                """
                SELECT 1 FROM alert_queue q JOIN alert_rule r ON r.search = q.search WHERE r.disabled IS NULL LIMIT 1
                """) != nil
        }
    }

    func sortAlerts() throws { try guarded { try AlertSorter(connection: connection).sort() } }

    func waitingArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try guarded {
            let rows = try WaitingRows(connection: connection).rows(of: search, limit: limit)
            return Array(rows.flatMap(\.articles).prefix(limit))
        }
    }

    func notifiedArticles(of search: Int64, since: Int64, limit: Int) throws -> [Int64] {
        try numbers(
            """
            SELECT article FROM alert WHERE search = ? AND delivery > 0 AND at >= ? ORDER BY at DESC, article DESC LIMIT ?
            """, [.integer(search), .integer(since), .integer(Int64(limit))])
    }

    func articles(of delivery: AlertDelivery) throws -> [Int64] {
        try numbers(
            "SELECT article FROM alert WHERE search = ? AND delivery = ? ORDER BY at, article",
            [.integer(delivery.search), .integer(delivery.id)])
    }

    func foldedCount(of delivery: AlertDelivery) throws -> Int {
        try guarded {
            // The delivery's number with the sign turned round; 0 where a delivery would have had nothing else.
            Int(
                try connection.integer(
                    "SELECT count(*) FROM alert WHERE search = ? AND delivery = ?",
                    [.integer(delivery.search), .integer(-delivery.id)]) ?? 0)
        }
    }

    func alertedArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try guarded {
            var found: [Int64] = []
            for row in try WaitingRows(connection: connection).rows(of: search, limit: .max) { found += row.articles }
            try AlertSorter(connection: connection).read { if $0.search == search { found += $0.articles } }
            let told = try numbers(
                "SELECT article FROM alert WHERE search = ? ORDER BY at DESC, article DESC LIMIT ?",
                [.integer(search), .integer(Int64(limit))])
            return Array((found.reversed() + told).prefix(limit))
        }
    }

    private func numbers(_ sql: String, _ values: [SQLValue]) throws -> [Int64] {
        try guarded {
            let rows = try connection.cachedStatement(sql)
            defer { rows.reset() }
            try rows.bind(values)
            var out: [Int64] = []
            while try rows.step() { out.append(rows.integer(0)) }
            return out
        }
    }

    func notifiedCopies(among articles: [Int64], of search: Int64) throws -> Set<Int64> {
        try guarded {
            let facts = FactsCache(SQLiteIndex(connection: connection))
            let told = try connection.cachedStatement("SELECT 1 FROM alert WHERE search = ? AND article = ?")
            // By group, whether one of its articles is told of.
            var groups: [UInt32: Bool] = [:]
            var copies: Set<Int64> = []
            for article in articles {
                let group = try facts.facts(of: article).foldKey
                guard group != 0 else { continue }
                if groups[group] == nil {
                    groups[group] = try SQLiteDuplicates(connection).members(of: Int64(group)).contains { member in
                        defer { told.reset() }
                        told.bind(search, at: 1)
                        told.bind(member, at: 2)
                        return try told.step()
                    }
                }
                if groups[group] == true { copies.insert(article) }
                groups[group] = true
            }
            return copies
        }
    }

    // MARK: - Deliveries

    @discardableResult
    func addDelivery(
        of articles: [Int64], folded: [Int64], search: Int64, uid: String, now: Int64
    ) throws -> Int {
        try guarded {
            try connection.transaction {
                try connection.run(
                    "DELETE FROM alert_delivery WHERE finished < ?", [.integer(now - Self.keptSeconds)])
                let taken = try WaitingRows(connection: connection).take(Set(articles + folded), of: search)
                if taken.isEmpty { return 0 }
                var id: Int64 = 0
                if !articles.isEmpty {
                    try connection.run(
                        "INSERT INTO alert_delivery (uid, search, created, due) VALUES (?1, ?2, ?3, ?3)",
                        [.text(uid), .integer(search), .integer(now)])
                    id = connection.lastInsertRowID
                }
                let away = Set(folded)
                let told = try connection.cachedStatement(
                    "INSERT OR IGNORE INTO alert (search, article, at, delivery) VALUES (?, ?, ?, ?)")
                for (article, at) in taken {
                    try told.bind([
                        .integer(search), .integer(article), .integer(at), .integer(away.contains(article) ? -id : id),
                    ])
                    try told.run()
                }
                try updateQueue(search, taken: taken.count)
                return taken.count
            }
        }
    }

    /// How long a delivery that was taken is listed.
    private static var keptSeconds: Int64 { 90 * 86_400 }

    private func updateQueue(_ search: Int64, taken: Int) throws {
        let since = try connection.integer("SELECT min(at) FROM alert_waiting WHERE search = ?", [.integer(search)])
        guard let since else {
            return try connection.run("DELETE FROM alert_queue WHERE search = ?", [.integer(search)])
        }
        try connection.run(
            "UPDATE alert_queue SET waiting = max(1, waiting - ?2), since = ?3 WHERE search = ?1",
            [.integer(search), .integer(Int64(taken)), .integer(since)])
    }

    func dueDeliveries(now: Int64, limit: Int = 1_000) throws -> [AlertDelivery] {
        try deliveries(
            """
            FROM alert_delivery d JOIN alert_rule r ON r.search = d.search
            WHERE d.state = 0 AND d.due <= ?1 AND r.disabled IS NULL AND r.not_before <= ?1 ORDER BY d.due, d.id LIMIT ?2
            """, [.integer(now), .integer(Int64(limit))])
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
                    WHERE d.finished > ?2 AND r.channel = ?1
                    """, [.text(channel), .integer(since)]) ?? 0)
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
