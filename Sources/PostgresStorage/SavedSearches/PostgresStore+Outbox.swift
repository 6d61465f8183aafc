package import Articles
internal import Database
internal import PostgreSQL
internal import PostgresSearch
internal import SavedSearchMatching

extension PostgresStore: OutboxStoring {
    private var rows: PostgresOutboxRows { PostgresOutboxRows(self) }

    package func deliveryLock() -> (any DeliveryLock)? { try? PostgresDeliveryLock(address, place) }

    package func waitingAlerts() throws -> [WaitingAlerts] { try snapshot { try rows.waitingAlerts() } }

    package func hasWaitingAlerts() throws -> Bool {
        try guarded {
            try library.query(
                """
                SELECT EXISTS (SELECT 1 FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2) OR EXISTS (
                    SELECT 1 FROM feedsearch.alert_queue q
                    JOIN feedsearch.alert_rule r ON r.library = $1 AND r.slot = $2 AND r.search = q.search
                    WHERE q.library = $1 AND q.slot = $2 AND r.disabled IS NULL)
                """
            ).first?.bool(0) ?? false
        }
    }

    package func sortAlerts() throws { try guarded { try AlertSorter(rows: rows).sort() } }

    package func waitingArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try guarded { Array(try rows.waiting(of: [search], limit: limit).flatMap(\.articles).prefix(limit)) }
    }

    package func notifiedArticles(of search: Int64, since: Int64, limit: Int) throws -> [Int64] {
        try guarded {
            try library.query(
                """
                SELECT article FROM feedsearch.alert
                WHERE library = $1 AND slot = $2 AND search = $3 AND delivery > 0 AND at >= $4
                ORDER BY at DESC, article DESC LIMIT $5
                """, [.integer(search), .integer(since), .integer(Int64(limit))]
            ).map { $0.integer(0) }
        }
    }

    package func articles(of delivery: AlertDelivery) throws -> [Int64] {
        try guarded {
            try library.query(
                """
                SELECT article FROM feedsearch.alert
                WHERE library = $1 AND slot = $2 AND search = $3 AND delivery = $4 ORDER BY at, article
                """, [.integer(delivery.search), .integer(delivery.id)]
            ).map { $0.integer(0) }
        }
    }

    package func foldedCount(of delivery: AlertDelivery) throws -> Int {
        try guarded {
            Int(
                try library.integer(
                    """
                    SELECT count(*) FROM feedsearch.alert
                    WHERE library = $1 AND slot = $2 AND search = $3 AND delivery = $4
                    """, [.integer(delivery.search), .integer(0 &- delivery.id)]) ?? 0)
        }
    }

    package func alertedArticles(of search: Int64, limit: Int) throws -> [Int64] {
        try snapshot { try rows.alerted(of: search, limit: limit) }
    }

    package func notifiedCopies(among articles: [Int64], of search: Int64) throws -> Set<Int64> {
        try guarded {
            let rows = try library.query(
                """
                SELECT g.n, g.first, EXISTS (
                    SELECT 1 FROM feedsearch.article_group m
                    JOIN feedsearch.alert a ON a.library = $1 AND a.slot = $2 AND a.search = $3 AND a.article = m.n
                    WHERE m.library = $1 AND m.slot = $2 AND m.first = g.first)
                FROM feedsearch.article_group g WHERE g.library = $1 AND g.slot = $2 AND g.n = ANY ($4)
                """, [.integer(search), .integers(articles)])
            let groups = Dictionary(rows.map { ($0.integer(0), $0.integer(1)) }) { $1 }
            let notified = Set(rows.lazy.filter { $0.bool(2) }.map { $0.integer(1) })
            return NotifiedCopies.among(articles) {
                groups[$0] ?? 0
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
        try guarded { try rows.addDelivery(of: articles, folded: folded, search: search, uid: uid, now: now) }
    }

    package func dueDeliveries(now: Int64, limit: Int = 1_000) throws -> [AlertDelivery] {
        try deliveries(
            """
            JOIN feedsearch.alert_rule r ON r.library = $1 AND r.slot = $2 AND r.search = d.search
            WHERE d.library = $1 AND d.slot = $2 AND d.state = 0 AND (d.due <= $3 OR d.due > $5)
                AND r.disabled IS NULL AND (r.not_before <= $3 OR r.not_before > $5)
            ORDER BY d.due, d.id LIMIT $4
            """,
            [
                .integer(now), .integer(Int64(limit)),
                .integer(StoredFuture.horizon(now, StoredFuture.maxDeliveryWait)),
            ])
    }

    package func nextDelivery() throws -> Int64? {
        try guarded {
            try library.integer(
                """
                SELECT min(greatest(d.due, r.not_before)) FROM feedsearch.alert_delivery d
                JOIN feedsearch.alert_rule r ON r.library = $1 AND r.slot = $2 AND r.search = d.search
                WHERE d.library = $1 AND d.slot = $2 AND d.state = 0 AND r.disabled IS NULL
                """)
        }
    }

    package func deliveries(state: AlertDelivery.State?, search: Int64?, limit: Int) throws -> [AlertDelivery] {
        try deliveries(
            """
            WHERE d.library = $1 AND d.slot = $2 AND ($3::int8 IS NULL OR d.state = $3)
                AND ($4::int8 IS NULL OR d.search = $4)
            ORDER BY d.id DESC LIMIT $5
            """, [.integer(orNull: state?.rawValue), .integer(orNull: search), .integer(Int64(limit))])
    }

    private func deliveries(_ sql: String, _ values: [PostgresValue]) throws -> [AlertDelivery] {
        try guarded {
            try library.query(
                """
                SELECT d.id, d.uid, d.search, d.state, d.created, d.due, d.attempts, d.finished, d.failure
                FROM feedsearch.alert_delivery d \(sql)
                """, values
            ).map { row in
                AlertDelivery(
                    id: row.integer(0), uid: row.text(1), search: row.integer(2),
                    state: .init(rawValue: row.integer(3)) ?? .waiting, created: row.seconds(4), due: row.seconds(5),
                    attempts: row.count(6), finished: row.secondsOrNil(7), failure: row.textOrNil(8))
            }
        }
    }

    package func deliveredCount(channel: String, since: Int64) throws -> Int {
        try guarded {
            Int(
                try library.integer(
                    """
                    SELECT count(*) FROM feedsearch.alert_delivery d
                    JOIN feedsearch.alert_rule r ON r.library = $1 AND r.slot = $2 AND r.search = d.search
                    WHERE d.library = $1 AND d.slot = $2 AND d.finished > $4 AND d.finished <= $5
                        AND r.channel = $3
                    """,
                    [
                        .text(channel), .integer(since),
                        .integer(StoredFuture.horizon(since, StoredFuture.maxDeliveryWait)),
                    ]) ?? 0)
        }
    }

    package func finish(_ delivery: AlertDelivery, _ outcome: AlertOutcome, now: Int64) throws {
        try writing {
            switch outcome {
            case .delivered:
                try update(delivery, "state = 1, finished = $4, failure = NULL", .integer(now))
                try updateRule(of: delivery.search, "failures = 0")
            case .failed(let reason, let retryAt):
                try update(delivery, "due = $4, failure = $5", .integer(retryAt), .text(reason))
                try updateRule(of: delivery.search, "failures = failures + 1")
            case .dead(let reason):
                try update(delivery, "state = 2, failure = $4", .text(reason))
                try updateRule(of: delivery.search, "failures = failures + 1")
            case .gone(let reason):
                try update(delivery, "state = 2, failure = $4", .text(reason))
                try updateRule(of: delivery.search, "disabled = $4", .text(reason))
            }
        }
    }

    private func update(_ delivery: AlertDelivery, _ changes: String, _ values: PostgresValue...) throws {
        try library.run(
            """
            UPDATE feedsearch.alert_delivery SET attempts = attempts + 1, \(changes)
            WHERE library = $1 AND slot = $2 AND id = $3
            """, [.integer(delivery.id)] + values)
    }

    private func updateRule(of search: Int64, _ changes: String, _ values: PostgresValue...) throws {
        try library.run(
            "UPDATE feedsearch.alert_rule SET \(changes) WHERE library = $1 AND slot = $2 AND search = $3",
            [.integer(search)] + values)
    }

    package func postpone(_ delivery: AlertDelivery, until due: Int64) throws {
        try writing {
            try library.run(
                "UPDATE feedsearch.alert_delivery SET due = $4 WHERE library = $1 AND slot = $2 AND id = $3",
                [.integer(delivery.id), .integer(due)])
        }
    }

    package func holdAlerts(of search: Int64, until: Int64) throws {
        try writing { try updateRule(of: search, "not_before = $4", .integer(until)) }
    }

    package func retryAlerts(of search: Int64?, now: Int64) throws -> Int {
        try writing {
            try library.run(
                """
                UPDATE feedsearch.alert_rule SET disabled = NULL, not_before = 0
                WHERE library = $1 AND slot = $2 AND ($3::int8 IS NULL OR search = $3)
                """, [.integer(orNull: search)])
            return try library.run(
                """
                UPDATE feedsearch.alert_delivery SET
                    state = 0, due = $4, attempts = CASE state WHEN 2 THEN 0 ELSE attempts END
                WHERE library = $1 AND slot = $2 AND state <> 1 AND ($3::int8 IS NULL OR search = $3)
                """, [.integer(orNull: search), .integer(now)])
        }
    }
}
