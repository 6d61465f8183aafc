package import Articles
internal import Database
internal import PostgreSQL
internal import PostgresSearch
package import QueryLanguage
internal import SavedSearchMatching

extension PostgresStore: SavedSearchStoring {
    package var alertSettings: AlertSettings {
        get { alerting.settings }
        set { alerting.settings = newValue }
    }

    package var recordedAlerts: Int { alerting.recorded }

    package var failingSearches: [FailingSearch] { alerting.failing.all }

    package func save(search name: String, query: String, now: Int64) throws {
        try changingSearches { table in [try table.save(name, query: query, now: now)] }
    }

    package func save(
        search name: String, query: String, comment: String?, rule: AlertRule?, keepsRule: Bool = false, now: Int64
    ) throws {
        try changingSearches { table in
            let id = try table.save(name, query: query, now: now)
            if let comment { try table.setComment(comment, of: id) }
            if !keepsRule { try table.setRule(rule, of: id) }
            return [id]
        }
    }

    package func unsave(search name: String) throws -> Bool {
        hasChangedSearches = true
        return try writing { try SavedSearchTable(library: library).remove(name) }
    }

    /// - Parameter body: returns the searches that it has changed.
    private func changingSearches(_ body: (SavedSearchTable) throws -> [Int64]) throws {
        hasChangedSearches = true
        try writing {
            let table = SavedSearchTable(library: library)
            try table.noteChange(of: body(table))
        }
    }

    package func savedSearches(named name: String? = nil) throws -> [SavedSearch] {
        try guarded {
            let rows = try library.query(
                """
                SELECT \(SavedSearchTable.columns) FROM feedsearch.saved_search s
                LEFT JOIN feedsearch.alert_rule r ON r.library = $1 AND r.slot = $2 AND r.search = s.id
                WHERE s.library = $1 AND s.slot = $2 \(name == nil ? "" : "AND s.name_key = $3")
                ORDER BY s.name COLLATE "C"
                """, name.map { [NameKey.value(of: $0)] } ?? [])
            if rows.isEmpty { return [] }
            let failures = try FailingSearches.stored(.search, in: self)
            return rows.map { row in
                var search = SavedSearchTable.search(row)
                search.failedOn = failures.article(search.id, query: search.query)
                return search
            }
        }
    }

    package func reach(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> QueryReach {
        try guarded { try reach(of: query, at: AlertClock(now: now, utcOffset: utcOffset)) }
    }
}
