/// HTML to the plain text that is indexed and shown.
///
/// Block elements and `br` become one line feed, table cells are parted by a tab, other white space collapses to one
/// space, `pre` keeps its own. Scripts, styles, titles, templates, drawings, comments and what is hidden are left out
/// (of a template or a drawing without an end tag only the start tag is); the `alt` of an image stays. References are decoded. The text neither begins nor ends with white space and has no
/// control characters. Tags are read as browsers read them, so a text that looks like a tag is gone: hand in HTML, not
/// plain text.
public enum HTMLText {
    /// The text of a piece of HTML. Linear.
    public static func plainText(_ html: String) -> String {
        var html = html
        return html.withUTF8Span { String(decoding: plainText($0), as: UTF8.self) }
    }

    /// The text of UTF-8 HTML, as UTF-8. Linear, one pass; ill-formed bytes pass as they are.
    public static func plainText(_ html: [UInt8]) -> [UInt8] { plainText(html.span) }

    /// The text of UTF-8 HTML, as UTF-8. Linear, one pass; ill-formed bytes pass as they are.
    public static func plainText(_ html: Span<UInt8>) -> [UInt8] {
        var extractor = HTMLTextExtractor(capacity: html.count)
        extractor.run(html)
        return extractor.finish()
    }
}

extension String {
    /// Lends the UTF-8 of the string.
    mutating func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        makeContiguousUTF8()
        return body(utf8.span)
    }
}
