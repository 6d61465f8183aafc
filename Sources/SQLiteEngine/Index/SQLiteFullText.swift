package import ArticleSearch
package import Articles
internal import Database
internal import LibraryStorage
internal import SQLite
package import SearchRanking

/// Searches with FTS5's own query engine instead of this project's index reader.
package final class SQLiteFullText: FullTextEngine {
    private let connection: Connection
    private let collector = MatchCollector()
    private var hasVocabulary = false

    init(connection: Connection) { self.connection = connection }

    /// Registers the SQL function that `topArticles` needs. Called once for each connection.
    func register() throws { try collector.register(on: connection) }

    // MARK: - The vocabulary

    /// Creates the FTS5 table that lists the terms of the index, on first use:
    /// <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
    func openVocabulary() throws {
        guard !hasVocabulary else { return }
        try connection.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, article_index, row)")
        hasVocabulary = true
    }

    package func articles(with term: [UInt8]) throws -> Int {
        try openVocabulary()
        let statement = try connection.cachedStatement("SELECT doc FROM temp.vocabulary WHERE term = ?")
        defer { statement.reset() }
        statement.bind(text: term.span, at: 1)
        return try statement.step() ? statement.count(0) : 0
    }

    // MARK: - Matches

    package func articles(matching expression: IndexExpression, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        let bounds = range.map { " AND rowid BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
        let statement = try connection.prepare("SELECT rowid FROM article_index WHERE article_index MATCH ?\(bounds)")
        try statement.bind([.text(expression.matchText().text)])
        return try statement.articleNumbers()
    }

    package func newest(
        _ limit: Int, matching expression: IndexExpression, above floor: Int64
    ) throws -> [Int64] {
        let statement = try connection.cachedStatement(
            """
            SELECT rowid FROM article_index WHERE article_index MATCH ? AND rowid > ? ORDER BY rowid DESC LIMIT ?
            """)
        defer { statement.reset() }
        try statement.bind([.text(expression.matchText().text), .integer(floor), .integer(Int64(limit))])
        var found: [Int64] = []
        while try statement.step() { found.append(statement.integer(0)) }
        return found
    }

    package func topArticles(
        _ limit: Int, matching expression: IndexExpression, where filter: ArticleFilter?, _ groups: [ScoringGroup],
        averageLength: Double, keepsWeights: Bool
    ) throws -> ScoredArticles {
        collector.start(groups: groups, limit: limit, averageLength: averageLength, keepsWeights: keepsWeights)
        let collect = SQL(stringLiteral: "\(MatchCollector.functionName)(article_index)")
        var sql: SQL = "SELECT count(*) FROM article_index"
        let text = expression.matchText().text
        if let condition = filter.map({ SQL($0) }) {
            sql += """
                 CROSS JOIN \(rows: .article) a ON a.n = article_index.rowid WHERE article_index MATCH \(text)
                AND CASE WHEN \(sql: condition) THEN \(sql: collect) ELSE 0 END
                """
        } else {
            sql += " WHERE article_index MATCH \(text) AND \(sql: collect)"
        }
        let statement = try connection.statement(sql)
        while try statement.step() {}
        return collector.finish()
    }
}

extension Statement {
    /// The ids in the first column, ascending; ids beyond 32 bits are clamped.
    func articleNumbers() throws -> [UInt32] {
        var numbers: [UInt32] = []
        var isSorted = true
        while try step() {
            let number = UInt32(clamping: integer(0))
            if let last = numbers.last, last >= number { isSorted = false }
            numbers.append(number)
        }
        if !isSorted { numbers.sort() }
        return numbers
    }
}
