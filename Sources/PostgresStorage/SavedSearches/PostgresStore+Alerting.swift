internal import ArticleSearch
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch
package import SavedSearchMatching
package import TextAnalysis

extension PostgresStore: AlertStore {
    package func searchChanges() throws -> (oldest: Int64, newest: Int64) { (0, try library.last(.searchChange)) }

    package func searches(changedAfter change: Int64) throws -> Set<Int64> {
        let rows = try library.query(
            "SELECT search FROM feedsearch.search_change WHERE library = $1 AND slot = $2 AND number > $3",
            [.integer(change)])
        return Set(rows.map { $0.integer(0) })
    }

    package func alertingQueries(of searches: Set<Int64>?) throws -> [(search: Int64, query: String)] {
        let rows = try library.query(
            """
            SELECT s.id, s.query FROM feedsearch.alert_rule r
            JOIN feedsearch.saved_search s ON s.library = $1 AND s.slot = $2 AND s.id = r.search
            WHERE r.library = $1 AND r.slot = $2 \(searches == nil ? "" : "AND r.search = ANY ($3)") ORDER BY s.id
            """, searches.map { [.integers($0.sorted())] } ?? [])
        return rows.map { ($0.integer(0), $0.text(1)) }
    }

    package func currentLanguages(newArticles: Int) throws -> [StemLanguage] {
        try searcher.statistics.currentLanguages(newArticles: newArticles)
    }

    package func firstImports(among feeds: [Int64]) throws -> Set<Int64> {
        // The sum is written at a transaction's end: none means that this one brings the first.
        let rows = try library.query(
            """
            SELECT u.feed, coalesce(f.articles, 0) > 0, i.feed IS NOT NULL FROM unnest($3::int8[]) AS u(feed)
            LEFT JOIN feedsearch.feed f ON f.library = $1 AND f.slot = $2 AND f.id = u.feed
            LEFT JOIN feedsearch.first_import i ON i.library = $1 AND i.slot = $2 AND i.feed = u.feed
            """, [.integers(feeds)])
        let new = rows.filter { !$0.bool(1) && !$0.bool(2) }.map { $0.integer(0) }
        if !new.isEmpty {
            try library.run(
                """
                INSERT INTO feedsearch.first_import (library, slot, feed) SELECT $1, $2, u.feed FROM unnest($3::int8[]) AS u(feed)
                ON CONFLICT DO NOTHING
                """, [.integers(new)])
        }
        return Set(rows.lazy.filter { !$0.bool(1) || $0.bool(2) }.map { $0.integer(0) })
    }

    package func endFirstImports(of feeds: [Int64]) throws {
        if feeds.isEmpty { return }
        try writing {
            try library.run(
                "DELETE FROM feedsearch.first_import WHERE library = $1 AND slot = $2 AND feed = ANY ($3)",
                [.integers(feeds)])
        }
    }

    package func hiddenArticles(among articles: [Int64]) throws -> Set<Int64> {
        let rows = try library.query(
            """
            SELECT n FROM feedsearch.article
            WHERE library = $1 AND slot = $2 AND n = ANY ($3) AND flags & \(StoredFlags.hidden) <> 0
            """, [.integers(articles)])
        return Set(rows.map { $0.integer(0) })
    }

    package func store(_ matches: AlertBatch) throws {
        try library.run(
            """
            INSERT INTO feedsearch.alert_batch (library, slot, id, at, first_new, matches) VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                .integer(try library.take(1, .alertBatch)), .integer(matches.at), .integer(matches.firstNew),
                .bytes(matches.matches),
            ])
    }
}
