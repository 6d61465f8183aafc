package import Formats

/// Compresses an article's HTML for storage, using the article's plain text as prefix. Short HTML is not compressed.
package enum PackedHTML {
    private static let minBytes = 128

    /// - Returns: the compressed HTML; nil if the HTML should be stored uncompressed.
    package static func packed(_ html: [UInt8], body: [UInt8], by compressor: PrefixCompressor) -> [UInt8]? {
        html.count >= minBytes ? compressor.compress(html, prefix: body) : nil
    }
}
