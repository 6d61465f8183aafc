internal import Formats
internal import LibraryStorage
package import SQLite

/// Reads the stored texts of articles through one connection. A text is stored either uncompressed, or as a blob that
/// was compressed with a dictionary from the database ([decision
/// 92](../../../docs/decisions/0092-compressed-texts.md)).
package final class SQLiteStoredTexts {
    /// The SQL function that returns a stored text, decompressed if necessary. SQL statements apply the function to
    /// `article_text.body` and `removed_article.body`.
    package static let functionName = "plain_text"

    /// The statement that reads an article's title and text.
    package static let titleAndBody = "SELECT title, \(functionName)(body) FROM article_text WHERE n = ?"

    private unowned let connection: Connection
    private var readers = TextReaders()
    var readerCount: Int { readers.count }

    /// Registers the SQL function `functionName` on a connection.
    init(connection: Connection) throws {
        self.connection = connection
        // The closure retains this value, because the connection may outlive its owner.
        try connection.registerUnpacking(Self.functionName) { [self] blob, give in
            reader(of: blob)?.withText(blob, give) != nil
        }
    }

    /// Calls `body` with the text in a column, decompressed if necessary.
    ///
    /// - Throws: `SQLiteError.corrupt` if a blob cannot be decompressed.
    func withText<Result>(
        _ row: borrowing Statement, column: Int32, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        guard row.isBlob(column) else { return try row.withBytes(column, body) }
        let result = try row.withBytes(column) { blob in try reader(of: blob)?.withText(blob, body) }
        guard let result else {
            throw SQLiteError(extendedCode: SQLiteError.corrupt, message: Connection.unpackingFailure)
        }
        return result
    }

    /// Whether the text in a column is uncompressed or can be decompressed.
    package func isReadable(_ row: borrowing Statement, column: Int32) -> Bool {
        !row.isBlob(column) || row.withBytes(column) { blob in reader(of: blob)?.withText(blob) { _ in } != nil }
    }

    private func reader(of blob: Span<UInt8>) -> TextReader? {
        // Read several pages at once, because a dictionary occupies about a dozen pages.
        readers.reader(TextDictionary.id(in: blob)) { id in
            try? BlockReads(connection).run { try connection.textDictionary(id) }
        }
    }
}
