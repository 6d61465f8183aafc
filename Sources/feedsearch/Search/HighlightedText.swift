/// A text with parts to be shown as matches.
struct HighlightedText {
    let text: String
    /// UTF-8 bytes, ascending, on character boundaries.
    let ranges: [Range<Int>]

    /// The text made harmless, its matches in the match style, in lines of a width.
    ///
    /// Wrapping happens on plain text; then the marks are put in by position, so that a match over a line end is marked
    /// on both lines.
    func lines(width: Int?, base: (String) -> String, match: (String) -> String) -> [String] {
        let pieces = self.pieces
        let plain = pieces.map(\.text).joined()
        let lines = width.map { TextWrap.lines(plain, width: $0) } ?? [plain]
        var isMatch = pieces.flatMap { piece in piece.text.map { ($0, piece.isMatch) } }[...]
        return lines.map { line in
            var styled = ""
            var run = ""
            var runIsMatch = false
            func end() {
                styled += runIsMatch ? match(run) : base(run)
                run = ""
            }
            for character in line {
                // Spaces at a line's end were dropped by the wrapping.
                while let first = isMatch.first, first.0 != character { isMatch = isMatch.dropFirst() }
                let marked = isMatch.popFirst()?.1 ?? false
                if marked != runIsMatch {
                    end()
                    runIsMatch = marked
                }
                run.append(character)
            }
            end()
            return styled
        }
    }

    private var pieces: [(text: String, isMatch: Bool)] {
        let utf8 = Array(text.utf8)
        var pieces: [(text: String, isMatch: Bool)] = []
        var end = 0
        func append(_ range: Range<Int>, _ isMatch: Bool) {
            if range.isEmpty { return }
            pieces.append((TerminalSafe.line(String(decoding: utf8[range], as: UTF8.self)), isMatch))
        }
        for range in ranges where range.lowerBound >= end && range.upperBound <= utf8.count {
            append(end..<range.lowerBound, false)
            append(range, true)
            end = range.upperBound
        }
        append(end..<utf8.count, false)
        return pieces
    }
}
