package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: ActionLog {
    package func recording<Result>(
        _ kind: UserAction.Kind, subject: String?, now: Int64, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        if let recording { return (try body(), recording.id) }
        let (result, id, stored) = try writing(reading: [ActionRecording.beginning(kind, library)]) { rows in
            let recording = ActionRecording(kind, subject: subject, now: now, library, rows.first)
            self.recording = recording
            defer { self.recording = nil }
            let result = try body()
            let stored = try recording.end()
            try forgetOldActions()
            return (result, recording.id, stored)
        }
        // In a transaction of the caller it has not run yet.
        if stored.rows == nil { try guarded { try connection.runPostponed() } }
        return (result, stored.rows?.first == nil ? nil : id)
    }

    /// A new action that articles can be removed by; `UserAction.articles` counts those that are in the bin.
    func newAction(_ kind: UserAction.Kind, now: Int64) throws -> Int64 {
        let id = try library.take(1, .action)
        try library.run(
            "INSERT INTO feedsearch.action (library, slot, id, at, kind) VALUES ($1, $2, $3, $4, $5)",
            [.integer(id), .integer(now), .text(kind.rawValue)])
        return id
    }

    private func forgetOldActions() throws {
        try connection.postpone(
            library.request(
                """
                WITH old AS (
                    DELETE FROM feedsearch.action a WHERE library = $1 AND slot = $2 AND id <= (
                        SELECT id FROM feedsearch.action WHERE library = $1 AND slot = $2
                        ORDER BY id DESC OFFSET \(ActionLimits.count) LIMIT 1)
                    AND NOT EXISTS (
                        SELECT 1 FROM feedsearch.removed_article r
                        WHERE r.library = $1 AND r.slot = $2 AND r.action = a.id)
                    RETURNING id
                )
                DELETE FROM feedsearch.action_change WHERE library = $1 AND slot = $2 AND action IN (SELECT id FROM old)
                """))
    }

    package func actions() throws -> [UserAction] {
        try guarded {
            try library.query(
                """
                SELECT a.id, a.at, a.kind, coalesce(r.articles, a.articles), a.subject FROM feedsearch.action a
                LEFT JOIN (
                    SELECT action, count(*) AS articles FROM feedsearch.removed_article
                    WHERE library = $1 AND slot = $2 GROUP BY action
                ) r ON r.action = a.id
                WHERE a.library = $1 AND a.slot = $2 AND (r.action IS NOT NULL OR EXISTS (
                    SELECT 1 FROM feedsearch.action_change c
                    WHERE c.library = $1 AND c.slot = $2 AND c.action = a.id))
                ORDER BY a.id DESC
                """
            ).compactMap { row in
                // An action that a later program knows.
                UserAction.Kind(rawValue: row.text(2)).map {
                    UserAction(
                        id: row.integer(0), at: row.seconds(1), kind: $0, articles: Int(clamping: row.integer(3)),
                        subject: row.textOrNil(4))
                }
            }
        }
    }

    package func undo(_ id: Int64?) throws -> UndoneAction? { try writing { try takeBack(id) } }
}

extension PostgresStore: ActionStore {
    package func applyInverse(of action: UserAction) throws -> Int {
        var kept = 0
        for table in action.kind.tables {
            kept += try ActionInverse(library: library, action: action.id, table: table).apply()
        }
        if action.kind.tables.contains("saved_search") { try didRestoreSearches(of: action) }
        return kept
    }

    /// Those who write take over what is there again, and it is not forgotten; what is gone again is.
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
        // What a search that the action has made matched meanwhile goes with it.
        try didRemove(searches: searches.filter { !stored.contains($0) })
        try library.run(
            """
            DELETE FROM feedsearch.alert_forgotten f WHERE library = $1 AND slot = $2 AND EXISTS (
                SELECT 1 FROM feedsearch.saved_search s WHERE s.library = $1 AND s.slot = $2 AND s.id = f.search)
            """)
    }

    package func restore(action: Int64, keeps: Bool) throws -> [ArticleID] {
        try ArticleBin(store: self).restore(action: action, keeps: keeps)
    }

    package func forget(action: Int64) throws {
        try library.pipeline(
            ["removed_article WHERE action", "action_change WHERE action", "action WHERE id"].map {
                library.request("DELETE FROM feedsearch.\($0) = $3 AND library = $1 AND slot = $2", [.integer(action)])
            })
    }
}
