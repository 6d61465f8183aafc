/// Splits a text into unbreakable pieces and arranges them in lines, in one pass.
struct LineBreaker {
    /// A word with the space after it, or a wide character with the punctuation marks that must not be separated from
    /// it.
    private struct Piece {
        var start: String.Index
        var end: String.Index
        var width = 0
        var endsWithSpace = false
        var isOneSpace = false
        var endsWide = false
        /// Whether the piece ends with a punctuation mark that must not end a line.
        var endsOpen = false
    }

    private let text: String
    private let width: Int
    private(set) var lines: [Substring] = []
    private var piece: Piece?
    /// The last complete piece. A punctuation mark that must not begin a line is added to it.
    private var finished: Piece?
    private var line: Range<String.Index>?
    private var lineWidth = 0

    /// - Parameter text: contiguous UTF-8.
    init(text: String, width: Int) {
        self.text = text
        self.width = width
    }

    mutating func run() {
        let utf8 = text.utf8
        var index = utf8.startIndex
        while index < utf8.endIndex {
            let byte = utf8[index]
            let next = utf8.index(after: index)
            // An ASCII character that precedes another ASCII character is complete, except CR before LF.
            if byte < 0x80, byte != 0x0D, next == utf8.endIndex || utf8[next] < 0x80 {
                if byte == 0x20 {
                    addSpace(index..<next)
                    index = next
                } else if byte == 0x25 {
                    addMark(index..<next, 1)
                    index = next
                } else {
                    let (end, count) = endOfLetters(from: next)
                    addNarrow(1 + count, index..<end)
                    index = end
                }
            } else if let end = endOfHan(at: index) {
                addWide(index..<end, isOpen: false)
                index = end
            } else {
                let end = text.index(after: index)
                addCharacter(index..<end)
                index = end
            }
        }
        endPiece()
        if let finished { place(finished) }
        let last = takeLine()
        if !last.isEmpty || lines.isEmpty { lines.append(last) }
    }

    /// The end and the number of the ASCII characters from `start` on that contain no possible break. Most texts
    /// consist of such words.
    private func endOfLetters(from start: String.Index) -> (end: String.Index, count: Int) {
        let utf8 = text.utf8
        var end = start
        var count = 0
        while end < utf8.endIndex, utf8[end] > 0x20, utf8[end] < 0x7F, utf8[end] != 0x25 {
            let after = utf8.index(after: end)
            // The next scalar may be an accent on this character.
            if after < utf8.endIndex, utf8[after] >= 0x80 { break }
            end = after
            count += 1
        }
        return (end, count)
    }

    /// The end of a Han character of U+5000-9FFF if the next scalar cannot combine with it, as with most characters in
    /// Chinese text; otherwise nil.
    private func endOfHan(at index: String.Index) -> String.Index? {
        let utf8 = text.utf8
        guard 0xE5...0xE9 ~= utf8[index] else { return nil }
        let end = utf8.index(index, offsetBy: 3)
        if end == utf8.endIndex { return end }
        switch utf8[end] {
        case 0..<0x80, 0xE4...0xE9: return end  // ASCII, U+4000-9FFF
        case 0xE3:  // U+3000-3029
            let second = utf8.index(after: end)
            return utf8[second] == 0x80 && utf8[utf8.index(after: second)] < 0xAA ? end : nil
        case 0xEF: return utf8[utf8.index(after: end)] == 0xBC ? end : nil  // U+FF00-FF3F
        default: return nil
        }
    }

    // MARK: - Pieces

    private mutating func addCharacter(_ range: Range<String.Index>) {
        let scalars = text.unicodeScalars[range]
        let width = scalars.reduce(0) { max($0, DisplayWidth.of($1)) }
        let only = scalars.index(after: range.lowerBound) == range.upperBound ? scalars.first : nil
        let isOpen = only.map(Self.isNeverLast) ?? false
        if only == " " {
            addSpace(range)
        } else if only.map(Self.isNeverFirst) ?? false {
            addMark(range, width)
        } else if width == 2 {
            addWide(range, isOpen: isOpen)
        } else {
            addNarrow(width, range, isOpen: isOpen)
        }
    }

    private mutating func addSpace(_ range: Range<String.Index>) {
        let isAlone = piece == nil
        extend(range, 1)
        piece?.endsWithSpace = true
        piece?.isOneSpace = isAlone
        endPiece()
    }

    /// Adds a punctuation mark that must not begin a line.
    private mutating func addMark(_ range: Range<String.Index>, _ width: Int) {
        if piece == nil {
            piece = finished
            finished = nil
            piece?.endsWithSpace = false
            piece?.isOneSpace = false
        }
        extend(range, width)
        piece?.endsWide = width == 2
        piece?.endsOpen = false
    }

    private mutating func addWide(_ range: Range<String.Index>, isOpen: Bool) {
        if piece?.endsOpen == false { endPiece() }
        extend(range, 2)
        piece?.endsWide = true
        piece?.endsOpen = isOpen
    }

    private mutating func addNarrow(_ width: Int, _ range: Range<String.Index>, isOpen: Bool = false) {
        if let piece, piece.endsWide, !piece.endsOpen { endPiece() }
        extend(range, width)
        piece?.endsWide = false
        piece?.endsOpen = isOpen
    }

    private mutating func extend(_ range: Range<String.Index>, _ width: Int) {
        if piece == nil { piece = Piece(start: range.lowerBound, end: range.upperBound) }
        piece?.end = range.upperBound
        piece?.width += width
    }

    private mutating func endPiece() {
        guard let piece else { return }
        if let finished { place(finished) }
        finished = piece
        self.piece = nil
    }

    // MARK: - Lines

    private mutating func place(_ piece: Piece) {
        let shownWidth = piece.width - (piece.endsWithSpace ? 1 : 0)
        if lineWidth > 0, lineWidth + shownWidth > width { lines.append(takeLine()) }
        if line == nil, piece.isOneSpace { return }
        line = (line?.lowerBound ?? piece.start)..<piece.end
        lineWidth += piece.width
    }

    /// Removes and returns the current line without trailing spaces.
    private mutating func takeLine() -> Substring {
        guard let range = line else { return text[text.endIndex...] }
        var end = range.upperBound
        while end > range.lowerBound {
            let last = text.utf8.index(before: end)
            if text.utf8[last] != 0x20 { break }
            end = last
        }
        line = nil
        lineWidth = 0
        return text[range.lowerBound..<end]
    }

    private static func isNeverFirst(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "，", "。", "、", "；", "：", "？", "！", "）", "》", "」", "』", "】", "〉", "…", "—", "ー", "”", "’", "%", "％": true
        default: false
        }
    }

    private static func isNeverLast(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "（", "《", "「", "『", "【", "〈", "“", "‘": true
        default: false
        }
    }
}
