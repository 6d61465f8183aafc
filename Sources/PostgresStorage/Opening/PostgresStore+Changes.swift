package import Articles
internal import Pipelines
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore {
    package func historyToken() throws -> Int64 { try guarded { try library.last(.history) } }

    package func changes(since token: Int64) throws -> ArticleChanges {
        try guarded {
            var out = ArticleChanges(token: token)
            let row = try library.query(
                """
                SELECT max(token), min(first_inserted), max(last_inserted) FROM feedsearch.history
                WHERE library = $1 AND slot = $2 AND token > $3
                """, [.integer(token)]
            ).first
            guard let last = row?.integerOrNil(0) else { return out }
            out.token = last
            if let first = row?.integerOrNil(1), let last = row?.integerOrNil(2), first <= last {
                out.inserted = first...last
            }
            let changed = try library.query(
                """
                SELECT DISTINCT n FROM feedsearch.history h, unnest(h.changed) AS n
                WHERE h.library = $1 AND h.slot = $2 AND h.token > $3 AND h.token <= $4 ORDER BY n
                """, [.integer(token), .integer(last)])
            out.changed = changed.map { $0.integer(0) }
            return out
        }
    }

    /// Asks the server only where a notification has come; behind a pooler, where none does, each time. A store that is never
    /// asked for this, as that of most commands, does not listen either.
    package func changeToken() throws -> ChangeToken {
        try guarded {
            if knownChange == nil { try connection.listen(channel) }
            var isKnown = knownChange != nil && !connection.isPooled
            while try connection.nextNotification(until: .after(.zero)) != nil { isKnown = false }
            if !isKnown { knownChange = try library.last(.change) - ownChanges }
            return ChangeToken(knownChange ?? 0)
        }
    }
}
