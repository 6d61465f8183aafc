/// Computes the bytes that change a terminal from one screen to another.
struct FrameWriter: Sendable {
    /// Whether colours are written in addition to attributes.
    let usesColor: Bool
    /// Whether the terminal can delay drawing a frame until the frame is complete (DECSET 2026,
    /// <https://contour-terminal.org/vt-extensions/synchronized-output>).
    var isSynchronized = false

    private static let controlSequence = "\u{1B}["
    /// How many unchanged cells to rewrite before skipping the rest of the run. Moving the cursor costs about this many
    /// bytes, so a shorter jump would save nothing.
    private static let shortestJump = 5

    init(usesColor: Bool) { self.usesColor = usesColor }

    /// - Parameters:
    ///   - old: the current screen, of the same size; nil if unknown.
    ///   - cursor: the new place of the cursor; nil if it is hidden.
    /// - Returns: an empty array if the screens are equal and the cursor does not move.
    func bytes(
        from old: CellBuffer?, to new: CellBuffer, oldCursor: ScreenPlace? = nil, cursor: ScreenPlace? = nil
    ) -> [UInt8] {
        var pen = Pen(usesColor: usesColor)
        if old == nil { pen.out += "\u{1B}[0m\u{1B}[2J" }
        for row in 0..<new.rows { write(row, old, new, &pen) }
        if pen.out.isEmpty, old != nil, cursor == oldCursor { return [] }
        pen.end()
        if let cursor {
            pen.out += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H"
            if oldCursor == nil || old == nil { pen.out += "\u{1B}[?25h" }
        }
        var head = ""
        // Hide the cursor, since it would jump around while the frame is drawn.
        if oldCursor != nil, cursor == nil { head = "\u{1B}[?25l" }
        if isSynchronized { return Array("\u{1B}[?2026h\(head)\(pen.out)\u{1B}[?2026l".utf8) }
        return Array((head + pen.out).utf8)
    }

    private func write(_ row: Int, _ old: CellBuffer?, _ new: CellBuffer, _ pen: inout Pen) {
        func differs(_ column: Int) -> Bool {
            guard let old else { return new[row, column] != .blank }
            return old[row, column] != new[row, column]
        }
        var column = 0
        // If the end of the line is blank, it is erased with one sequence.
        var end = new.columns
        while end > 0, new[row, end - 1] == .blank { end -= 1 }
        var isErased = false
        if let old, (end..<new.columns).contains(where: { old[row, $0] != .blank }) { isErased = true }
        while column < end {
            guard differs(column) else {
                column += 1
                continue
            }
            // Begin with the left half of a wide character.
            if new[row, column].text.isEmpty, column > 0 { column -= 1 }
            var equal = 0
            while column < end, equal < Self.shortestJump {
                equal = differs(column) ? 0 : equal + 1
                pen.write(new[row, column], row, column)
                column += 1
            }
        }
        if isErased {
            pen.move(row, end)
            pen.erase()
        }
    }
}

/// A position on the screen, counted from 0.
struct ScreenPlace: Equatable, Sendable {
    var row: Int
    var column: Int
}

/// The position of the terminal's cursor and its style while a frame is written.
private struct Pen {
    let usesColor: Bool
    var out = ""
    private var style: CellStyle?
    private var link: String?
    /// The position of the cursor; nil if terminals may disagree about it.
    private var place: ScreenPlace?

    init(usesColor: Bool) { self.usesColor = usesColor }

    mutating func move(_ row: Int, _ column: Int) {
        let target = ScreenPlace(row: row, column: column)
        if place != target { out += "\u{1B}[\(row + 1);\(column + 1)H" }
        place = target
    }

    mutating func write(_ cell: Cell, _ row: Int, _ column: Int) {
        // The right half of a wide character was written together with the left half.
        if cell.text.isEmpty { return }
        move(row, column)
        if cell.style != style {
            out += cell.style.sequence(usesColor: usesColor)
            style = cell.style
        }
        if cell.link != link {
            out += "\u{1B}]8;;\(cell.link ?? "")\u{1B}\\"
            link = cell.link
        }
        out += cell.text
        place = Self.certainWidth(cell.text).map { ScreenPlace(row: row, column: column + $0) }
    }

    /// The width of a character; nil if terminals disagree about it, as for emoji, joined characters and symbols that
    /// are wide in East Asian fonts. After such a character, the cursor must be moved to an absolute position.
    private static func certainWidth(_ text: String) -> Int? {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return nil }
        switch first.value {
        case 0x20..<0x7F: return 1
        case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: return 2
        default: return nil
        }
    }

    mutating func erase() {
        setPlain()
        out += "\u{1B}[K"
    }

    /// Resets the terminal to the default style.
    mutating func end() { setPlain() }

    private mutating func setPlain() {
        if style != .plain, style != nil { out += "\u{1B}[0m" }
        if link != nil { out += "\u{1B}]8;;\u{1B}\\" }
        (style, link) = (.plain, nil)
    }
}
