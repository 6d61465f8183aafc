/// Writes the difference of two screens: what a terminal that shows the one needs to show the other, in one piece.
struct FrameWriter: Sendable {
    /// Colours are written, not only attributes.
    let usesColor: Bool
    /// The terminal shows a frame only once it is whole (DECSET 2026,
    /// <https://contour-terminal.org/vt-extensions/synchronized-output>).
    var isSynchronized = false

    private static let controlSequence = "\u{1B}["
    /// This many equal cells are written again rather than jumped over: a jump has as many bytes.
    private static let shortestJump = 5

    init(usesColor: Bool) { self.usesColor = usesColor }

    /// - Parameters:
    ///   - old: what the terminal shows; nil where that is not known. Of the same size.
    ///   - cursor: where the cursor is shown then; nil where it is hidden.
    /// - Returns: nothing where nothing differs and the cursor stays.
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
        // While a frame is drawn a cursor that is seen would jump about.
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
        // What is blank to the end of the line is erased at once.
        var end = new.columns
        while end > 0, new[row, end - 1] == .blank { end -= 1 }
        var isErased = false
        if let old, (end..<new.columns).contains(where: { old[row, $0] != .blank }) { isErased = true }
        while column < end {
            guard differs(column) else {
                column += 1
                continue
            }
            // A half of a wide character is not written alone.
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

/// A place on a screen, from 0.
struct ScreenPlace: Equatable, Sendable {
    var row: Int
    var column: Int
}

/// Where the terminal's cursor is, and how it writes, while a frame is put together.
private struct Pen {
    let usesColor: Bool
    var out = ""
    private var style: CellStyle?
    private var link: String?
    /// nil where it is not known for certain.
    private var place: ScreenPlace?

    init(usesColor: Bool) { self.usesColor = usesColor }

    mutating func move(_ row: Int, _ column: Int) {
        let target = ScreenPlace(row: row, column: column)
        if place != target { out += "\u{1B}[\(row + 1);\(column + 1)H" }
        place = target
    }

    mutating func write(_ cell: Cell, _ row: Int, _ column: Int) {
        // The right half of a wide character was written with it.
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

    /// How wide every terminal draws a character; nil where terminals differ, as for emoji, joined characters and signs that
    /// are wide in East Asian fonts. What comes next is gone to by its number then.
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

    /// Leaves the terminal writing as it does by itself.
    mutating func end() { setPlain() }

    private mutating func setPlain() {
        if style != .plain, style != nil { out += "\u{1B}[0m" }
        if link != nil { out += "\u{1B}]8;;\u{1B}\\" }
        (style, link) = (.plain, nil)
    }
}
