internal import TerminalPages

/// The lines of the sidebar, which name lists with their numbers of unread articles.
struct SidebarPane {
    let state: ReaderState
    let width: Int

    /// The line in a row of the screen, counted from 0; nil below the last line.
    func line(_ line: Int) -> (line: StyledLine, fill: CellStyle)? {
        let sidebar = state.sidebar
        let index = sidebar.top + line
        guard sidebar.lines.indices.contains(index) else { return nil }
        let entry = sidebar.lines[index]
        let isBar = index == sidebar.selected && state.focus == .sidebar
        let isShown = entry.place == state.list.source.place
        var style: CellStyle = (entry.unread ?? 0) > 0 ? .bold : .plain
        if isBar { style = style.selected }
        let fill: CellStyle = isBar ? .reverse : .plain

        let count = entry.unread.map { $0 > 0 ? String($0) : "" } ?? ""
        var shown = StyledLine(isShown ? "▌" : " ", isBar ? fill : .name)
        let sign = entry.isOpen.map { $0 ? "▾ " : "▸ " } ?? (isSaved(entry) ? "⌕ " : "")
        shown.append(String(repeating: "  ", count: min(entry.depth, 4)) + sign, fill)
        let name = entry.title ?? SourceName(state).text(entry.place)
        let room = max(1, width - shown.width - count.count - 2)
        let title = StyledLine(name, style).truncated(to: room)
        shown.append(title)
        shown.append(String(repeating: " ", count: max(1, width - shown.width - count.count - 1)), fill)
        shown.append(count, isBar ? fill : .number)
        return (shown, fill)
    }

    private func isSaved(_ entry: Sidebar.Line) -> Bool {
        if case .saved = entry.place { true } else { false }
    }
}
