package import Formats

/// An article's HTML as it is stored: compressed with the article's plain text as prefix, where it is long enough for that.
package enum PackedHTML {
    private static let minBytes = 128

    /// - Returns: nil where the HTML is stored as it came.
    package static func packed(_ html: [UInt8], body: [UInt8], by compressor: PrefixCompressor) -> [UInt8]? {
        html.count >= minBytes ? compressor.compress(html, prefix: body) : nil
    }
}
