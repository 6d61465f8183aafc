internal import Markup

/// Lays out a table in columns. If the columns do not fit, each row is written as lines of `head: cell`.
struct TableLayout {
    let runs: RunLayout
    let style: TerminalStyle
    let width: Int

    private static let gap = " │ "
    /// The minimum width of a column.
    private static let least = 6

    func lines(_ rows: [[[TextRun]]], hasHead: Bool) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        guard let widths = widths(rows, columns) else { return records(rows, hasHead: hasHead) }
        var lines: [String] = []
        for (index, row) in rows.enumerated() {
            lines += self.row(row, widths)
            if index == 0, hasHead {
                let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
                lines.append(style.dim(rule))
            }
        }
        return lines
    }

    /// The width of each column; nil if the columns do not fit.
    private func widths(_ rows: [[[TextRun]]], _ columns: Int) -> [Int]? {
        var natural = [Int](repeating: 0, count: columns)
        var least = [Int](repeating: 1, count: columns)
        for row in rows {
            for (column, cell) in row.enumerated() {
                let (line, word) = runs.widths(cell)
                natural[column] = max(natural[column], line, 1)
                least[column] = max(least[column], min(word, line))
            }
        }
        let room = width - (columns - 1) * Self.gap.count
        if natural.reduce(0, +) <= room { return natural }
        var widths = least.map { max(Self.least, $0) }
        for column in widths.indices { widths[column] = min(widths[column], natural[column]) }
        var left = room - widths.reduce(0, +)
        if left < 0 { return nil }
        // Share the remaining width among the columns that need more, the narrowest first, so that short columns fit.
        var wanting = widths.indices.filter { widths[$0] < natural[$0] }
        while left > 0, !wanting.isEmpty {
            let share = max(1, left / wanting.count)
            for column in wanting where left > 0 {
                let more = min(share, natural[column] - widths[column], left)
                widths[column] += more
                left -= more
            }
            wanting.removeAll { widths[$0] >= natural[$0] }
        }
        return widths
    }

    private func row(_ cells: [[TextRun]], _ widths: [Int]) -> [String] {
        let wrapped = widths.indices.map { $0 < cells.count ? runs.lines(cells[$0], width: widths[$0]) : [] }
        let height = max(1, wrapped.map(\.count).max() ?? 1)
        return (0..<height).map { line in
            let parts = widths.indices.map { column -> String in
                let text = line < wrapped[column].count ? wrapped[column][line] : ""
                let isLast = column == widths.count - 1
                return isLast ? text : text + String(repeating: " ", count: max(0, widths[column] - visible(text)))
            }
            return parts.joined(separator: style.dim(Self.gap))
        }
    }

    /// The width of a text in columns, without its escape sequences.
    private func visible(_ text: String) -> Int { DisplayWidth.of(TerminalStyle.plain(text)) }

    private func records(_ rows: [[[TextRun]]], hasHead: Bool) -> [String] {
        let heads = hasHead ? rows.first ?? [] : []
        var lines: [String] = []
        for row in hasHead ? rows.dropFirst() : rows[...] {
            if !lines.isEmpty { lines.append("") }
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                var content = cell
                if column < heads.count, !heads[column].isEmpty {
                    content = heads[column] + [TextRun(text: ": ")] + cell
                }
                lines += runs.lines(content, width: width)
            }
        }
        return lines
    }
}
