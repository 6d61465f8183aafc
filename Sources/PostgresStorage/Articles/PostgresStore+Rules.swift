package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch
internal import SavedSearchMatching

extension PostgresStore: StateStoring {
    package func rules() throws -> [ArrivalRule] {
        try guarded {
            var rules = try library.query(
                """
                SELECT id, query, action, tag, created, matched, delay FROM feedsearch.arrival_rule
                WHERE library = $1 AND slot = $2 ORDER BY id
                """
            ).compactMap { row in
                ArrivalRule.Action(stored: row.text(2), tag: row.textOrNil(3)).map {
                    ArrivalRule(
                        id: row.integer(0), query: row.text(1), action: $0, created: row.seconds(4),
                        delay: row.countOrNil(6).map { Int64($0) }, matched: row.count(5))
                }
            }
            if rules.isEmpty { return [] }
            let failures = try FailingSearches.stored(.rule, in: self)
            for index in rules.indices {
                rules[index].failedOn = failures.article(rules[index].id, query: rules[index].query)
            }
            return rules
        }
    }

    @discardableResult
    package func addRule(_ query: String, _ action: ArrivalRule.Action, delay: Int64?, now: Int64) throws -> Int64 {
        try writing {
            let stored = ArrivalRule(id: 0, query: query, action: action, created: now, matched: 0).stored
            let id = try library.take(1, .rule)
            try library.run(
                """
                INSERT INTO feedsearch.arrival_rule (library, slot, id, query, action, tag, created, delay, next)
                VALUES ($1, $2, $3, $4, $5, $6::text, $7, $8::int8,
                    1 + coalesce((SELECT max(n) FROM feedsearch.article WHERE library = $1 AND slot = $2), 0))
                """,
                [
                    .integer(id), .text(query), .text(stored.action), .text(orNull: stored.tag), .integer(now),
                    .integer(orNull: delay),
                ])
            return id
        }
    }

    package func setRule(
        _ id: Int64, _ query: String, _ action: ArrivalRule.Action, delay: Int64?
    ) throws -> Bool {
        let stored = ArrivalRule(id: id, query: query, action: action, created: 0, matched: 0).stored
        return try writing {
            try library.run(
                """
                UPDATE feedsearch.arrival_rule SET query = $4, action = $5, tag = $6::text, delay = $7::int8
                WHERE library = $1 AND slot = $2 AND id = $3
                """,
                [
                    .integer(id), .text(query), .text(stored.action), .text(orNull: stored.tag),
                    .integer(orNull: delay),
                ]) > 0
        }
    }

    package func removeRule(_ id: Int64) throws -> Bool {
        try writing {
            try library.run(
                "DELETE FROM feedsearch.arrival_rule WHERE library = $1 AND slot = $2 AND id = $3", [.integer(id)]) > 0
        }
    }

    @discardableResult
    package func runDelayedRules(now: Int64) throws -> Int {
        let rules = try rules().filter { $0.delay != nil }
        if rules.isEmpty { return 0 }
        return try writing { try RuleRunner(self, searcher).runDelayed(rules, now: now) }
    }

    package func ruleMatches(_ query: String, since: Int64, now: Int64) throws -> [Int64]? {
        try snapshot { try RuleRunner(self, searcher).matches(query, since: since, now: now) }
    }
}

extension PostgresStore: RuleStore {
    package func changeByRule(_ change: StateChange, of numbers: [Int64]) throws {
        try StateWriter(library: library).apply(change, to: numbers, isRule: true)
    }

    package func queuePages(of numbers: [Int64], now: Int64) throws {
        try PageQueue(library: library).add(numbers, now: now)
    }

    package func countMatches(ofRule id: Int64, _ count: Int) throws {
        try library.run(
            """
            UPDATE feedsearch.arrival_rule SET matched = matched + $4 WHERE library = $1 AND slot = $2 AND id = $3
            """, [.integer(id), .integer(Int64(count))])
    }

    package func waitingArticles(ofRule id: Int64, arrivedBy time: Int64, delay: Int64) throws -> ClosedRange<Int64>? {
        let row = try library.query(
            """
            SELECT r.next, coalesce(
                (SELECT a.n FROM feedsearch.article a
                    WHERE a.library = $1 AND a.slot = $2 AND a.n >= r.next
                        AND a.received > $4 AND a.received <= $5 ORDER BY a.n LIMIT 1),
                1 + (SELECT max(n) FROM feedsearch.article WHERE library = $1 AND slot = $2), 1)
            FROM feedsearch.arrival_rule r WHERE r.library = $1 AND r.slot = $2 AND r.id = $3
            """,
            [.integer(id), .integer(time), .integer(StoredFuture.horizon(time, delay + StoredFuture.maxClockError))]
        ).first
        guard let row, row.integer(1) > row.integer(0) else { return nil }
        return row.integer(0)...row.integer(1) - 1
    }

    package func setAsked(ofRule id: Int64, upTo article: Int64) throws {
        try library.run(
            "UPDATE feedsearch.arrival_rule SET next = $4 WHERE library = $1 AND slot = $2 AND id = $3",
            [.integer(id), .integer(article &+ 1)])
    }
}
