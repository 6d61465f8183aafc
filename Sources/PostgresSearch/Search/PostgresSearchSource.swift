package import ArticleSearch
internal import Articles
internal import Database
internal import PostgreSQL
internal import SearchRanking

/// What searches read of a library on a server, on one connection.
package final class PostgresSearchSource: SearchSource {
    let library: LibraryConnection
    let postgresIndex: PostgresIndex
    /// Texts that one statement reads.
    private static let textsAtOnce = 64

    var connection: PostgresConnection { library.connection }
    var place: LibrarySlot { library.place }

    /// - Parameters:
    ///   - cache: of the process's readers of the library.
    ///   - firstSegment: only segments from this id on are read; nil for all.
    package init(_ library: LibraryConnection, cache: SegmentCache?, firstSegment: Int? = nil) {
        self.library = library
        postgresIndex = PostgresIndex(library, cache: cache, firstSegment: firstSegment)
    }

    package var index: any IndexSource { postgresIndex }
    package var titleWords: any TitleWordRows { PostgresTitleWords(library) }

    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        if connection.isInTransaction { return try body() }
        return try connection.transaction(.snapshot, reading: postgresIndex.requestsOfSnapshot) { rows in
            postgresIndex.beginSnapshot(rows)
            defer { postgresIndex.endSnapshot() }
            return try body()
        }
    }

    // MARK: - Articles

    package func forEachText(
        of articles: [Int64], _ body: (_ place: Int, _ title: String, _ text: String) throws -> Void
    ) throws {
        for first in stride(from: 0, to: articles.count, by: Self.textsAtOnce) {
            try connection.checkDeadline()
            let some = articles[first..<min(first + Self.textsAtOnce, articles.count)]
            let rows = try connection.query(
                "SELECT n, title, body FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
                place.values + [.integers(Array(some))])
            let found = Dictionary(rows.map { ($0.integer(0), $0) }) { $1 }
            for (place, article) in zip(some.indices, some) {
                guard let row = found[article] else { continue }
                try body(place, row.text(1), String(decoding: library.text(row, 2), as: UTF8.self))
            }
        }
    }

    package func titles(of articles: [Int64]) throws -> [String] {
        let rows = try connection.query(
            "SELECT n, title FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            place.values + [.integers(articles)])
        let titles = Dictionary(rows.map { ($0.integer(0), $0.text(1)) }) { $1 }
        return articles.compactMap { titles[$0] }
    }

    package func newestTitles(_ limit: Int) throws -> [String] {
        try connection.query(
            """
            SELECT title FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND title <> ''
            ORDER BY n DESC LIMIT $3
            """, place.values + [.integer(Int64(limit))]
        ).map { $0.text(0) }
    }

    package func lastArticle() throws -> Int64 {
        try connection.integer("SELECT max(n) FROM feedsearch.article WHERE library = $1 AND slot = $2", place.values)
            ?? 0
    }

    // MARK: - Names

    package func savedSearchQuery(_ name: String) throws -> String? {
        try connection.query(
            "SELECT query FROM feedsearch.saved_search WHERE library = $1 AND slot = $2 AND name_key = $3",
            place.values + [NameKey.value(of: name)]
        ).first?.text(0)
    }

    package func hasTag(folded name: String) throws -> Bool {
        try connection.integer(
            "SELECT 1::int8 FROM feedsearch.tag WHERE library = $1 AND slot = $2 AND folded_key = $3 LIMIT 1",
            place.values + [NameKey.value(of: name)]) != nil
    }

    package func tagNames(_ limit: Int) throws -> [String] {
        try connection.query(
            "SELECT name FROM feedsearch.tag WHERE library = $1 AND slot = $2 ORDER BY id LIMIT $3",
            place.values + [.integer(Int64(limit))]
        ).map { $0.text(0) }
    }

    package func hasLanguage(_ code: String) throws -> Bool {
        let filter = PostgresFilter(.language(code), place)
        return try connection.integer(
            "SELECT 1::int8 FROM feedsearch.article a WHERE \(filter.sql) LIMIT 1", filter.values) != nil
    }

    package func mostFrequentLanguage() throws -> String? {
        try connection.query(
            """
            SELECT lower(language COLLATE "C") FROM feedsearch.article
            WHERE library = $1 AND slot = $2 AND language IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1
            """, place.values
        ).first?.text(0)
    }
}
