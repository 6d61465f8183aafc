package import ArticleSearch
package import Database
internal import LibraryStorage
package import SQLite

/// Reads the data for the list of frequent words from SQLite, and stores the list there.
package final class SQLiteFrequentWords: TableFrequentWords {
    private let connection: Connection
    package var database: any LibraryDatabase { connection }

    package init(connection: Connection) { self.connection = connection }

    package func version() throws -> Int64 { try connection.integer("PRAGMA data_version") ?? 0 }

    package func forEachText(
        after article: Int64, limit: Int, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void
    ) throws {
        let statement = try connection.cachedStatement(
            """
            SELECT title, \(SQLiteStoredTexts.functionName)(body) FROM article_text WHERE n > ?
            ORDER BY n DESC LIMIT \(limit)
            """)
        defer { statement.reset() }
        statement.bind(article, at: 1)
        while try statement.step() {
            statement.withBytes(0) { title in statement.withBytes(1) { body(title, $0) } }
        }
    }

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
