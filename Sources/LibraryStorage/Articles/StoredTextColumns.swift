package import Database
internal import Formats

/// How the compressed columns of `article_text` and `removed_article` are selected, of the alias `t`.
package enum StoredTextColumns {
    /// For `LibraryDatabase.storedText`. SQLite unpacks a text by a function of its SQL, so that it can also search in it.
    package static let body: SQL = "\(sqlite: "plain_text(t.body)", postgres: "t.body")"

    /// Two columns, for `html(_:from:body:)`.
    package static let html: SQL = "t.html, \(sqlite: "typeof(t.html) = 'blob'", postgres: "t.html_packed")"

    /// An article's HTML.
    ///
    /// - Parameter body: its text.
    package static func html(_ row: any DatabaseRow, from column: Int32, body: [UInt8]) -> [UInt8]? {
        if row.isNull(column) { return nil }
        let stored = row.bytes(column)
        return row.bool(column + 1) ? PrefixCompressor().decompress(stored, prefix: body) : stored
    }
}
