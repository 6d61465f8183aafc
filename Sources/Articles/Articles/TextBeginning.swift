/// The beginning of a text, shown in lists for an article without a title.
public enum TextBeginning {
    /// At most this many characters are shown.
    static let maxCharacters = 80
    /// White space before the text, and text of the search for it, beyond this many characters are not read.
    private static let maxRead = 1_000

    /// The first words of a text in one line, with an ellipsis that marks them as a beginning; empty if the text is.
    ///
    /// - Complexity: independent of the text's length.
    public static func line(of text: String) -> String {
        var line = ""
        var count = 0
        var wordEnd: String.Index?
        var isCut = false
        var isBlank = true
        for character in text.prefix(maxRead) {
            if character.isWhitespace || character.isNewline {
                isBlank = true
                continue
            }
            if count >= maxCharacters {
                isCut = true
                break
            }
            if isBlank, count > 0 {
                wordEnd = line.endIndex
                line.append(" ")
                count += 1
            }
            isBlank = false
            line.append(character)
            count += 1
        }
        // Cut at the end of the previous word if one is near; Chinese has no such place.
        if isCut, !isBlank, let wordEnd, line.distance(from: wordEnd, to: line.endIndex) < maxCharacters / 2 {
            line = String(line[..<wordEnd])
        }
        guard !line.isEmpty else { return "" }
        while let last = line.last, last == "…" || last == "." || last == "," { line.removeLast() }
        return line + "…"
    }
}

extension Article {
    /// The title; without one the beginning of the text, which ends in an ellipsis. Empty if there is neither.
    public var titleOrBeginning: String { title.isEmpty ? TextBeginning.line(of: body) : title }
}

extension SearchHit {
    /// The title; without one the beginning of the snippet, which ends in an ellipsis. Empty if there is neither.
    public var titleOrBeginning: String { title.isEmpty ? TextBeginning.line(of: snippet) : title }
}
