/// Converts HTML to the plain text that is indexed and shown.
///
/// Block elements and `br` become one line feed, a tab separates table cells, and other white space becomes one space;
/// white space in `pre` is kept. Scripts, styles, titles, templates, drawings, comments and hidden elements are left
/// out. If a template or drawing has no end tag, only its start tag is left out. The `alt` text of images is kept.
/// Character references are decoded. The base of ruby annotations is contiguous; their readings follow in parentheses
/// at the end of the line. A superscript after a word is written with superscript digits or after U+2060, so that the
/// word before it is found. The text has no white space at its ends, and no control characters except tab and line
/// feed.
/// The input must be HTML: in plain text, anything that looks like a tag would be lost.
public enum HTMLText {
    /// Converts HTML to plain text.
    ///
    /// - Complexity: linear.
    public static func plainText(_ html: String) -> String {
        var html = html
        return html.withUTF8Span { String(decoding: plainText($0), as: UTF8.self) }
    }

    /// Converts HTML in UTF-8 to plain text. Ill-formed bytes are unchanged.
    ///
    /// - Complexity: linear, in one pass.
    public static func plainText(_ html: [UInt8]) -> [UInt8] { plainText(html.span) }

    /// Converts HTML to the plain text that earlier versions produced, in which ruby annotations and superscripts are
    /// treated like other text.
    public static func unmarkedText(_ html: String) -> String {
        var html = html
        return html.withUTF8Span { span in
            var extractor = HTMLTextExtractor(capacity: span.count, marksAnnotations: false)
            extractor.run(span)
            return String(decoding: extractor.finish(), as: UTF8.self)
        }
    }

    /// Converts HTML in UTF-8 to plain text. Ill-formed bytes are unchanged.
    ///
    /// - Complexity: linear, in one pass.
    public static func plainText(_ html: Span<UInt8>) -> [UInt8] {
        var extractor = HTMLTextExtractor(capacity: html.count)
        extractor.run(html)
        return extractor.finish()
    }
}

extension String {
    /// Calls a closure with the UTF-8 bytes of the string.
    mutating func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        makeContiguousUTF8()
        return body(utf8.span)
    }
}
