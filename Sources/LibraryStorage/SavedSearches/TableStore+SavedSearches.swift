package import Articles
internal import Database
package import QueryLanguage
internal import SavedSearchMatching

extension SavedSearchStoring where Self: TableStore {
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
            if !keepsRule {
                if rule?.condition != nil { try willStoreCondition() }
                statements.append(setting(rule, of: id))
                // Without a condition, articles are not counted. Delete the state so that a new condition recounts.
                if rule?.condition == nil { statements.append(.delete(from: .trendState, where: "search = \(id)")) }
            }
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

    /// The statement that replaces the alert rule of a search and resets the rule's failures. If the rule is nil, the
    /// statement deletes the stored rule.
    private func setting(_ rule: AlertRule?, of search: Int64) -> SQL {
        guard let rule else { return .delete(from: .alertRule, where: "search = \(search)") }
        let columns = [
            "channel", "digest", "quiet_hours", "secret", "signature", "failures", "not_before", "disabled", "headers",
            "content_type", "is_each", "template", "condition",
        ]
        return .insert(
            into: .alertRule, ["search"] + columns,
            [
                .integer(search), .text(rule.channel), .text(orNull: rule.digest), .text(orNull: rule.quietHours),
                .text(orNull: rule.secret), .text(orNull: rule.signature), .integer(0), .integer(0), .null,
                .text(orNull: rule.headers),
                .text(orNull: rule.contentType), .bool(rule.isEach), .text(orNull: rule.template),
                .text(orNull: rule.condition),
            ], onConflict: .updates(columns))
    }

    package func setColor(_ color: SearchColor?, ofSearch name: String) throws {
        try writing { database in
            try database.run(
                .update(.savedSearch, set: "color = \(color?.rawValue)", where: "\(name: "name", is: name)"))
        }
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
        try reading { database in
            var searches = try database.rows(SavedSearchRow.query(named: name), SavedSearchRow.search)
            if searches.isEmpty { return [] }
            let failures = try FailingSearches.stored(.search, in: self)
            failures.mark(&searches)
            return searches
        }
    }

    package func coloredSearches() throws -> [SavedSearch] {
        try reading { try $0.rows(SavedSearchRow.coloredQuery, SavedSearchRow.search) }
    }

    package func reach(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> QueryReach {
        try reading { _ in try reach(of: query, at: AlertClock(now: now, utcOffset: utcOffset)) }
    }
}
