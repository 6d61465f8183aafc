internal import ArticleSearch
internal import Database
package import SavedSearchMatching
package import TextAnalysis

extension AlertStore where Self: TableStore {
    package func alertingQueries(of searches: Set<Int64>?) throws -> [(search: Int64, query: String)] {
        let condition: SQL = searches.map { "WHERE r.search\(isOneOf: $0.sorted())" } ?? ""
        return try reading { database in
            try database.rows(
                """
                SELECT s.id, s.query FROM \(rows: .alertRule) r
                \(sqlite: "CROSS JOIN", postgres: "JOIN") \(rows: .savedSearch) s ON s.id = r.search \(sql: condition)
                ORDER BY r.search
                """
            ) { ($0.integer(0), $0.text(1)) }
        }
    }

    package func currentLanguages(newArticles: Int) throws -> [StemLanguage] {
        try searcher.statistics.currentLanguages(newArticles: newArticles)
    }

    package func firstImports(among feeds: [Int64]) throws -> Set<Int64> {
        try reading { database in
            // Counts are written at the end of a transaction. So a feed without an article count is receiving its first
            // articles in this transaction.
            let found = try database.rows(of: [
                "SELECT f.id FROM \(rows: .feed) f WHERE f.id\(isOneOf: feeds) AND f.articles > 0",
                "SELECT i.feed FROM \(rows: .firstImport) i WHERE i.feed\(isOneOf: feeds)",
            ]) { $1.integer(0) }
            let (old, known) = (Set(found[0]), Set(found[1]))
            let begun = Set(feeds).subtracting(old)
            try database.insert(
                begun.subtracting(known).sorted().map { [.integer($0)] }, into: .firstImport, ["feed"],
                onConflict: .isIgnored)
            return begun.union(known)
        }
    }

    package func endFirstImports(of feeds: [Int64]) throws {
        if feeds.isEmpty { return }
        try writing { try $0.run(.delete(from: .firstImport, where: "feed\(isOneOf: feeds)")) }
    }

    package func hiddenArticles(among articles: [Int64]) throws -> Set<Int64> {
        try reading { database in
            let hidden = SQL.literal(StoredFlags.hidden)
            return Set(
                try database.integers(
                    """
                    SELECT a.n FROM \(rows: .article, as: "a", sqliteHint: "INDEXED BY article_hidden")
                    WHERE a.n\(isOneOf: articles) AND a.flags & \(sql: hidden) \(sqlite: "", postgres: "<> 0")
                    """))
        }
    }

    package func store(_ matches: AlertBatch) throws {
        try reading { database in
            let id = try database.takeIDs(1, of: .alertBatch)
            try database.postpone([
                .insert(
                    into: .alertBatch,
                    [
                        "id": .integer(id), "at": .integer(matches.at), "first_new": .integer(matches.firstNew),
                        "matches": .bytes(matches.matches),
                    ])
            ])
        }
    }
}
