internal import Formats
internal import LibraryStorage
package import SQLite

/// Reads the texts of articles on a connection. They are stored uncompressed, or as blobs that are compressed with a
/// dictionary of the database ([decision 92](../../../docs/decisions/0092-compressed-texts.md)).
package final class SQLiteStoredTexts {
    /// The SQL function that returns a text stored in either form. It is used for `article_text.body` and
    /// `removed_article.body`.
    package static let functionName = "plain_text"

    /// The statement that reads an article's title and text.
    package static let titleAndBody = "SELECT title, \(functionName)(body) FROM article_text WHERE n = ?"

    private unowned let connection: Connection
    private var readers = TextReaders()
    var readerCount: Int { readers.count }

    /// Registers the function on a connection.
    init(connection: Connection) throws {
        self.connection = connection
        // The connection may outlive the owner of this value.
        try connection.registerUnpacking(Self.functionName) { [self] blob, give in
            reader(of: blob)?.withText(blob, give) != nil
        }
    }

    /// Calls `body` with a text from a column that is stored in either form.
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

    /// Whether the text of a column can be read.
    package func isReadable(_ row: borrowing Statement, column: Int32) -> Bool {
        !row.isBlob(column) || row.withBytes(column) { blob in reader(of: blob)?.withText(blob) { _ in } != nil }
    }

    private func reader(of blob: Span<UInt8>) -> TextReader? {
        // A dictionary takes about a dozen pages.
        readers.reader(TextDictionary.id(in: blob)) { id in
            try? BlockReads(connection).run { try connection.textDictionary(id) }
        }
    }
}
