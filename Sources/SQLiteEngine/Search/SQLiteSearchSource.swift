package import ArticleSearch
package import Database
internal import LibraryStorage
package import SQLite
internal import SearchRanking

/// Reads the data for searches from an SQLite database through one connection.
package final class SQLiteSearchSource: TableSearchSource {
    package let connection: Connection
    package var database: any LibraryDatabase { connection }
    let sqliteIndex: SQLiteIndex
    package let texts: SQLiteStoredTexts

    /// Registers the SQL functions for searches on the connection.
    package init(connection: Connection) throws {
        self.connection = connection
        sqliteIndex = SQLiteIndex(connection: connection)
        try sqliteIndex.fts5.register()
        try AddressWords.register(on: connection)
        try connection.registerReaderFunction()
        texts = try SQLiteStoredTexts(connection: connection)
    }

    package var index: any IndexSource { sqliteIndex }
    package var titleWords: any TitleWordRows { SQLiteTitleWords(connection: connection) }

    /// Prefetches database pages; if nil, only the operating system reads ahead. Must be set before the first search.
    package var prefetcher: Prefetcher? {
        get { sqliteIndex.prefetcher }
        set { sqliteIndex.prefetcher = newValue }
    }

    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result { try connection.snapshot(body) }

    // MARK: - Articles

    package func forEachText(
        of articles: [Int64], _ body: (_ place: Int, _ title: String, _ text: String) throws -> Void
    ) throws {
        let statement = try connection.cachedStatement(SQLiteStoredTexts.titleAndBody)
        defer { statement.reset() }
        for (place, article) in articles.enumerated() {
            statement.bind(article, at: 1)
            if try statement.step() { try body(place, statement.text(0), statement.text(1)) }
            statement.reset()
        }
    }
}
