/// Reads names of people from one line of text.
enum PersonText {
    /// Reads `Name (me@example.org)`, `me@example.org (Name)`, `Name <me@example.org>` and the like.
    static func author(_ text: String) -> ParsedAuthor? {
        let trimmed = trim(text)
        guard !trimmed.isEmpty else { return nil }
        guard let email = email(in: trimmed) else { return ParsedAuthor(name: trimmed) }
        var rest = trimmed.replacing(email, with: "", maxReplacements: 1)
        for empty in ["mailto:", "()", "<>", "&lt;&gt;", "[]"] { rest = rest.replacing(empty, with: "") }
        rest = trim(rest)
        if rest.hasPrefix("(") { rest.removeFirst() }
        if rest.hasSuffix(")") { rest.removeLast() }
        rest = trim(rest)
        return ParsedAuthor(name: rest.isEmpty ? nil : rest, email: email)
    }

    /// The first mail address in a text.
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
