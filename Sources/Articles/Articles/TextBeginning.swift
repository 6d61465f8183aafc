internal import Formats

/// The beginning of a text, shown in lists for an article without a title.
public enum TextBeginning {
    /// The maximum number of characters shown.
    static let maxCharacters = 80
    /// The maximum number of characters read from a text, including white space.
    private static let maxRead = 1_000

    /// The first words of a text on one line, followed by an ellipsis; empty for an empty text.
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
        // Cuts at the end of the previous word if one is near. Chinese has no spaces to cut at.
        if isCut, !isBlank, let wordEnd, line.distance(from: wordEnd, to: line.endIndex) < maxCharacters / 2 {
            line = String(line[..<wordEnd])
        }
        guard !line.isEmpty else { return "" }
        while let last = line.last, last == "…" || last == "." || last == "," { line.removeLast() }
        return line + "…"
    }
}

extension Article {
    /// The title for users, without characters that reorder text, or the beginning of the text with an ellipsis if the
    /// title is empty.
    public var titleOrBeginning: String {
        BidiControls.removed(from: title.isEmpty ? TextBeginning.line(of: body) : title)
    }
}

extension SearchHit {
    /// The title, or the beginning of the snippet with an ellipsis if the title is empty.
    public var titleOrBeginning: String { title.isEmpty ? TextBeginning.line(of: snippet) : title }
}
