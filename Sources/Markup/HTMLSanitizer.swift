/// HTML that is safe to show anywhere, made of HTML that came from anywhere.
///
/// The input is read as browsers read it and written anew from allow-lists of elements, attributes, address schemes and
/// style properties: balanced tags, quoted attributes, every `<`, `>`, `&` and `"` of a text escaped, nothing else. What
/// is not on a list goes; its text stays, but for scripts, styles, titles, and templates and drawings that end. Parsing the output
/// gives the elements that are written in it and no others, so that a second parse cannot bring anything to life.
/// Relative addresses become absolute where there is a base. Forms, frames and embedded objects are taken apart.
public enum HTMLSanitizer {
    /// The safe form of a piece of HTML.
    ///
    /// - Parameter base: the address that relative ones lean on; ignored over `longestBase` bytes.
    /// - Complexity: linear, whatever the nesting; elements nested deeper than `deepest` lose their tags.
    public static func sanitize(_ html: String, base: String?) -> String {
        String(decoding: sanitize(Array(html.utf8), base: base), as: UTF8.self)
    }

    /// The safe form of UTF-8 HTML, as UTF-8.
    public static func sanitize(_ html: [UInt8], base: String?) -> [UInt8] {
        var writer = HTMLSanitizingWriter(size: html.count, base: base)
        writer.run(html)
        return writer.finish()
    }

    /// Elements nested deeper than browsers nest them (512) are shown flat.
    static let deepest = 256
    static let longestBase = 2048
}
