internal import Formats
internal import LibraryStorage
package import PostgreSQL

/// Reads the texts of articles in a library on a server. A text is stored as uncompressed UTF-8, or compressed with a
/// dictionary of the library ([decision 92](../../../docs/decisions/0092-compressed-texts.md)). Compressed texts are
/// Zstandard frames, whose first four bytes, 28 B5 2F FD, are not valid UTF-8 (RFC 8878, section 3.1.1). The columns
/// `article_text.body` and `removed_article.body` contain such texts.
///
/// This class is not thread-safe. An object may outlive its connection, because dictionaries never change.
package final class PostgresStoredTexts {
    private var readers = TextReaders()

    package init() {}

    /// - Throws: `UnreadableTextError`.
    private func reader(of stored: Span<UInt8>, _ library: LibraryConnection) throws -> TextReader? {
        let id = TextDictionary.id(in: stored)
        if id == 0 { return nil }
        guard let reader = try readers.reader(id, library.textDictionary) else { throw UnreadableTextError() }
        return reader
    }

    fileprivate func withText<Result>(
        _ stored: Span<UInt8>, _ library: LibraryConnection, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        guard let reader = try reader(of: stored, library) else { return try body(stored) }
        guard let result = try reader.withText(stored, body) else { throw UnreadableTextError() }
        return result
    }

    /// - Returns: nil if the text is stored uncompressed.
    fileprivate func unpacked(_ stored: Span<UInt8>, _ library: LibraryConnection) throws -> [UInt8]? {
        guard let reader = try reader(of: stored, library) else { return nil }
        guard let text = reader.text(stored) else { throw UnreadableTextError() }
        return text
    }
}

/// The error for a text that is damaged or whose dictionary is missing.
package struct UnreadableTextError: Error, CustomStringConvertible {
    package var description: String { "a compressed text is damaged, or its dictionary is missing" }
}

extension LibraryConnection {
    /// Calls `body` with the text of an article, which is valid only during the call.
    ///
    /// - Parameter column: a column with a stored text. If the text's dictionary has not been loaded yet, loading the
    ///   dictionary takes one round trip.
    /// - Throws: `UnreadableTextError`.
    package func withText<Result>(
        _ row: PostgresRow, _ column: Int32, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
        try row.withBytes(column) { try texts.withText($0, self, body) }
    }

    /// The text of an article as UTF-8.
    ///
    /// - Throws: `UnreadableTextError`.
    package func text(_ row: PostgresRow, _ column: Int32) throws -> [UInt8] {
        try row.withBytes(column) { try texts.unpacked($0, self) } ?? row.bytes(column)
    }
}
