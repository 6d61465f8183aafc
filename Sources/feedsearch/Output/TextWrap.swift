/// Breaks text into lines of a width in columns, at spaces and between wide characters.
enum TextWrap {
    /// Lines that fit `width` columns. A word that is longer than a line stands alone and overlong, since a cut address
    /// could not be copied; a closing mark of Chinese punctuation never begins a line.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var lineWidth = 0
        for piece in pieces(text) {
            let pieceWidth = DisplayWidth.of(piece.trimmingTrailingSpaces)
            if lineWidth > 0, lineWidth + pieceWidth > width {
                lines.append(line.trimmingTrailingSpaces)
                line = ""
                lineWidth = 0
            }
            if line.isEmpty, piece == " " { continue }
            line += piece
            lineWidth += DisplayWidth.of(piece)
        }
        let last = line.trimmingTrailingSpaces
        if !last.isEmpty || lines.isEmpty { lines.append(last) }
        return lines
    }

    /// Cuts a text to a width, with an ellipsis where something is lost.
    static func truncate(_ text: String, width: Int) -> String {
        if DisplayWidth.of(text) <= width { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = DisplayWidth.of(character)
            if used + next > width - 1 { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }

    /// Words with the spaces after them; a wide character is a piece of its own, with the marks that must follow it.
    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text {
            let wide = DisplayWidth.of(character) == 2
            if character == " " {
                piece.append(character)
                pieces.append(piece)
                piece = ""
            } else if neverFirst.contains(character) {
                if piece.isEmpty, let last = pieces.popLast() { piece = last }
                piece.append(character)
            } else if wide {
                if !piece.isEmpty, !neverLast.contains(piece.last ?? " ") {
                    pieces.append(piece)
                    piece = ""
                }
                piece.append(character)
            } else {
                if let last = piece.last, DisplayWidth.of(last) == 2, !neverLast.contains(last) {
                    pieces.append(piece)
                    piece = ""
                }
                piece.append(character)
            }
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }

    private static let neverFirst: Set<Character> = Set("，。、；：？！）》」』】〉…—ー”’%％")
    private static let neverLast: Set<Character> = Set("（《「『【〈“‘")
}

extension String {
    /// The string without the spaces at its end.
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
