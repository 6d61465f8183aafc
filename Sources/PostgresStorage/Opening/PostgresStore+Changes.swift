package import Articles
internal import Database
internal import Formats
internal import LibraryStorage
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

    package func newestArticle(storedBefore time: Int64) throws -> ArticleID {
        try guarded {
            // The newest commit decides: with a clock that was ahead, an earlier one may have a later time.
            try library.integer(
                """
                SELECT last_inserted FROM feedsearch.history
                WHERE library = $1 AND slot = $2 AND at < $3 AND last_inserted IS NOT NULL ORDER BY token DESC LIMIT 1
                """, [.integer(time)]) ?? 0
        }
    }

    package func storingTimes(of ids: [ArticleID]) throws -> [ArticleID: Int64] {
        var found = StoringTimes(ids)
        guard let lowest = found.lowest else { return [:] }
        return try guarded {
            let rows = try library.query(
                """
                SELECT first_inserted, last_inserted, at FROM feedsearch.history
                WHERE library = $1 AND slot = $2 AND last_inserted >= $3 ORDER BY token DESC
                """, [.integer(lowest)])
            for row in rows {
                let time = CivilTime.bounded(seconds: row.integer(2))
                if !found.add(row.integer(0), row.integer(1), at: time) { break }
            }
            return found.times
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
