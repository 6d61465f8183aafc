package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL

extension PostgresStore: ActionLog {
    package func recording<Result>(
        _ kind: UserAction.Kind, subject: String?, now: Int64, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        if let recording { return (try body(), recording.id) }
        let (result, id, stored) = try writing(reading: [PostgresActionRecording.beginning(kind, library)]) { rows in
            let recording = PostgresActionRecording(kind, subject: subject, now: now, library, rows.first)
            self.recording = recording
            defer { self.recording = nil }
            let result = try body()
            let stored = try recording.end()
            try forgetOldActions()
            return (result, recording.id, stored)
        }
        // In the caller's transaction, the statement has not run yet.
        if stored.rows == nil { try guarded { try connection.runPostponed() } }
        return (result, stored.rows?.first == nil ? nil : id)
    }
}

extension PostgresStore {
    package func applyInverse(of action: UserAction) throws -> Int {
        var kept = 0
        for table in action.kind.tables {
            kept += try ActionInverse(library: library, action: action.id, table: table).apply()
        }
        if action.kind.tables.contains("saved_search") { try didRestoreSearches(of: action) }
        return kept
    }

    /// Updates saved searches after an undo: writers reload restored searches and drop removed ones.
    private func didRestoreSearches(of action: UserAction) throws {
        let searches = try library.query(
            """
            SELECT DISTINCT (key ->> CASE relation WHEN 'saved_search' THEN 'id' ELSE 'search' END)::int8
            FROM feedsearch.action_change
            WHERE library = $1 AND slot = $2 AND action = $3 AND relation IN ('saved_search', 'alert_rule')
            """, [.integer(action.id)]
        ).map { $0.integer(0) }
        try noteChange(ofSearches: searches)
        let stored = try library.query(
            "SELECT id FROM feedsearch.saved_search WHERE library = $1 AND slot = $2 AND id = ANY ($3)",
            [.integers(searches)]
        ).map { $0.integer(0) }
        // The undo may have removed a search that the action created: delete its matches too.
        try didRemove(searches: searches.filter { !stored.contains($0) })
        try library.run(
            """
            DELETE FROM feedsearch.alert_forgotten f WHERE library = $1 AND slot = $2 AND EXISTS (
                SELECT 1 FROM feedsearch.saved_search s WHERE s.library = $1 AND s.slot = $2 AND s.id = f.search)
            """)
    }
}
