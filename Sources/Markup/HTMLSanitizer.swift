/// Makes HTML from any source safe to show.
///
/// The input is parsed as browsers do, and only allowed elements, attributes, address schemes and style properties are
/// written: tags balanced, attributes quoted, each `<`, `>`, `&` and `"` in text escaped. Text in other elements is
/// kept, except for scripts, styles, titles, and templates and drawings that have an end tag. Parsing the output gives
/// exactly the elements written, so a second parse cannot activate anything. Relative addresses become absolute if
/// there is a base. Forms, frames and embedded objects lose their function; a frame or object of a provider known to
/// `EmbeddedPlayer` becomes a link to its content, with the class `playerClass`.
public enum HTMLSanitizer {
    /// The safe form of a piece of HTML.
    ///
    /// - Parameter base: the base of relative addresses; ignored if it is longer than `longestBase` bytes.
    /// - Complexity: linear at any depth; elements nested deeper than `deepest` lose their tags.
    /// - Parameter keepsMathematics: whether formulas (`MathMarkup`) are kept; otherwise only their text is.
    public static func sanitize(_ html: String, base: String?, keepsMathematics: Bool = false) -> String {
        String(
            decoding: sanitize(Array(html.utf8), base: base, keepsMathematics: keepsMathematics), as: UTF8.self)
    }

    /// The safe form of UTF-8 HTML, as UTF-8.
    public static func sanitize(_ html: [UInt8], base: String?, keepsMathematics: Bool = false) -> [UInt8] {
        var writer = HTMLSanitizingWriter(size: html.count, base: base, keepsMathematics: keepsMathematics)
        writer.run(html)
        return writer.finish()
    }

    public static let playerClass = "embedded-player"

    /// The tags of more deeply nested elements are dropped. Browsers limit the depth to 512.
    static let deepest = 256
    static let longestBase = 2048
}
