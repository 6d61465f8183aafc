internal import Articles
internal import QueryLanguage
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
            for index in out.indices {
                out[index].failedOn = try FailingSearches.article(
                    .rule, out[index].id, query: out[index].query, on: connection)
            }
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
        return try guarded { try connection.transaction { try RuleRunner(store: self).runDelayed(rules, now: now) } }
    }

    func ruleMatches(_ query: String, since: Int64, now: Int64) throws -> [Int64]? {
        try guarded {
            try connection.snapshot {
                // Numbers grow with arrival; what was brought in with an older date of arrival is left out below.
                let newest = try connection.integer("SELECT max(n) FROM article") ?? 0
                let first =
                    try connection.integer("SELECT min(n) FROM article WHERE received >= ?", [.integer(since)])
                    ?? newest &+ 1
                let range = first...max(first, newest)
                let arrived = try connection.prepare("SELECT 1 FROM article WHERE n = ? AND received >= ?")
                return try RuleRunner(store: self).matches(query, in: range, now: now)?.numbers.filter { n in
                    defer { arrived.reset() }
                    try arrived.bind([.integer(n), .integer(since)])
                    return try arrived.step()
                }
            }
        }
    }
}
