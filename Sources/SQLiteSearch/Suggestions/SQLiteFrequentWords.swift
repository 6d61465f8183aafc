package import ArticleSearch
package import SQLite
package import Suggestions

/// The list of frequent words in the table `frequent_word`.
package final class SQLiteFrequentWords: FrequentWordStore {
    private let connection: Connection
    private static let client = "frequent-words"

    package init(connection: Connection) { self.connection = connection }

    package func version() throws -> Int64 { try connection.integer("PRAGMA data_version") ?? 0 }

    package func forEachRow(_ body: (Span<UInt8>) -> Void) throws {
        let statement = try connection.cachedStatement("SELECT words FROM frequent_word ORDER BY first")
        defer { statement.reset() }
        while try statement.step() { statement.withBytes(0, body) }
    }

    package func write(_ rows: [FrequentWordRow], replacingAll all: Bool) throws {
        if all { try connection.run("DELETE FROM frequent_word") }
        let statement = try connection.cachedStatement("REPLACE INTO frequent_word (first, words) VALUES (?, ?)")
        for row in rows {
            statement.bind(blob: row.first.span, at: 1)
            statement.bind(blob: row.words.span, at: 2)
            try statement.run()
        }
    }

    // MARK: - Articles

    package func learntUpTo() throws -> Int64 {
        let state = try connection.text(
            "SELECT CAST(state AS TEXT) FROM client_state WHERE client = ?", [.text(Self.client)])
        return max(0, state.flatMap { Int64($0) } ?? 0)
    }

    package func remember(learntUpTo article: Int64) throws {
        try connection.run(
            "REPLACE INTO client_state (client, state) VALUES (?, CAST(? AS BLOB))",
            [.text(Self.client), .text(String(article))])
    }

    package func forEachText(
        after article: Int64, limit: Int, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void
    ) throws {
        let statement = try connection.cachedStatement(
            "SELECT title, body FROM article_text WHERE n > ? ORDER BY n DESC LIMIT \(limit)")
        defer { statement.reset() }
        statement.bind(article, at: 1)
        while try statement.step() {
            statement.withBytes(0) { title in statement.withBytes(1) { body(title, $0) } }
        }
    }

    package func hasMoreArticles(than count: Int) throws -> Bool {
        let counted = try connection.integer(
            "SELECT count(*) FROM (SELECT 1 FROM article LIMIT ?)", [.integer(Int64(count) + 1)])
        return counted != Int64(count)
    }

    package func lastArticle() throws -> Int64 { try connection.integer("SELECT max(n) FROM article") ?? 0 }

    // MARK: - The index

    package func segmentCount() throws -> Int {
        let statistics = IndexStatistics(connection: connection)
        try statistics.refresh()
        return statistics.postings.segmentCount
    }

    package func articles(with terms: [[UInt8]]) throws -> [Int] {
        let statistics = IndexStatistics(connection: connection)
        try statistics.refresh()
        return try terms.map { try statistics.articles(with: $0) }
    }

    package func forEachTerm(_ body: (_ term: Span<UInt8>, _ articles: Int) -> Void) throws {
        try IndexStatistics(connection: connection).openVocabulary()
        let statement = try connection.prepare("SELECT term, doc FROM temp.vocabulary WHERE doc > 1")
        while try statement.step() { statement.withBytes(0) { body($0, statement.count(1)) } }
    }
}

extension FrequentWords {
    package convenience init(connection: Connection) { self.init(SQLiteFrequentWords(connection: connection)) }

    /// Calls `body` with each listed word, in byte order.
    ///
    /// - Complexity: reads the whole list, 40,000 words at most.
    package static func forEachWord(on connection: Connection, _ body: (ArraySlice<UInt8>, Int) throws -> Void) throws {
        let statement = try connection.cachedStatement("SELECT words FROM frequent_word ORDER BY first")
        defer { statement.reset() }
        while try statement.step() {
            try connection.checkDeadline()
            try statement.withBytes(0) { row in try forEachWord(in: row, body) }
        }
    }

    /// The listed words longer than a prefix that begin with it, in any order.
    ///
    /// - Complexity: reads the rows that hold them, 4 KB each.
    package static func words(beginningWith prefix: [UInt8], on connection: Connection) throws -> [VocabularyWord] {
        let statement = try connection.cachedStatement(
            """
            SELECT words FROM frequent_word
            WHERE first >= coalesce((SELECT max(first) FROM frequent_word WHERE first <= ?1), x'') AND first < ?2
            """)
        defer { statement.reset() }
        let end = prefix + [0xFF]
        statement.bind(blob: prefix.span, at: 1)
        statement.bind(blob: end.span, at: 2)
        var out: [VocabularyWord] = []
        while try statement.step() {
            statement.withBytes(0) { row in
                forEachWord(in: row) { word, articles in
                    guard articles > 0, word.count > prefix.count, word.starts(with: prefix) else { return }
                    out.append(VocabularyWord(term: Array(word), articles: articles))
                }
            }
        }
        return out
    }
}
