package import Articles
internal import Database

extension DestinationStoring where Self: TableStore {
    package func destinations() throws -> [Destination] {
        try reading { database in
            try database.rows(
                """
                SELECT d.id, d.name, d.address, d.secret, d.created, d.not_before, d.disabled
                FROM \(rows: .destination) d
                """
            ) { row in
                Destination(
                    id: row.integer(0), name: row.text(1), address: row.text(2), secret: row.textOrNil(3),
                    created: row.seconds(4), notBefore: row.seconds(5), disabled: row.textOrNil(6))
            }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        }
    }

    package func addDestination(name: String, address: String, secret: String?, now: Int64) throws -> Bool {
        try writing { database in
            if try SendingRows(database: database).destination(named: name) != nil { return false }
            let id = try database.takeIDs(1, of: .destination)
            try database.run([
                .insert(
                    into: .destination,
                    [
                        "id": .integer(id), "name": .text(name), "address": .text(address),
                        "secret": .text(orNull: secret), "created": .integer(now),
                    ])
            ])
            return true
        }
    }

    package func removeDestination(_ id: Int64) throws -> Bool {
        try writing { database in
            try database.run([
                .delete(from: .sending, where: "destination = \(id)"),
                .delete(from: .destination, where: "id = \(id)"),
            ])[1] > 0
        }
    }

    // MARK: - Sendings

    @discardableResult
    package func queueSendings(of articles: [Int64], to destination: Int64, now: Int64) throws -> Int {
        try writing { try SendingRows(database: $0).queue(articles, to: destination, now: now) }
    }

    package func dueSendings(to destination: Int64, now: Int64, limit: Int) throws -> [Sending] {
        let horizon = StoredFuture.horizon(now, StoredFuture.maxDeliveryWait)
        return try sendings(
            """
            JOIN \(rows: .destination) d ON d.id = s.destination
            WHERE s.destination = \(destination) AND s.state = 0 AND (s.due <= \(now) OR s.due > \(horizon))
                AND d.disabled IS NULL AND (d.not_before <= \(now) OR d.not_before > \(horizon))
            ORDER BY s.due, s.id LIMIT \(limit)
            """)
    }

    package func nextSending(to destinations: [Int64]) throws -> Int64? {
        if destinations.isEmpty { return nil }
        return try reading { database in
            try database.integer(
                """
                SELECT min(\(sqlite: "max", postgres: "greatest")(s.due, d.not_before)) FROM \(rows: .sending) s
                JOIN \(rows: .destination) d ON d.id = s.destination
                WHERE s.state = 0 AND d.disabled IS NULL AND d.id\(isOneOf: destinations)
                """)
        }
    }

    package func sendings(state: AlertDelivery.State?, destination: Int64?, limit: Int) throws -> [Sending] {
        var conditions: [SQL] = []
        if let state { conditions.append("s.state = \(state.rawValue)") }
        if let destination { conditions.append("s.destination = \(destination)") }
        let condition: SQL = conditions.isEmpty ? "" : "WHERE " + .joined(conditions, by: " AND ")
        return try sendings("\(sql: condition) ORDER BY s.id DESC LIMIT \(limit)")
    }

    private func sendings(_ condition: SQL) throws -> [Sending] {
        try reading { database in
            try database.rows(
                """
                SELECT s.id, s.uid, s.destination, s.article, s.state, s.created, s.due, s.attempts, s.finished, s.failure
                FROM \(rows: .sending) s \(sql: condition)
                """
            ) { row in
                Sending(
                    id: row.integer(0), uid: row.text(1), destination: row.integer(2), article: row.integer(3),
                    state: .init(rawValue: row.integer(4)) ?? .waiting, created: row.seconds(5), due: row.seconds(6),
                    attempts: row.count(7), finished: row.integer(4) == 0 ? nil : row.secondsOrNil(8),
                    failure: row.textOrNil(9))
            }
        }
    }

    package func sendingCounts() throws -> [Int64: [AlertDelivery.State: Int]] {
        try reading { database in
            var counts: [Int64: [AlertDelivery.State: Int]] = [:]
            try database.visit(
                "SELECT s.destination, s.state, count(*) FROM \(rows: .sending) s GROUP BY s.destination, s.state"
            ) { row in
                guard let state = AlertDelivery.State(rawValue: row.integer(1)) else { return }
                counts[row.integer(0), default: [:]][state] = row.count(2)
            }
            return counts
        }
    }

    package func sentCount(to destination: Int64, since: Int64) throws -> Int {
        let horizon = StoredFuture.horizon(since, StoredFuture.maxDeliveryWait)
        return try reading { database in
            Int(
                try database.integer(
                    """
                    SELECT count(*) FROM \(rows: .sending) s
                    WHERE s.finished > \(since) AND s.finished <= \(horizon) AND s.destination = \(destination)
                    """) ?? 0)
        }
    }

    package func finish(_ sending: Sending, _ outcome: AlertOutcome, now: Int64) throws {
        var statements: [SQL]
        switch outcome {
        case .delivered: statements = [attempt(sending, "state = 1, failure = NULL", now)]
        case .failed(let reason, let retryAt):
            statements = [attempt(sending, "due = \(retryAt), failure = \(reason)", now)]
        case .dead(let reason): statements = [attempt(sending, "state = 2, failure = \(reason)", now)]
        case .gone(let reason):
            statements = [
                attempt(sending, "state = 2, failure = \(reason)", now),
                .update(.destination, set: "disabled = \(reason)", where: "id = \(sending.destination)"),
            ]
        }
        try writing { try $0.run(statements) }
    }

    /// The column `finished` has the time of the last attempt, also of one that failed, so that `sentCount` counts it.
    private func attempt(_ sending: Sending, _ changes: SQL, _ now: Int64) -> SQL {
        .update(
            .sending, set: "attempts = attempts + 1, finished = \(now), \(sql: changes)",
            where: "id = \(sending.id)")
    }

    package func holdSendings(to destination: Int64, until: Int64) throws {
        try writing { try $0.run(.update(.destination, set: "not_before = \(until)", where: "id = \(destination)")) }
    }

    package func retrySendings(to destination: Int64?, now: Int64) throws -> Int {
        let isMeant: SQL = destination.map { "destination = \($0)" } ?? "\(true)"
        return try writing { database in
            try database.run([
                .update(
                    .destination, set: "disabled = NULL, not_before = 0",
                    where: destination.map { "id = \($0)" } ?? "\(true)"),
                .update(
                    .sending,
                    set: """
                        state = 0, due = \(now), finished = NULL, attempts = CASE state WHEN 2 THEN 0 ELSE attempts END
                        """,
                    where: "state <> 1 AND " + isMeant),
            ])[1]
        }
    }
}
