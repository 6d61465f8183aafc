internal import TerminalPages

/// One cell of the screen.
struct Cell: Equatable, Sendable {
    /// A single character. Empty if the cell is the right half of a wide character.
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

    /// Writes a line to `width` columns of a row; unused columns become blank in style `fill`.
    mutating func put(_ line: StyledLine, row: Int, column: Int, width: Int, fill: CellStyle = .plain) {
        guard row >= 0, row < rows, column >= 0 else { return }
        let end = min(columns, column + width)
        var place = column
        loop: for piece in line.pieces {
            for character in piece.text {
                let own = DisplayWidth.of(character)
                // A combining mark without a base character has no cell.
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

    /// The visible text of a row, without trailing spaces.
    func text(row: Int) -> String {
        var text = cells[(row * columns)..<((row + 1) * columns)].map(\.text).joined()
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }

    var lines: [String] { (0..<rows).map { text(row: $0) } }

    private mutating func set(_ row: Int, _ column: Int, _ cell: Cell) { cells[row * columns + column] = cell }
}
