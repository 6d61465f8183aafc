internal import Formats
internal import TerminalPages

/// A line of text divided into pieces, each with a style and an optional link. It contains no control characters.
struct StyledLine: Equatable, Sendable {
    struct Piece: Equatable, Sendable {
        var text: String
        var style: CellStyle
        /// The address of the link; printable ASCII.
        var link: String?
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

    /// Parses a line with the sequences of `TerminalStyle`; other sequences are left out.
    init(styled line: String) {
        var style = CellStyle.plain
        var link: String?
        var rest = line.unicodeScalars[...]
        while let first = rest.first {
            guard first == "\u{1B}" else {
                let run = rest.prefix { $0 != "\u{1B}" }
                append(String(run), style, link: link)
                rest = rest[run.endIndex...]
                continue
            }
            rest = rest.dropFirst()
            switch rest.first {
            case "[":
                let body = rest.dropFirst().prefix { !("@"..."~").contains($0) }
                rest = rest[body.endIndex...]
                if rest.first == "m" { style = style.applying(Self.parameters(body)) }
                rest = rest.dropFirst()
            case "]":
                let body = rest.dropFirst().prefix { $0 != "\u{1B}" && $0 != "\u{7}" }
                rest = rest[body.endIndex...]
                // `ESC \` or BEL ends the link.
                rest = rest.dropFirst(rest.first == "\u{1B}" ? 2 : 1)
                let text = String(body)
                if text.hasPrefix("8;;") { link = Self.address(text.dropFirst(3)) }
            default: break
            }
        }
    }

    private static func parameters(_ body: Substring.UnicodeScalarView) -> [Int] {
        String(body).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    }

    private static func address(_ text: Substring) -> String? {
        text.isEmpty || !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ? nil : String(text)
    }

    /// Appends text without control characters.
    mutating func append(_ text: String, _ style: CellStyle = .plain, link: String? = nil) {
        let text = TerminalSafe.line(text)
        if text.isEmpty { return }
        if let last = pieces.indices.last, pieces[last].style == style, pieces[last].link == link {
            pieces[last].text += text
        } else {
            pieces.append(Piece(text: text, style: style, link: link))
        }
    }

    mutating func append(_ line: StyledLine) {
        for piece in line.pieces { append(piece.text, piece.style, link: piece.link) }
    }

    /// The text without styles.
    var plain: String { pieces.map(\.text).joined() }

    /// The width in columns.
    var width: Int { pieces.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// Splits the line into lines of at most `width` columns. A line breaks at a space in its second half if there is
    /// one, otherwise at the limit. The space at a break is left out, so that the next line does not begin with it.
    ///
    /// - Complexity: linear in the characters.
    func wrapped(width: Int) -> [StyledLine] {
        if self.width <= width { return [self] }
        var lines: [StyledLine] = []
        var waiting: [(character: Character, piece: Int)] = []
        var used = 0
        /// The number of characters up to the last space in the second half of the line.
        var breakPlace: Int?
        for (index, piece) in pieces.enumerated() {
            for character in piece.text {
                let own = DisplayWidth.of(character)
                if used + own > width, used > 0 {
                    let end = character == " " ? waiting.count : breakPlace ?? waiting.count
                    lines.append(line(of: waiting[..<end]))
                    waiting.removeFirst(end)
                    used = waiting.reduce(0) { $0 + DisplayWidth.of($1.character) }
                    breakPlace = nil
                    if character == " " { continue }
                }
                waiting.append((character, index))
                used += own
                if character == " ", used > width / 2 { breakPlace = waiting.count }
            }
        }
        if !waiting.isEmpty { lines.append(line(of: waiting[...])) }
        return lines
    }

    private func line(of characters: ArraySlice<(character: Character, piece: Int)>) -> StyledLine {
        var line = StyledLine()
        var rest = characters
        while let first = rest.first {
            let run = rest.prefix { $0.piece == first.piece }
            line.append(String(run.map(\.character)), pieces[first.piece].style, link: pieces[first.piece].link)
            rest = rest[run.endIndex...]
        }
        return line
    }

    /// The line truncated to a width in columns, with an ellipsis if it is shortened.
    func truncated(to width: Int) -> StyledLine {
        if self.width <= width { return self }
        guard width > 0 else { return StyledLine() }
        var line = StyledLine()
        var used = 0
        for piece in pieces {
            var run = ""
            for character in piece.text {
                used += DisplayWidth.of(character)
                if used > width - 1 {
                    line.append(run + "…", piece.style, link: piece.link)
                    return line
                }
                run.append(character)
            }
            line.append(run, piece.style, link: piece.link)
        }
        return line
    }
}
