internal import Markup

/// Distinguishes plain text from HTML.
enum HTMLGuess {
    /// Whether a text is HTML: it contains an end tag or a character reference, and all of its tags and references
    /// exist in HTML.
    ///
    /// - Complexity: linear.
    static func looksLikeHTML(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var hasProof = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x3C {
                let isEnd = index < bytes.count && bytes[index] == 0x2F
                let start = isEnd ? index + 1 : index
                let end = wordEnd(bytes, start)
                guard end > start else { continue }
                let name = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
                guard elements.contains(name) else { return false }
                if isEnd || isVoid(name) { hasProof = true }
                index = end
            } else if byte == 0x26 {
                let isNumber = index < bytes.count && bytes[index] == 0x23
                let start = isNumber ? index + 1 : index
                let end = wordEnd(bytes, start)
                guard end > start, end - start <= 32, end < bytes.count, bytes[end] == 0x3B else { continue }
                if !isNumber, HTMLEntities.text(named: String(decoding: bytes[start..<end], as: UTF8.self)) == nil {
                    return false
                }
                hasProof = true
                index = end
            }
        }
        return hasProof
    }

    private static func isVoid(_ name: String) -> Bool {
        name == "br" || name == "img" || name == "hr" || name == "wbr"
    }

    private static func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start
        while index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 || bytes[index] &- 0x30 < 10 { index += 1 }
        return index
    }

    /// The elements that occur in titles.
    private static let elements: Set<String> = [
        "a", "abbr", "acronym", "address", "article", "aside", "audio", "b", "bdi", "bdo", "big", "blockquote", "br",
        "button", "caption", "center", "cite", "code", "col", "dd", "del", "details", "dfn", "dir", "div", "dl", "dt",
        "em", "figcaption", "figure", "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "img",
        "ins", "kbd", "label", "legend", "li", "main", "map", "mark", "meter", "nav", "ol", "option", "output", "p",
        "pre", "progress", "q", "rp", "rt", "ruby", "s", "samp", "section", "select", "small", "span", "strike",
        "strong", "sub", "summary", "sup", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "time", "tr",
        "tt", "u", "ul", "var", "video", "wbr",
    ]
}
