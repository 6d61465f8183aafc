internal import TerminalText

/// What stands in one place of a screen.
struct Cell: Equatable, Sendable {
    /// One character; empty right of one that is two columns wide.
    var text = " "
    var style = CellStyle.plain
    var link: String?

    static let blank = Cell()
}

/// A screen in memory: rows of cells, drawn again for each frame.
struct CellBuffer: Equatable, Sendable {
    let columns: Int
    let rows: Int
    private(set) var cells: [Cell]

    init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// Puts a line into a row, from a column on and at most `width` columns; what is left of them is blank in `fill`.
    mutating func put(_ line: StyledLine, row: Int, column: Int, width: Int, fill: CellStyle = .plain) {
        guard row >= 0, row < rows, column >= 0 else { return }
        let end = min(columns, column + width)
        var place = column
        loop: for piece in line.pieces {
            for character in piece.text {
                let own = DisplayWidth.of(character)
                // A mark without a letter has no place of its own.
                if own == 0 { continue }
                if place + own > end { break loop }
                set(row, place, Cell(text: String(character), style: piece.style, link: piece.link))
                if own == 2 { set(row, place + 1, Cell(text: "", style: piece.style, link: piece.link)) }
                place += own
            }
        }
        while place < end {
            set(row, place, Cell(style: fill))
            place += 1
        }
    }

    mutating func put(_ text: String, _ style: CellStyle = .plain, row: Int, column: Int, width: Int) {
        put(StyledLine(text, style), row: row, column: column, width: width, fill: style)
    }

    /// The text of a row, as a person sees it.
    func text(row: Int) -> String {
        var text = cells[(row * columns)..<((row + 1) * columns)].map(\.text).joined()
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }

    var lines: [String] { (0..<rows).map { text(row: $0) } }

    private mutating func set(_ row: Int, _ column: Int, _ cell: Cell) { cells[row * columns + column] = cell }
}
