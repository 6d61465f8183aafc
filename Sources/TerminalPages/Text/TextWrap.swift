/// Breaks text into lines of a given width in columns, at spaces and between wide characters.
package enum TextWrap {
    /// Lines of at most `width` columns, as parts of the text. A word longer than a line is not broken and gets its own
    /// line, since a broken address could not be copied. A closing mark of Chinese punctuation never begins a line.
    ///
    /// - Complexity: linear in the number of bytes, however long individual characters are.
    package static func lines(_ text: String, width: Int) -> [Substring] {
        var text = text
        text.makeContiguousUTF8()
        var breaker = LineBreaker(text: text, width: width)
        breaker.run()
        return breaker.lines
    }

    /// Truncates a text to a width, with an ellipsis if it is shortened.
    package static func truncate(_ text: String, width: Int) -> String {
        if DisplayWidth.of(text) <= width { return text }
        return prefix(text, width: width - 1) + "…"
    }

    /// Removes the beginning of a text, so that the rest fits a width.
    package static func truncateStart(_ text: String, width: Int) -> String {
        if DisplayWidth.of(text) <= width { return text }
        return "…" + String(prefix(text.reversed(), width: width - 1).reversed())
    }

    private static func prefix(_ characters: some Sequence<Character>, width: Int) -> String {
        var result = ""
        var used = 0
        for character in characters {
            used += DisplayWidth.of(character)
            if used > width { break }
            result.append(character)
        }
        return result
    }
}
