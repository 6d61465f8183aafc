/// The parts of the screen that can have the focus.
enum ReaderPane: Equatable, Sendable, CaseIterable {
    case sidebar, list, article
}

/// The positions of the panes: side by side on a wide terminal, one at a time on a narrow one.
struct ReaderLayout: Equatable, Sendable {
    /// The columns of each visible pane, from left to right.
    let panes: [(pane: ReaderPane, columns: Range<Int>)]
    /// The rows of the body, between the title and the last line.
    let body: Range<Int>
    let columns: Int
    let rows: Int

    /// The minimum number of columns to show a list and an article side by side.
    static let sideBySide = 100
    /// The minimum number of columns to show the folders as well.
    static let threePanes = 150
    private static let sidebarColumns = 28
    /// The minimum size of the screen. On a smaller screen, only a message is shown.
    static let leastColumns = 20
    static let leastRows = 4

    init(columns: Int, rows: Int, focus: ReaderPane) {
        self.columns = columns
        self.rows = rows
        body = 1..<max(1, rows - 1)
        let shown: [ReaderPane] =
            columns < Self.sideBySide
            ? [focus]
            : columns < Self.threePanes
                ? (focus == .sidebar ? [.sidebar, .list] : [.list, .article])
                : [.sidebar, .list, .article]
        var start = 0
        var panes: [(ReaderPane, Range<Int>)] = []
        for (index, pane) in shown.enumerated() {
            let isLast = index == shown.count - 1
            let rest = columns - start
            // Give most of the width to the article.
            let width = isLast ? rest : pane == .sidebar ? Self.sidebarColumns : max(40, rest * 2 / 5)
            panes.append((pane, start..<(start + width)))
            // One column separates two panes.
            start += width + 1
        }
        self.panes = panes
    }

    func columns(of pane: ReaderPane) -> Range<Int>? { panes.first { $0.pane == pane }?.columns }

    /// The number of rows in the body.
    var height: Int { body.count }

    var isTooSmall: Bool { columns < Self.leastColumns || rows < Self.leastRows }

    static func == (left: Self, right: Self) -> Bool {
        left.columns == right.columns && left.rows == right.rows && left.body == right.body
            && left.panes.elementsEqual(right.panes) { $0 == $1 }
    }
}
