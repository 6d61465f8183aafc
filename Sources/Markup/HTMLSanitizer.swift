/// Makes HTML from any source safe to show.
///
/// The input is parsed as in browsers, and only allowed elements, attributes, address schemes and style properties are
/// written. Tags are balanced, attributes are quoted, and each `<`, `>`, `&` and `"` in text is escaped. The text of
/// other elements is kept, except for scripts, styles, titles, and templates and drawings that have an end tag. Parsing
/// the output gives exactly the elements written, so a second parse cannot activate anything. Relative addresses become
/// absolute if there is a base. Forms, frames and embedded objects lose their function; a frame or object of a provider
/// known to `EmbeddedPlayer` becomes a link to its content, with the class `playerClass`.
public enum HTMLSanitizer {
    /// Sanitises HTML.
    ///
    /// - Parameter base: the base of relative addresses; ignored if it is longer than `longestBase` bytes.
    /// - Parameter keepsMathematics: whether formulas (`MathMarkup`) are kept; otherwise only their text is kept.
    /// - Complexity: linear at any depth; elements nested deeper than `deepest` lose their tags.
    public static func sanitize(_ html: String, base: String?, keepsMathematics: Bool = false) -> String {
        String(
            decoding: sanitize(Array(html.utf8), base: base, keepsMathematics: keepsMathematics), as: UTF8.self)
    }

    /// Sanitises HTML in UTF-8.
    public static func sanitize(_ html: [UInt8], base: String?, keepsMathematics: Bool = false) -> [UInt8] {
        var writer = HTMLSanitizingWriter(size: html.count, base: base, keepsMathematics: keepsMathematics)
        writer.run(html)
        return writer.finish()
    }

    public static let playerClass = "embedded-player"

    /// The maximum depth of elements. The tags of deeper elements are dropped. Browsers limit the depth to 512.
    static let deepest = 256
    static let longestBase = 2048
}
