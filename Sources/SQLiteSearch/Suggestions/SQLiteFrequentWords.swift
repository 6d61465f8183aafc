package import ArticleSearch
internal import Database
package import SQLite

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
            """
            SELECT title, \(StoredTexts.functionName)(body) FROM article_text WHERE n > ?
            ORDER BY n DESC LIMIT \(limit)
            """)
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
        let statistics = IndexStatistics(SQLiteIndex(connection: connection))
        try statistics.refresh()
        return statistics.postings.segmentCount
    }

    package func articles(with terms: [[UInt8]]) throws -> [Int] {
        let statistics = IndexStatistics(SQLiteIndex(connection: connection))
        try statistics.refresh()
        return try terms.map { try statistics.articles(with: $0) }
    }

    package func forEachTerm(_ body: (_ term: Span<UInt8>, _ articles: Int) -> Void) throws {
        try SQLiteFullText(connection: connection).openVocabulary()
        let statement = try connection.prepare("SELECT term, doc FROM temp.vocabulary WHERE doc > 1")
        while try statement.step() { statement.withBytes(0) { body($0, statement.count(1)) } }
    }
}

extension FrequentWords {
    package convenience init(connection: Connection) { self.init(SQLiteFrequentWords(connection: connection)) }
}
