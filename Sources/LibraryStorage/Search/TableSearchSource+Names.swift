package import ArticleSearch
package import Articles
internal import Database

extension TableSearchSource {
    package func savedSearchQuery(_ name: String) throws -> String? {
        try database.text("SELECT s.query FROM \(rows: .savedSearch) s WHERE \(name: "s.name", is: name)")
    }

    package func hasTag(folded name: String) throws -> Bool {
        try database.hasRow("SELECT 1 FROM \(rows: .tag) t WHERE \(name: "t.folded", is: name) LIMIT 1")
    }

    package func tagNames(_ limit: Int) throws -> [String] {
        try database.rows("SELECT t.name FROM \(rows: .tag) t ORDER BY t.id LIMIT \(limit)") { $0.text(0) }
    }

    package func hasLanguage(_ code: String) throws -> Bool {
        try database.hasRow("SELECT 1 FROM \(rows: .article) a WHERE \(sql: SQL(.language(code))) LIMIT 1")
    }

    package func mostFrequentLanguage() throws -> String? {
        try database.text(
            """
            SELECT lower(a.language\(sqlite: "", postgres: " COLLATE \"C\"")) FROM \(rows: .article) a
            WHERE a.language IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1
            """)
    }

    // MARK: - Articles

    package func lastArticle() throws -> Int64 { try database.lastArticle() }

    package func newestTitles(_ limit: Int) throws -> [String] {
        try database.rows(
            "SELECT t.title FROM \(rows: .articleText) t WHERE t.title <> '' ORDER BY t.n DESC LIMIT \(limit)"
        ) { $0.text(0) }
    }

    package func titles(of articles: [Int64]) throws -> [String] {
        let rows = try database.rows(
            "SELECT t.n, t.title FROM \(rows: .articleText) t WHERE t.n\(isOneOf: articles)"
        ) { ($0.integer(0), $0.text(1)) }
        let titles = Dictionary(rows) { $1 }
        return articles.compactMap { titles[$0] }
    }

    // MARK: - Feeds

    package func feeds(subscribedOnly: Bool) throws -> [Feed] {
        try feeds(subscribedOnly ? "f.subscribed" : "TRUE")
    }

    package func feed(_ key: FeedKey) throws -> Feed? {
        switch key {
        case .id(let id): try feeds("f.id = \(id)").first
        case .address(let address): try feeds("\(name: "f.url", is: address)").first
        }
    }

    /// - Parameter condition: an SQL condition on the feed `f`.
    private func feeds(_ condition: SQL) throws -> [Feed] {
        var read = ReadFeeds()
        try database.rows(of: ReadFeeds.queries(condition)) { read.add($1, of: $0) }
        return read.feeds
    }
}

extension LibraryDatabase {
    /// The largest article id; 0 if there are no articles.
    func lastArticle() throws -> Int64 { try integer("SELECT max(a.n) FROM \(rows: .article) a") ?? 0 }
}
