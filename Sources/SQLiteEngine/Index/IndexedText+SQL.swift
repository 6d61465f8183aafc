internal import Database
package import SQLite
package import SearchRanking

extension IndexedText {
    /// The columns that `init(_:)` reads.
    package static let columns = "t.n, \(SQLiteStoredTexts.functionName)(t.body), t.title, w.name, a.language"
    package static let tables = "article_text t JOIN article a ON a.n = t.n LEFT JOIN author w ON w.id = a.author"

    /// Reads a row that was selected with `columns`.
    package init(_ row: borrowing Statement) {
        self.init(body: row.bytes(1), title: row.text(2), author: row.textOrNil(3), language: row.textOrNil(4))
    }

    /// Reads the text of a stored article; nil if the article does not exist.
    package static func stored(_ n: Int64, _ connection: Connection) throws -> IndexedText? {
        let statement = try connection.cachedStatement("SELECT \(columns) FROM \(tables) WHERE t.n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        return try statement.step() ? IndexedText(statement) : nil
    }

    /// Adds a stored article's postings to the index, through FTS5.
    package static let insertion =
        "INSERT INTO article_index (rowid, body, title, author) SELECT n, body, title, author FROM article_indexed WHERE n = ?"
    /// Removes a stored article's postings. The stored text must still be the text that was indexed.
    package static let removal = """
        INSERT INTO article_index (article_index, rowid, body, title, author)
        SELECT 'delete', n, body, title, author FROM article_indexed WHERE n = ?
        """
}
