internal import ArticleSearch
package import SQLite
internal import SearchRanking

/// Reads the units of articles, one article at a time.
package struct ForwardReader: ForwardReading {
    package private(set) var units: [UInt16] = []
    private let statement: Statement
    private let connection: Connection

    package init(connection: Connection) throws {
        self.connection = connection
        statement = try connection.cachedStatement("SELECT units FROM article_forward WHERE n = ?")
    }

    /// - Returns: false if there is no such article.
    package mutating func read(_ n: Int64) throws -> Bool {
        statement.bind(n, at: 1)
        defer { statement.reset() }
        if try statement.step() {
            statement.copyUnits(0, into: &units)
            return true
        }
        // Without a row the units are made from the text, which is slower.
        guard let text = try IndexedText.stored(n, connection) else { return false }
        units = Array(ForwardEntry(text).units)
        return true
    }
}
