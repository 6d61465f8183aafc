/// A line `key = value` of a settings file.
package struct KeyValueLine {
    /// The line number, from 1.
    package let number: Int
    package let key: String
    /// The value without its quotes; nil if the line has no `=`.
    package let value: String?

    /// Parses the lines of a text, except for empty lines and lines that begin with `#`.
    package static func lines(of text: String) -> [KeyValueLine] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.enumerated().compactMap { index, line in
            let line = trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { return nil }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count < 2 ? nil : unquoted(trimmed(parts[1]))
            return KeyValueLine(number: index + 1, key: String(trimmed(parts[0])), value: value)
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var part = text
        while let first = part.first, first.isWhitespace { part = part.dropFirst() }
        while let last = part.last, last.isWhitespace { part = part.dropLast() }
        return part
    }

    private static func unquoted(_ text: Substring) -> String {
        let isQuoted = text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        return String(isQuoted ? text.dropFirst().dropLast() : text)
    }
}
