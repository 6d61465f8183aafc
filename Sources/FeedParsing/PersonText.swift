internal import Markup

/// Parses people's names in one line of text.
enum PersonText {
    /// Parses forms such as `Name (me@example.org)`, `me@example.org (Name)` and `Name <me@example.org>`.
    ///
    /// Markup, such as a link around the name, is removed.
    static func author(_ text: String) -> ParsedAuthor? {
        let trimmed = plain(text)
        guard !trimmed.isEmpty else { return nil }
        guard let email = email(in: trimmed) else {
            // A link around the name may contain the mail address.
            let hidden = hasMarkup(text) ? Self.email(in: text) : nil
            return ParsedAuthor(name: trimmed, email: hidden)
        }
        var rest = trimmed.replacing(email, with: "", maxReplacements: 1)
        for empty in ["mailto:", "()", "<>", "&lt;&gt;", "[]"] { rest = rest.replacing(empty, with: "") }
        rest = trim(rest)
        if rest.hasPrefix("(") { rest.removeFirst() }
        if rest.hasSuffix(")") { rest.removeLast() }
        rest = trim(rest)
        return ParsedAuthor(name: rest.isEmpty ? nil : rest, email: email)
    }

    /// A name on one line, without markup or character references.
    static func plain(_ text: String) -> String {
        var name = trim(text)
        // Decode twice, since the markup itself may be escaped.
        for _ in 0..<2 where name.utf8.contains(0x3C) || name.utf8.contains(0x26) {
            let shown = hasMarkup(name) ? HTMLText.plainText(name) : HTMLEntities.decode(name)
            if shown == name { break }
            name = trim(shown)
        }
        guard name.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return name }
        return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether a text contains an HTML tag; `<me@example.org>` does not count.
    private static func hasMarkup(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        for start in bytes.indices.dropLast() where bytes[start] == 0x3C {
            var index = start + 1
            if bytes[index] == 0x2F { index += 1 }
            let first = index
            while index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 || bytes[index] &- 0x30 < 10 { index += 1 }
            guard index > first, index < bytes.count else { continue }
            let ends = bytes[index] == 0x3E || bytes[index] == 0x2F || bytes[index] <= 0x20
            if ends, tags.contains(String(decoding: bytes[first..<index], as: UTF8.self).lowercased()) { return true }
        }
        return false
    }

    /// The elements that occur in names.
    private static let tags: Set<String> = [
        "a", "abbr", "address", "b", "bdi", "big", "br", "cite", "code", "div", "em", "font", "h1", "h2", "h3", "h4",
        "h5", "h6", "i", "img", "li", "ol", "p", "q", "s", "small", "span", "strong", "sub", "sup", "time", "tt", "u",
        "ul",
    ]

    /// The first mail address in a text; nil if there is none.
    ///
    /// - Complexity: linear.
    static func email(in text: String) -> String? {
        let bytes = Array(text.utf8)
        var reached = 0
        for at in bytes.indices where bytes[at] == 0x40 {
            var start = at
            while start > reached, isLocal(bytes[start - 1]) { start -= 1 }
            var end = at + 1
            while end < bytes.count, isDomain(bytes[end]) { end += 1 }
            reached = at + 1
            while end > at, bytes[end - 1] == 0x2E || bytes[end - 1] == 0x2D { end -= 1 }
            guard start < at, bytes[(at + 1)..<max(end, at + 1)].contains(0x2E) else { continue }
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
        return nil
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isDomain(byte) || byte == 0x5F || byte == 0x2B || byte == 0x25 || byte == 0x27
    }

    private static func isDomain(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2E || byte == 0x2D
    }

    static func trim(_ text: String) -> String {
        let bytes = text.utf8
        if let first = bytes.first, let last = bytes.last, first > 32, last > 32 { return text }
        guard let first = bytes.firstIndex(where: { $0 > 32 }), let last = bytes.lastIndex(where: { $0 > 32 }) else {
            return ""
        }
        return String(text[first...last])
    }
}
