package import Database
internal import Formats

/// SELECT expressions for the compressed columns of `article_text` and `removed_article`, with the alias `t`.
package enum StoredTextColumns {
    /// The text, for `LibraryDatabase.storedText`. SQLite decompresses with an SQL function, so that its SQL can also
    /// search the text.
    package static let body: SQL = "\(sqlite: "plain_text(t.body)", postgres: "t.body")"

    /// The HTML in two columns, for `html(_:from:body:)`.
    package static let html: SQL = "t.html, \(sqlite: "typeof(t.html) = 'blob'", postgres: "t.html_packed")"

    /// An article's HTML, decompressed; nil for an article without HTML.
    ///
    /// - Parameter body: the article's text, which is the prefix of the compression.
    package static func html(_ row: any DatabaseRow, from column: Int32, body: [UInt8]) -> [UInt8]? {
        if row.isNull(column) { return nil }
        let stored = row.bytes(column)
        return row.bool(column + 1) ? PrefixCompressor().decompress(stored, prefix: body) : stored
    }
}
