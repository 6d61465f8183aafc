package import Articles
internal import Database
package import QueryLanguage
internal import SavedSearchMatching

extension SavedSearchStoring where Self: AlertingTables {
    package var alertSettings: AlertSettings {
        get { alerting.settings }
        set { alerting.settings = newValue }
    }

    package var recordedAlerts: Int { alerting.recorded }

    package var failingSearches: [FailingSearch] { alerting.failing.all }

    package func save(search name: String, query: String, now: Int64) throws {
        try save(search: name, query: query, comment: nil, rule: nil, keepsRule: true, now: now)
    }

    package func save(
        search name: String, query: String, comment: String?, rule: AlertRule?, keepsRule: Bool, now: Int64
    ) throws {
        try writing { database in
            let id = try store(name, query: query, now: now, database)
            var statements: [SQL] = []
            if let comment {
                statements.append(.update(.savedSearch, set: "comment = \(comment)", where: "id = \(id)"))
            }
            if !keepsRule { statements.append(setting(rule, of: id)) }
            try database.postpone(statements)
            try noteChange(ofSearches: [id])
        }
    }

    /// - Returns: the id of the search.
    private func store(
        _ name: String, query: String, now: Int64, _ database: any LibraryDatabase
    ) throws -> Int64 {
        let change = SQL.update(.savedSearch, set: "query = \(query)", where: "\(name: "name", is: name)")
        if let known = try database.integer(change + " RETURNING id") { return known }
        let id = try takeSearchID()
        try database.postpone([
            .insert(
                into: .savedSearch,
                ["id": .integer(id), "name": .text(name), "query": .text(query), "created": .integer(now)])
        ])
        return id
    }

    /// Replaces the rule of a search, which begins without failures; nil leaves it without one.
    private func setting(_ rule: AlertRule?, of search: Int64) -> SQL {
        guard let rule else { return .delete(from: .alertRule, where: "search = \(search)") }
        let columns = [
            "channel", "digest", "quiet_hours", "secret", "signature", "failures", "not_before", "disabled",
        ]
        return .insert(
            into: .alertRule, ["search"] + columns,
            [
                .integer(search), .text(rule.channel), .text(orNull: rule.digest), .text(orNull: rule.quietHours),
                .text(orNull: rule.secret), .text(orNull: rule.signature), .integer(0), .integer(0), .null,
            ], onConflict: .updates(columns))
    }

    package func unsave(search name: String) throws -> Bool {
        try writing { database in
            let removal = SQL.delete(from: .savedSearch, where: "\(name: "name", is: name)")
            guard let id = try database.integer(removal + " RETURNING id") else { return false }
            try noteChange(ofSearches: [id])
            try didRemove(searches: [id])
            return true
        }
    }

    package func savedSearches(named name: String?) throws -> [SavedSearch] {
        let condition: SQL = name.map { "WHERE \(name: "s.name", is: $0)" } ?? ""
        return try reading { database in
            var searches = try database.rows(
                """
                SELECT s.id, s.name, s.query, s.created, s.comment, r.channel, r.digest, r.quiet_hours, r.secret,
                    r.signature, r.failures, r.not_before, r.disabled
                FROM \(rows: .savedSearch) s LEFT JOIN \(rows: .alertRule) r ON r.search = s.id \(sql: condition)
                ORDER BY s.name \(sqlite: "", postgres: "COLLATE \"C\"")
                """, search)
            if searches.isEmpty { return [] }
            let failures = try FailingSearches.stored(.search, in: self)
            for place in searches.indices {
                searches[place].failedOn = failures.article(searches[place].id, query: searches[place].query)
            }
            return searches
        }
    }

    private func search(_ row: any DatabaseRow) -> SavedSearch {
        var search = SavedSearch(
            id: row.integer(0), name: row.text(1), query: row.text(2), created: row.seconds(3),
            comment: row.textOrNil(4))
        if let channel = row.textOrNil(5) {
            var rule = AlertRule(channel: channel)
            rule.digest = row.textOrNil(6)
            rule.quietHours = row.textOrNil(7)
            rule.secret = row.textOrNil(8)
            rule.signature = row.textOrNil(9)
            rule.failures = row.count(10)
            rule.notBefore = row.seconds(11)
            rule.disabled = row.textOrNil(12)
            search.rule = rule
        }
        return search
    }

    package func reach(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> QueryReach {
        try reading { _ in try reach(of: query, at: AlertClock(now: now, utcOffset: utcOffset)) }
    }
}
