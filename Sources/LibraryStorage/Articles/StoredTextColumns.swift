package import Database
internal import Formats

/// SELECT expressions for the compressed columns of `article_text` and `removed_article`, with the alias `t`.
package enum StoredTextColumns {
    /// The expression for the text, which is read with `LibraryDatabase.storedText`. In SQLite, an SQL function
    /// decompresses the text, so that SQL can also search it.
    package static let body: SQL = "\(sqlite: "plain_text(t.body)", postgres: "t.body")"

    /// The expressions for the two columns that `html(_:from:body:)` reads.
    package static let html: SQL = "t.html, \(sqlite: "typeof(t.html) = 'blob'", postgres: "t.html_packed")"

    /// Returns an article's decompressed HTML; nil for an article without HTML.
    ///
    /// - Parameter body: the article's text, which was used as the prefix when the HTML was compressed.
    package static func html(_ row: any DatabaseRow, from column: Int32, body: [UInt8]) -> [UInt8]? {
        if row.isNull(column) { return nil }
        let stored = row.bytes(column)
        return row.bool(column + 1) ? PrefixCompressor().decompress(stored, prefix: body) : stored
    }
}
