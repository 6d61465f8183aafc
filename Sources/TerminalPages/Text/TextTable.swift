/// Rows in aligned columns.
package struct TextTable {
    /// The alignment of a column, and whether it may be truncated on a narrow terminal.
    package enum Column: Sendable {
        case left, right
        /// The column gets the width that the other columns leave over, and is truncated with an ellipsis.
        case flexible
    }

    private let columns: [Column]
    private let width: Int?
    private var rows: [[String]] = []
    private static let gap = 2
    private static let least = 16

    /// - Parameter width: the width of the terminal in columns; if nil, nothing is truncated.
    package init(_ columns: [Column], width: Int?) {
        self.columns = columns
        self.width = width
    }

    /// - Parameter cells: escaped text, which may contain the escape sequences of `TerminalStyle`.
    package mutating func add(_ cells: [String]) { rows.append(cells) }

    package var lines: [String] {
        // A row may have more cells than there are columns; the additional cells are left-aligned.
        let columns = columns + Array(repeating: .left, count: max(0, (rows.map(\.count).max() ?? 0) - columns.count))
        var widths = columns.indices.map { column in
            rows.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0
        }
        if let width {
            let gaps = Self.gap * (columns.count - 1)
            var over = widths.reduce(gaps, +) - width
            for column in columns.indices.reversed() where over > 0 && columns[column] == .flexible {
                let cut = min(over, max(0, widths[column] - Self.least))
                widths[column] -= cut
                over -= cut
            }
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let text = columns[column] == .flexible ? Self.cut(cell, widths[column]) : cell
                let space = String(repeating: " ", count: max(0, widths[column] - Self.width(text)))
                let isLast = column == row.count - 1
                line += columns[column] == .right ? space + text : isLast ? text : text + space
                if !isLast { line += String(repeating: " ", count: Self.gap) }
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    private static func width(_ text: String) -> Int { DisplayWidth.of(TerminalStyle.plain(text)) }

    /// Truncates a text to a width. If the text is too wide, its style is removed.
    private static func cut(_ text: String, _ width: Int) -> String {
        self.width(text) <= width ? text : TextWrap.truncate(TerminalStyle.plain(text), width: width)
    }
}
