package import Formats

/// An article's HTML as it is stored: if it is long enough, compressed with the article's plain text as prefix.
package enum PackedHTML {
    private static let minBytes = 128

    /// - Returns: nil if the HTML is stored uncompressed.
    package static func packed(_ html: [UInt8], body: [UInt8], by compressor: PrefixCompressor) -> [UInt8]? {
        html.count >= minBytes ? compressor.compress(html, prefix: body) : nil
    }
}
