internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    func historyToken() throws -> Int64 {
        try guarded { try connection.integer("SELECT max(token) FROM history") ?? 0 }
    }

    func changes(since token: Int64) throws -> ArticleChanges {
        try guarded {
            let statement = try connection.cachedStatement(
                "SELECT token, first_inserted, last_inserted, changed FROM history WHERE token > ? ORDER BY token")
            defer { statement.reset() }
            statement.bind(token, at: 1)
            var out = ArticleChanges(token: token)
            var changed: Set<Int64> = []
            while try statement.step() {
                out.token = statement.integer(0)
                if let first = statement.integerOrNil(1), let last = statement.integerOrNil(2), first <= last {
                    let range = out.inserted ?? first...last
                    out.inserted = min(range.lowerBound, first)...max(range.upperBound, last)
                }
                changed.formUnion(statement.integers(3))
            }
            out.changed = changed.sorted()
            return out
        }
    }

    func newestArticle(storedBefore time: Int64) throws -> ArticleID {
        try guarded {
            // The newest commit decides: with a clock that was ahead, an earlier one may have a later time.
            try connection.integer(
                """
                SELECT last_inserted FROM history WHERE at < ? AND last_inserted IS NOT NULL ORDER BY token DESC LIMIT 1
                """, [.integer(time)]) ?? 0
        }
    }

    func storingTimes(of ids: [ArticleID]) throws -> [ArticleID: Int64] {
        var found = StoringTimes(ids)
        guard found.lowest != nil else { return [:] }
        return try guarded {
            let statement = try connection.cachedStatement(
                """
                SELECT first_inserted, last_inserted, at FROM history WHERE last_inserted IS NOT NULL ORDER BY token DESC
                """)
            defer { statement.reset() }
            while try statement.step() {
                if !found.add(statement.integer(0), statement.integer(1), at: statement.seconds(2)) { break }
            }
            return found.times
        }
    }

    /// <https://www.sqlite.org/pragma.html#pragma_data_version>
    func changeToken() throws -> ChangeToken {
        try guarded { ChangeToken(try connection.integer("PRAGMA data_version") ?? 0) }
    }
}
