package import ArticleSearch
internal import Articles
package import SQLite
internal import SearchRanking

/// What searches read of a database, on one connection.
package final class SQLiteSearchSource: SearchSource {
    package let connection: Connection
    let sqliteIndex: SQLiteIndex
    package let texts: StoredTexts

    /// Registers the SQL functions that searching needs on the connection.
    package init(connection: Connection) throws {
        self.connection = connection
        sqliteIndex = SQLiteIndex(connection: connection)
        try sqliteIndex.fts5.register()
        try AddressWords.register(on: connection)
        texts = try StoredTexts(connection: connection)
    }

    package var index: any IndexSource { sqliteIndex }
    package var titleWords: any TitleWordRows { SQLiteTitleWords(connection: connection) }

    /// Reads pages ahead; nil leaves that to the system. Set before the first search.
    package var prefetcher: Prefetcher? {
        get { sqliteIndex.prefetcher }
        set { sqliteIndex.prefetcher = newValue }
    }

    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result { try connection.snapshot(body) }

    // MARK: - Articles

    package func forEachText(
        of articles: [Int64], _ body: (_ place: Int, _ title: String, _ text: String) throws -> Void
    ) throws {
        let statement = try connection.cachedStatement(StoredTexts.titleAndBody)
        defer { statement.reset() }
        for (place, article) in articles.enumerated() {
            statement.bind(article, at: 1)
            if try statement.step() { try body(place, statement.text(0), statement.text(1)) }
            statement.reset()
        }
    }

    package func titles(of articles: [Int64]) throws -> [String] {
        let statement = try connection.cachedStatement("SELECT title FROM article_text WHERE n = ?")
        defer { statement.reset() }
        var titles: [String] = []
        for article in articles {
            statement.bind(article, at: 1)
            if try statement.step() { titles.append(statement.text(0)) }
            statement.reset()
        }
        return titles
    }

    package func newestTitles(_ limit: Int) throws -> [String] {
        let newest = try connection.prepare(
            "SELECT title FROM article_text WHERE title <> '' ORDER BY n DESC LIMIT \(limit)")
        var titles: [String] = []
        while try newest.step() { titles.append(newest.text(0)) }
        return titles
    }

    package func lastArticle() throws -> Int64 { try connection.integer("SELECT max(n) FROM article") ?? 0 }

    // MARK: - Names

    package func savedSearchQuery(_ name: String) throws -> String? {
        try connection.text("SELECT query FROM saved_search WHERE name = ?", [.text(name)])
    }

    package func hasTag(folded name: String) throws -> Bool {
        try connection.integer("SELECT 1 FROM tag WHERE folded = ? LIMIT 1", [.text(name)]) != nil
    }

    package func tagNames(_ limit: Int) throws -> [String] {
        let rows = try connection.prepare("SELECT name FROM tag ORDER BY id LIMIT \(limit)")
        var names: [String] = []
        while try rows.step() { names.append(rows.text(0)) }
        return names
    }

    package func hasLanguage(_ code: String) throws -> Bool {
        let condition = SQLFragment(.language(code))
        return try connection.integer("SELECT 1 FROM article a WHERE \(condition.sql) LIMIT 1", condition.values) != nil
    }

    package func mostFrequentLanguage() throws -> String? {
        try connection.text(
            "SELECT lower(language) FROM article WHERE language IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1")
    }
}
