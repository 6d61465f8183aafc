internal import Markup

/// Corrects HTML that was escaped twice, or that contains an unescaped `<`.
enum EscapedMarkup {
    /// Decodes HTML that was escaped twice; other HTML is unchanged.
    ///
    /// Only text that begins with an escaped block or picture tag and contains no unescaped tags is decoded: an article
    /// about markup has tags around the escaped ones.
    static func seenThrough(_ html: String) -> String {
        guard html.utf8.first == 0x26, html.hasPrefix("&lt;") else { return html }
        let head = html.utf8.dropFirst(4).prefix { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
        let name = String(decoding: Array(head), as: UTF8.self).lowercased()
        guard starters.contains(name), !html.utf8.contains(0x3C) else { return html }
        let decoded = HTMLEntities.decode(html)
        return decoded.utf8.contains(0x3E) ? decoded : html
    }

    /// Escapes a `<` that does not begin a tag: that of `<!` at the beginning of the text, or of an unclosed `<word` at
    /// its end. A browser would hide the text after it.
    static func spelledOut(_ html: String) -> String {
        let bytes = html.utf8
        if bytes.first == 0x3C, bytes.count > 2, bytes[bytes.index(after: bytes.startIndex)] == 0x21 {
            let third = bytes[bytes.index(bytes.startIndex, offsetBy: 2)]
            if third != 0x2D, third != 0x5B, third | 0x20 != 0x64 { return "&lt;" + html.dropFirst() }
        }
        // Scans back over the letters of the last word. A tag that is cut off inside its attributes is not escaped.
        var index = bytes.endIndex
        var letters = 0
        while index > bytes.startIndex, letters <= 16 {
            bytes.formIndex(before: &index)
            let byte = bytes[index]
            if byte == 0x3C {
                return letters > 0 ? html[..<index] + "&lt;" + html[bytes.index(after: index)...] : html
            }
            guard (byte | 0x20) &- 0x61 < 26 || byte == 0x21 else { return html }
            letters += 1
        }
        return html
    }

    private static let starters: Set<String> = [
        "p", "div", "img", "table", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "figure", "section", "article",
        "iframe",
    ]

    /// Removes a single `div` that encloses the whole text.
    static func unwrapped(_ html: String) -> String {
        guard html.hasPrefix("<div"), html.hasSuffix("</div>") else { return html }
        let bytes = Array(html.utf8)
        guard let open = bytes.firstIndex(of: 0x3E), bytes[4] == 0x3E || bytes[4] == 0x20 else { return html }
        // The last end tag belongs to the first start tag unless the depth reaches zero before that end tag.
        var depth = 0
        var index = 0
        let close = bytes.count - 6
        while index < close {
            if bytes[index] == 0x3C, index + 4 < bytes.count {
                if matches(bytes, index + 1, [0x64, 0x69, 0x76]), bytes[index + 4] == 0x3E || bytes[index + 4] == 0x20 {
                    depth += 1
                } else if bytes[index + 1] == 0x2F, matches(bytes, index + 2, [0x64, 0x69, 0x76, 0x3E]) {
                    depth -= 1
                    if depth == 0 { return html }
                }
            }
            index += 1
        }
        var inside = bytes[(open + 1)..<close]
        while let first = inside.first, first <= 32 { inside = inside.dropFirst() }
        while let last = inside.last, last <= 32 { inside = inside.dropLast() }
        return String(decoding: inside, as: UTF8.self)
    }

    private static func matches(_ bytes: [UInt8], _ start: Int, _ word: [UInt8]) -> Bool {
        start + word.count <= bytes.count && bytes[start..<(start + word.count)].elementsEqual(word)
    }
}
