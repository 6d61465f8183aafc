internal import Articles
internal import Database
internal import SQLite
internal import SavedSearchMatching

extension SQLiteStore {
    func save(search name: String, query: String, now: Int64) throws {
        try guarded {
            try connection.run(
                """
                INSERT INTO saved_search (id, name, query, created)
                -- Never the number of a search that is gone: it may come back.
                VALUES (1 + max(coalesce((SELECT max(id) FROM saved_search), 0),
                    coalesce((SELECT max(search) FROM alert_change), 0)), ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET query = excluded.query
                """, [.text(name), .text(query), .integer(now)])
        }
    }

    func savedSearches(named name: String? = nil) throws -> [SavedSearch] {
        try guarded {
            let condition = name == nil ? "" : "WHERE s.name = ?1"
            let statement = try connection.prepare(
                """
                SELECT s.id, s.name, s.query, s.created, s.comment, r.channel, r.digest, r.quiet_hours, r.secret,
                    r.signature, r.failures, r.not_before, r.disabled
                FROM saved_search s LEFT JOIN alert_rule r ON r.search = s.id
                \(condition) ORDER BY s.name
                """)
            if let name { try statement.bind([.text(name)]) }
            let failures = try FailingSearches.stored(.search, in: self)
            var out: [SavedSearch] = []
            while try statement.step() {
                var search = SavedSearch(
                    id: statement.integer(0), name: statement.text(1), query: statement.text(2),
                    created: statement.seconds(3), comment: statement.textOrNil(4))
                if let channel = statement.textOrNil(5) {
                    var rule = AlertRule(channel: channel)
                    rule.digest = statement.textOrNil(6)
                    rule.quietHours = statement.textOrNil(7)
                    rule.secret = statement.textOrNil(8)
                    rule.signature = statement.textOrNil(9)
                    rule.failures = statement.count(10)
                    rule.notBefore = statement.seconds(11)
                    rule.disabled = statement.textOrNil(12)
                    search.rule = rule
                }
                search.failedOn = failures.article(search.id, query: search.query)
                out.append(search)
            }
            return out
        }
    }

    func unsave(search name: String) throws -> Bool {
        try guarded {
            try connection.run("DELETE FROM saved_search WHERE name = ?", [.text(name)])
            return connection.changedRows > 0
        }
    }

    var failingSearches: [FailingSearch] { failing.all }
}
