import QueryLanguage

/// A query that could not be read, together with its mistake.
struct QueryComplaint: Error, Sendable {
    let query: String
    let error: QuerySyntaxError
}

extension Language {
    /// The same language for the words of the query room.
    var ofQueries: QueryMessageLanguage { self == .simplifiedChinese ? .simplifiedChinese : .english }
}

extension QueryComplaint {
    /// What is wrong, the query with the place underlined, and a hint.
    func complaint(_ language: Language, columns: Int) -> Complaint {
        var details: [String] = []
        if !query.isEmpty {
            let (line, marks) = underlined(columns: max(20, columns - 2))
            details = ["  " + line, "  " + marks]
        }
        details.append("  " + Message.hint.text(language, [error.hint(in: language.ofQueries)]))
        return Complaint(text: error.message(in: language.ofQueries), details: details)
    }

    /// The query and carets under the mistake; of a long query, what stands around it.
    private func underlined(columns: Int) -> (line: String, marks: String) {
        let utf8 = Array(query.utf8)
        let range = error.utf8Range.clamped(to: 0..<utf8.count)
        func text(_ part: Range<Int>) -> String { TerminalSafe.line(String(decoding: utf8[part], as: UTF8.self)) }
        let mistake = text(range)
        let shown = TextWrap.truncate(mistake, width: max(1, columns / 2))
        let room = max(4, columns - DisplayWidth.of(shown) - 8)
        let before = TextWrap.truncateStart(text(0..<range.lowerBound), width: room)
        let used = DisplayWidth.of(before) + DisplayWidth.of(shown)
        let after =
            range.upperBound < utf8.count ? text(range.upperBound..<min(utf8.count, range.upperBound + 400)) : ""
        let line = before + shown + (after.isEmpty ? "" : TextWrap.truncate(after, width: max(1, columns - used)))
        let marks =
            String(repeating: " ", count: DisplayWidth.of(before))
            + String(repeating: "^", count: max(1, DisplayWidth.of(shown)))
        return (line, marks)
    }
}
