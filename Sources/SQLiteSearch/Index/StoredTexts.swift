package import SQLite

/// The texts of articles as a connection reads them: stored as they are, or as a blob that is compressed with a dictionary of
/// the database ([decision 92](../../../docs/decisions/0092-compressed-texts.md)).
package final class StoredTexts {
    /// The SQL function that makes the text of both. Columns with such texts: `article_text.body`, `removed_article.body`.
    package static let functionName = "plain_text"

    /// The statement that reads an article's title and text.
    package static let titleAndBody = "SELECT title, \(functionName)(body) FROM article_text WHERE n = ?"

    private unowned let connection: Connection
    private let reader = TextDictionary.Reader()
    /// Those that were needed so far.
    private var dictionaries: [UInt32: TextDictionary] = [:]

    /// Registers the function on a connection.
    init(connection: Connection) throws {
        self.connection = connection
        try connection.registerUnpacking(Self.functionName) { [unowned self] blob in unpack(blob) }
    }

    private func unpack(_ blob: Span<UInt8>) -> [UInt8]? {
        guard let dictionary = dictionary(of: blob) else { return nil }
        return reader.text(blob, dictionary)
    }

    /// Calls `body` with the text in a column that may hold either form.
    ///
    /// - Throws: `SQLiteError.corrupt` of a blob that is no text.
    func withText<Result>(
        _ row: borrowing Statement, column: Int32, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        guard row.isBlob(column) else { return try row.withBytes(column, body) }
        let result = try row.withBytes(column) { blob in
            guard let dictionary = dictionary(of: blob) else { return Result?.none }
            return try reader.withText(blob, dictionary, body)
        }
        guard let result else { throw SQLiteError(extendedCode: SQLiteError.corrupt, message: "a text is damaged") }
        return result
    }

    private func dictionary(of blob: Span<UInt8>) -> TextDictionary? {
        let id = TextDictionary.id(in: blob)
        if let known = dictionaries[id] { return known }
        guard let stored = try? Self.read(id, connection, compresses: false) else { return nil }
        dictionaries[id] = stored
        return stored
    }

    /// A stored dictionary; nil where there is none, or none that can be used.
    package static func read(_ id: UInt32, _ connection: Connection, compresses: Bool) throws -> TextDictionary? {
        let statement = try connection.prepare("SELECT bytes FROM text_dictionary WHERE id = ?")
        statement.bind(Int64(id), at: 1)
        guard try statement.step() else { return nil }
        guard let dictionary = TextDictionary(statement.bytes(0), compresses: compresses), dictionary.id == id else {
            return nil
        }
        return dictionary
    }
}
