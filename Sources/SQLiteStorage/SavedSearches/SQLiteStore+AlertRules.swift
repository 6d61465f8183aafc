internal import Articles
internal import SQLite
internal import SavedSearchMatching

extension SQLiteStore {
    var alertSettings: AlertSettings {
        get { alerting.settings }
        set { alerting.settings = newValue }
    }

    var recordedAlerts: Int { alerting.recorded }

    func atomically<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            let result = try guarded { try connection.transaction { try body() } }
            if !connection.isInTransaction { texts.didCommit() }
            return result
        } catch {
            if !connection.isInTransaction {
                // Searches that `body` has changed may have been taken over for its batches.
                alerting.forget()
                texts.didRollBack()
            }
            throw error
        }
    }

    func save(
        search name: String, query: String, comment: String?, rule: AlertRule?, keepsRule: Bool = false, now: Int64
    ) throws {
        try guarded {
            try connection.transaction {
                try save(search: name, query: query, now: now)
                try connection.run(
                    "UPDATE saved_search SET comment = coalesce(?2, comment) WHERE name = ?1",
                    [.text(name), .init(comment)])
                if keepsRule { return }
                guard let id = try connection.integer("SELECT id FROM saved_search WHERE name = ?", [.text(name)])
                else { return }
                guard let rule else {
                    return try connection.run("DELETE FROM alert_rule WHERE search = ?", [.integer(id)])
                }
                try connection.run(
                    """
                    INSERT INTO alert_rule (search, channel, digest, quiet_hours, secret, signature)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                    ON CONFLICT (search) DO UPDATE SET channel = ?2, digest = ?3, quiet_hours = ?4, secret = ?5,
                        signature = ?6, failures = 0, not_before = 0, disabled = NULL
                    """,
                    [
                        .integer(id), .text(rule.channel), .init(rule.digest), .init(rule.quietHours),
                        .init(rule.secret), .init(rule.signature),
                    ])
            }
        }
    }
}
