internal import Messages
internal import System
internal import TerminalPages

/// Draws the state of the reader into a screen buffer.
struct ScreenPainter {
    let state: ReaderState
    let clock: SystemClock

    /// The screen buffer and the position of the cursor.
    func paint() -> (screen: CellBuffer, cursor: ScreenPlace?) {
        var screen = CellBuffer(columns: state.columns, rows: state.rows)
        let layout = state.layout
        if layout.isTooSmall {
            screen.put(state.text(.browseTooSmall), row: 0, column: 0, width: state.columns)
            return (screen, nil)
        }
        screen.put(titleBar, row: 0, column: 0, width: state.columns, fill: .bar)
        if let top = state.helpTop {
            paintHelp(top, layout, &screen)
        } else {
            for (pane, columns) in layout.panes {
                paint(pane, columns, layout, &screen)
                guard columns.upperBound < state.columns else { continue }
                for row in layout.body { screen.put("│", .dim, row: row, column: columns.upperBound, width: 1) }
            }
        }
        let (line, cursor) = lastLine
        screen.put(line, row: state.rows - 1, column: 0, width: state.columns)
        return (screen, cursor.map { ScreenPlace(row: state.rows - 1, column: min($0, state.columns - 1)) })
    }

    private func paint(_ pane: ReaderPane, _ columns: Range<Int>, _ layout: ReaderLayout, _ screen: inout CellBuffer) {
        func put(_ line: StyledLine, _ row: Int, _ fill: CellStyle = .plain) {
            screen.put(
                line, row: layout.body.lowerBound + row, column: columns.lowerBound, width: columns.count, fill: fill)
        }
        switch pane {
        case .sidebar:
            let lines = SidebarPane(state: state, width: columns.count)
            for row in 0..<layout.height { lines.line(row).map { put($0.line, row, $0.fill) } }
        case .list:
            let lines = ListPane(state: state, width: columns.count, clock: clock)
            if let empty = lines.whenEmpty { put(empty, 0) }
            for row in 0..<layout.height { lines.line(row).map { put($0.line, row, $0.fill) } }
        case .article: paintArticle(columns, layout, &screen)
        }
    }

    private func paintArticle(_ columns: Range<Int>, _ layout: ReaderLayout, _ screen: inout CellBuffer) {
        guard let article = state.article else { return }
        for (row, line) in article.lines.dropFirst(article.top).prefix(layout.height).enumerated() {
            screen.put(
                line, row: layout.body.lowerBound + row, column: columns.lowerBound + 1,
                width: max(0, columns.count - 1))
        }
    }

    private func paintHelp(_ top: Int, _ layout: ReaderLayout, _ screen: inout CellBuffer) {
        for (row, line) in KeyHelp(state).lines.dropFirst(top).prefix(layout.height).enumerated() {
            screen.put(
                line.truncated(to: state.columns), row: layout.body.lowerBound + row, column: 0, width: state.columns)
        }
    }

    // MARK: - First and last line

    private var titleBar: StyledLine {
        if state.helpTop != nil { return StyledLine(" " + state.text(.webKeys), .bar) }
        let isArticle = state.layout.panes.map(\.pane) == [.article]
        let name = isArticle ? state.article?.title ?? "" : SourceName(state).text(state.list.source)
        let right = isArticle ? articlePlace : listPlace
        let rightWidth = DisplayWidth.of(right)
        var line = StyledLine(" " + name, .bar).truncated(to: max(1, state.columns - rightWidth - 2))
        let gap = state.columns - line.width - rightWidth - 1
        line.append(String(repeating: " ", count: max(1, gap)) + right, .bar)
        return line
    }

    private var listPlace: String {
        let list = state.list
        if state.pending != nil, state.wanted != list.source { return "…" }
        if list.source.isSearch, let total = list.total { return "\(total)" + (list.isLowerBound ? "+" : "") }
        let content = state.sidebar.content
        let counts: (unread: Int, articles: Int)? =
            switch list.source.place {
            case .unread, .all: (content.unread, content.articles)
            case .feed(let id): state.sidebar.feed(id).map { ($0.unread, $0.articles) }
            case .folder(let path): content.folders.first { $0.path == path }.map { ($0.unread, 0) }
            default: nil
            }
        guard let counts else { return "" }
        return counts.articles == 0 ? "\(counts.unread)" : "\(counts.unread)/\(counts.articles)"
    }

    private var articlePlace: String {
        guard let article = state.article, article.lines.count > state.height else { return "" }
        let last = article.lines.count - state.height
        return "\(min(100, article.top * 100 / max(1, last))) %"
    }

    /// The prompt with its cursor, otherwise the message, otherwise the most important keys.
    private var lastLine: (line: StyledLine, cursor: Int?) {
        if let prompt = state.prompt { return PromptLine(state: state, prompt: prompt).line }
        if let remark = state.remark {
            return (StyledLine(remark.text, remark.isError ? .bad : .plain).truncated(to: state.columns), nil)
        }
        if let progress = state.progress { return (StyledLine(progress, .dim).truncated(to: state.columns), nil) }
        if let remark = state.list.remark, state.focus == .list {
            return (StyledLine(remark, .dim).truncated(to: state.columns), nil)
        }
        return (StyledLine(state.text(.browseHint), .dim).truncated(to: state.columns), nil)
    }
}
