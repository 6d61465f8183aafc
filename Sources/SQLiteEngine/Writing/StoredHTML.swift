internal import Formats
internal import SQLite

/// An article's HTML as it is stored: uncompressed text, or a blob compressed with the article's plain text as prefix.
enum StoredHTML {
    static func read(_ statement: Statement, column: Int32, body: [UInt8]) -> [UInt8]? {
        if statement.isNull(column) { return nil }
        let bytes = statement.bytes(column)
        return statement.isBlob(column) ? PrefixCompressor().decompress(bytes, prefix: body) : bytes
    }
}
