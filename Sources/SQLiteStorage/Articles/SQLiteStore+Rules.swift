internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite
internal import SavedSearchMatching

extension SQLiteStore {
    func rules() throws -> [ArrivalRule] {
        try guarded {
            let statement = try connection.cachedStatement(
                "SELECT id, query, action, tag, created, matched, delay FROM arrival_rule ORDER BY id")
            defer { statement.reset() }
            var out: [ArrivalRule] = []
            while try statement.step() {
                guard let action = ArrivalRule.Action(stored: statement.text(2), tag: statement.textOrNil(3)) else {
                    continue
                }
                out.append(
                    ArrivalRule(
                        id: statement.integer(0), query: statement.text(1), action: action,
                        created: statement.seconds(4), delay: statement.countOrNil(6).map { Int64($0) },
                        matched: statement.count(5)))
            }
            if out.isEmpty { return [] }
            let failures = try FailingSearches.stored(.rule, in: self)
            for index in out.indices { out[index].failedOn = failures.article(out[index].id, query: out[index].query) }
            return out
        }
    }

    @discardableResult
    func addRule(
        _ query: String, _ action: ArrivalRule.Action, delay: Int64? = nil, now: Int64
    ) throws -> Int64 {
        try guarded {
            let rule = ArrivalRule(id: 0, query: query, action: action, created: now, matched: 0)
            return try connection.integer(
                """
                INSERT INTO arrival_rule (query, action, tag, created, delay, next)
                VALUES (?, ?, ?, ?, ?, 1 + coalesce((SELECT max(n) FROM article), 0)) RETURNING id
                """,
                [
                    .text(query), .text(rule.stored.action), .init(rule.stored.tag), .integer(now), .init(delay),
                ]) ?? 0
        }
    }

    func setRule(
        _ id: Int64, _ query: String, _ action: ArrivalRule.Action, delay: Int64? = nil
    ) throws -> Bool {
        try guarded {
            let stored = ArrivalRule(id: id, query: query, action: action, created: 0, matched: 0).stored
            try connection.run(
                "UPDATE arrival_rule SET query = ?2, action = ?3, tag = ?4, delay = ?5 WHERE id = ?1",
                [.integer(id), .text(query), .text(stored.action), .init(stored.tag), .init(delay)])
            return connection.changedRows > 0
        }
    }

    func removeRule(_ id: Int64) throws -> Bool {
        try guarded {
            try connection.run("DELETE FROM arrival_rule WHERE id = ?", [.integer(id)])
            return connection.changedRows > 0
        }
    }

    @discardableResult
    func runDelayedRules(now: Int64) throws -> Int {
        let rules = try rules().filter { $0.delay != nil }
        if rules.isEmpty { return 0 }
        return try guarded { try connection.transaction { try RuleRunner(self, searcher).runDelayed(rules, now: now) } }
    }

    func ruleMatches(_ query: String, since: Int64, now: Int64) throws -> [Int64]? {
        try guarded {
            try connection.snapshot { try RuleRunner(self, searcher).matches(query, since: since, now: now) }
        }
    }
}

extension SQLiteStore: RuleStore {
    func changeByRule(_ change: StateChange, of numbers: [Int64]) throws {
        var writer = try StateWriter(store: self)
        for n in numbers { _ = try writer.apply(change, to: n, isRule: true) }
    }

    func queuePages(of numbers: [Int64], now: Int64) throws {
        try PageQueue(connection: connection).add(numbers, now: now)
    }

    func countMatches(ofRule id: Int64, _ count: Int) throws {
        try connection.run(
            "UPDATE arrival_rule SET matched = matched + ? WHERE id = ?", [.integer(Int64(count)), .integer(id)])
    }

    func waitingArticles(ofRule id: Int64, arrivedBy time: Int64, delay: Int64) throws -> ClosedRange<Int64>? {
        let next = try connection.integer("SELECT next FROM arrival_rule WHERE id = ?", [.integer(id)]) ?? 1
        let end = try connection.integer(
            """
            SELECT coalesce((SELECT n FROM article WHERE n >= ?1 AND received > ?2 AND received <= ?3 ORDER BY n LIMIT 1),
                1 + (SELECT max(n) FROM article), 1)
            """,
            [.integer(next), .integer(time), .integer(StoredFuture.horizon(time, delay + StoredFuture.maxClockError))])
        guard let end, end > next else { return nil }
        return next...end - 1
    }

    func setAsked(ofRule id: Int64, upTo article: Int64) throws {
        try connection.run(
            "UPDATE arrival_rule SET next = ? WHERE id = ?", [.integer(article &+ 1), .integer(id)])
    }
}
