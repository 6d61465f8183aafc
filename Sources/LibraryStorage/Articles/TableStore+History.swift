package import Articles
internal import Database

extension ArticleReading where Self: TableStore {
    package func historyToken() throws -> Int64 {
        try reading { try $0.integer("SELECT max(h.token) FROM \(rows: .history) h") ?? 0 }
    }

    package func changes(since token: Int64) throws -> ArticleChanges {
        try reading { database in
            var out = ArticleChanges(token: token)
            var changed: Set<ArticleID> = []
            try database.forEachRow(
                """
                SELECT h.token, h.first_inserted, h.last_inserted, h.changed FROM \(rows: .history) h
                WHERE h.token > \(token) ORDER BY h.token
                """
            ) { row in
                out.token = row.integer(0)
                if let first = row.integerOrNil(1), let last = row.integerOrNil(2), first <= last {
                    let range = out.inserted ?? first...last
                    out.inserted = min(range.lowerBound, first)...max(range.upperBound, last)
                }
                changed.formUnion(row.integers(3))
                return true
            }
            out.changed = changed.sorted()
            return out
        }
    }
}

extension ArticleListing where Self: TableStore {
    package func newestArticle(storedBefore time: Int64) throws -> ArticleID {
        // Read the rows in the order of their tokens, not their times. If the clock was fast, an earlier commit may
        // have a later time.
        try reading { database in
            try database.integer(
                """
                SELECT h.last_inserted FROM \(rows: .history) h WHERE h.at < \(time) AND h.last_inserted IS NOT NULL
                ORDER BY h.token DESC LIMIT 1
                """) ?? 0
        }
    }

    package func storingTimes(of ids: [ArticleID]) throws -> [ArticleID: Int64] {
        var found = StoringTimes(ids)
        guard let lowest = found.lowest else { return [:] }
        return try reading { database in
            try database.forEachRow(
                """
                SELECT h.first_inserted, h.last_inserted, h.at FROM \(rows: .history) h
                WHERE h.last_inserted >= \(lowest) ORDER BY h.token DESC
                """
            ) { row in
                let hasMore = found.add(row.integer(0), row.integer(1), at: row.seconds(2))
                // Stop, because SQLite would otherwise scan the rest of the table. PostgreSQL has an index, and
                // cancelling its query would require another connection.
                return hasMore || database.dialect == .postgres
            }
            return found.times
        }
    }
}
