internal import TerminalPages

/// The lines of the list of keys. On a narrow screen, a description takes several lines.
struct KeyHelp {
    let lines: [StyledLine]

    private static let widestKeys = 22

    init(_ state: ReaderState) {
        let width = max(1, state.columns)
        let keysWidth = min(Self.widestKeys, width / 2)
        let indent = StyledLine(String(repeating: " ", count: keysWidth + 1))
        lines = KeyTable.rows.flatMap { row in
            let keys = row.action == .link(0) ? "1 … 9, 0" : row.keys.map(\.name).joined(separator: " ")
            var line = StyledLine(" ")
            line.append(StyledLine(keys, .name).truncated(to: keysWidth - 1))
            line.append(String(repeating: " ", count: max(0, keysWidth + 1 - line.width)))
            let meaning = StyledLine(row.meaning.map { state.text($0) } ?? "")
            let parts = meaning.wrapped(width: max(2, width - keysWidth - 1))
            return parts.enumerated().map { index, part in
                var whole = index == 0 ? line : indent
                whole.append(part)
                return whole
            }
        }
    }

    /// The index of the first visible line when the list is scrolled to its end.
    func last(height: Int) -> Int { max(0, lines.count - height) }
}
