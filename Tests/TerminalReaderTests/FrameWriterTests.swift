import Testing

@testable import TerminalReader

/// A terminal of a few sequences, to see what a frame makes of a screen.
private struct SmallTerminal {
    var cells: [[String]]
    var place = (row: 0, column: 0)
    let columns: Int
    /// Sequences that are not for drawing.
    var others: [String] = []
    var colors: Set<Int> = []
    /// A character that this terminal draws wider than others do.
    var wideSign: Character?

    init(columns: Int, rows: Int, wideSign: Character? = nil) {
        self.columns = columns
        self.wideSign = wideSign
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    mutating func take(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                put(character)
                continue
            }
            if rest.first == "]" {
                rest = rest[(rest.firstRange(of: "\u{1B}\\")?.upperBound ?? rest.endIndex)...]
                continue
            }
            rest = rest.dropFirst()
            let body = rest.prefix { !$0.isLetter }
            rest = rest[body.endIndex...]
            let numbers = body.split(separator: ";").map { Int($0) ?? 0 }
            switch rest.popFirst() {
            case "H": place = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
            case "K": for column in place.column..<columns { cells[place.row][column] = " " }
            case "J": cells = cells.map { $0.map { _ in " " } }
            case "m": colors.formUnion(numbers.filter { (30...37).contains($0) })
            case let other: others.append(body + (other.map(String.init) ?? ""))
            }
        }
    }

    private mutating func put(_ character: Character) {
        guard place.column < columns else { return }
        cells[place.row][place.column] = String(character)
        let isWide = character.unicodeScalars.first!.value > 0x2E00 || character == wideSign
        if isWide, place.column + 1 < columns { cells[place.row][place.column + 1] = "" }
        place.column += isWide ? 2 : 1
    }
}

@Suite struct FrameWriterTests {
    private let writer = FrameWriter(usesColor: true)

    private func screen(_ lines: [String], columns: Int = 24, rows: Int = 6) -> CellBuffer {
        var screen = CellBuffer(columns: columns, rows: rows)
        for (row, line) in lines.enumerated() {
            screen.put(StyledLine(line, row % 2 == 0 ? .plain : .match), row: row, column: 0, width: columns)
        }
        return screen
    }

    private func text(_ screen: CellBuffer) -> [[String]] {
        (0..<screen.rows).map { row in (0..<screen.columns).map { screen[row, $0].text } }
    }

    private static let screens = [
        [], ["", "全文检索引擎", "a 🦉 owl", "plain"], ["long line that fills up", "全x文检索", "🦉🦉", "plain"],
        ["x", "检索", "", "plain words", "new"], ["全文检索引擎全文检索引擎全文检索", "●★… signs", "", "", "", "last"],
    ]

    @Test("The difference makes of any screen any other one")
    func difference() {
        for first in Self.screens {
            for second in Self.screens {
                var terminal = SmallTerminal(columns: 24, rows: 6)
                let (old, new) = (screen(first), screen(second))
                terminal.take(writer.bytes(from: nil, to: old))
                #expect(terminal.cells == text(old), "\(first)")
                terminal.take(writer.bytes(from: old, to: new))
                #expect(terminal.cells == text(new), "\(first) → \(second): \(terminal.cells)")
            }
        }
    }

    @Test("A terminal that draws a sign wider than others does not shift what stands behind it")
    func ambiguous() {
        var terminal = SmallTerminal(columns: 24, rows: 1, wideSign: "★")
        terminal.take(writer.bytes(from: nil, to: screen(["a★ title"], rows: 1)))
        #expect(terminal.cells[0].joined().contains(" title"))
        #expect(terminal.cells[0][3] == "t")
    }

    @Test("Where nothing differs nothing is written; where a letter differs, little")
    func little() {
        let old = screen(["one two three", "full text", "cats"])
        #expect(writer.bytes(from: old, to: old).isEmpty)
        #expect(writer.bytes(from: old, to: screen(["one two thref", "full text", "cats"])).count < 24)
    }

    @Test("Without colours attributes are written, and no colour is")
    func noColor() {
        let new = screen(["a", "match"])
        var plain = SmallTerminal(columns: 24, rows: 6)
        plain.take(FrameWriter(usesColor: false).bytes(from: nil, to: new))
        #expect(plain.colors.isEmpty)
        var colored = SmallTerminal(columns: 24, rows: 6)
        colored.take(writer.bytes(from: nil, to: new))
        #expect(colored.colors == [31])
    }

    @Test("A frame is held back until it is whole where the terminal can")
    func synchronized() {
        var writer = writer
        writer.isSynchronized = true
        let text = String(decoding: writer.bytes(from: nil, to: screen(["a"])), as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    }

    @Test("The cursor is shown where one types, and hidden elsewhere")
    func cursor() {
        let blank = screen([])
        func others(_ old: ScreenPlace?, _ new: ScreenPlace?) -> [String] {
            var terminal = SmallTerminal(columns: 24, rows: 6)
            terminal.take(writer.bytes(from: blank, to: blank, oldCursor: old, cursor: new))
            return terminal.others
        }
        let place = ScreenPlace(row: 5, column: 3)
        #expect(others(nil, place) == ["?25h"])
        #expect(others(place, nil) == ["?25l"])
        #expect(others(nil, nil).isEmpty)
    }
}

@Suite struct CellBufferTests {
    @Test("Nothing that a terminal must not see gets into a cell")
    func harmless() {
        var screen = CellBuffer(columns: 40, rows: 1)
        screen.put(
            StyledLine(
                styled:
                    "a\u{1B}[2Jb\u{1B}]0;title\u{7}c\u{9B}31md\u{202E}e\u{1B}[31mred\u{1B}]8;;https://x.example/\u{1B}\\l\u{1B}]8;;\u{1B}\\"
            ),
            row: 0, column: 0, width: 40)
        #expect(screen.text(row: 0) == "abc31mderedl")
        #expect(screen[0, 9].style.color == 1)
        #expect(screen.cells.compactMap(\.link) == ["https://x.example/"])
    }

    @Test("A wide character that would stand half outside is left out")
    func edge() {
        var screen = CellBuffer(columns: 10, rows: 1)
        screen.put("全文检索", row: 0, column: 0, width: 5)
        #expect((0..<10).map { screen[0, $0].text } == ["全", "", "文", "", " ", " ", " ", " ", " ", " "])
    }

    @Test("Lines are cut to a width in columns, wrapped at spaces, and lose nothing")
    func widths() {
        let line = StyledLine("全文检索 is full text search")
        #expect(line.truncated(to: 7).plain == "全文检…")
        for width in 2...30 {
            #expect(line.truncated(to: width).width <= width)
            let lines = line.wrapped(width: width)
            #expect(lines.allSatisfy { $0.width <= width })
            #expect(lines.allSatisfy { !$0.plain.hasPrefix(" ") })
            #expect(lines.flatMap(\.plain).filter { $0 != " " } == line.plain.filter { $0 != " " })
        }
        #expect(line.wrapped(width: 11).map(\.plain) == ["全文检索 is", "full text ", "search"])
        #expect(line.wrapped(width: 18).map(\.plain) == ["全文检索 is full ", "text search"])
    }
}
