internal import Articles

/// The loaded part of a list, the selected article, and the first visible row.
///
/// At most `maxRows` articles are loaded. More are requested when the selection approaches an end of the loaded part.
struct ArticleList: Equatable, Sendable {
    var source = ListSource()
    private(set) var rows: [ListRow] = []
    private(set) var selected = 0
    /// The first visible row.
    private(set) var top = 0
    private(set) var reachesStart = true
    private(set) var reachesEnd = true
    private(set) var cursor: String?
    private(set) var total: Int?
    private(set) var isLowerBound = false
    private(set) var remark: String?
    private(set) var newest: ArticleID = 0

    static let pageSize = 100
    static let maxRows = 1_000
    /// More rows are requested if fewer than this number are between the selection and an end of the loaded part.
    private static let margin = 50

    var current: ListRow? { rows.indices.contains(selected) ? rows[selected] : nil }

    // MARK: - Answers

    /// Replaces the loaded rows with those of a page, or adds them at the requested position.
    ///
    /// - Parameter height: the number of rows on the screen.
    mutating func take(_ page: ListPage, height: Int) {
        switch page.question.span {
        case .after, .next: append(page)
        case .before: prepend(page)
        default: replace(page, height: height)
        }
        scroll(height: height)
    }

    private mutating func replace(_ page: ListPage, height: Int) {
        let isSame = page.question.source.isSameList(as: source)
        let (before, line) = (current, selected - top)
        source = page.question.source
        rows = page.rows
        (reachesStart, reachesEnd, cursor) = (page.reachesStart, page.reachesEnd, page.cursor)
        (total, isLowerBound, remark, newest) = (page.total, page.isLowerBound, page.remark, page.newest)
        if let id = page.selected, let place = rows.firstIndex(where: { $0.id == id }) {
            selected = place
            top = max(0, place - height / 3)
        } else if case .end = page.question.span {
            selected = max(0, rows.count - 1)
        } else if isSame, let before {
            // Keep the selected article on its line of the screen. If it is gone, select the article now at its
            // position.
            selected = rows.firstIndex { $0.id == before.id } ?? min(selected, max(0, rows.count - 1))
            top = max(0, selected - line)
        } else {
            (selected, top) = (0, 0)
        }
    }

    private mutating func append(_ page: ListPage) {
        let known = Set(rows.map(\.id))
        rows += page.rows.filter { !known.contains($0.id) }
        (reachesEnd, cursor) = (page.reachesEnd, page.cursor)
        let over = rows.count - Self.maxRows
        guard over > 0, !source.isSearch else { return }
        rows.removeFirst(over)
        selected = max(0, selected - over)
        top = max(0, top - over)
        reachesStart = false
    }

    private mutating func prepend(_ page: ListPage) {
        let known = Set(rows.map(\.id))
        let new = page.rows.filter { !known.contains($0.id) }
        rows = new + rows
        selected += new.count
        top += new.count
        reachesStart = page.reachesStart
        guard rows.count > Self.maxRows else { return }
        rows.removeLast(rows.count - Self.maxRows)
        selected = min(selected, rows.count - 1)
        reachesEnd = false
    }

    // MARK: - Moving

    mutating func move(by lines: Int, height: Int) {
        selected = max(0, min(rows.count - 1, selected + lines))
        scroll(height: height)
    }

    mutating func select(_ row: Int, height: Int) {
        selected = max(0, min(rows.count - 1, row))
        scroll(height: height)
    }

    /// Scrolls so that the selection is on the screen.
    mutating func scroll(height: Int) {
        let height = max(1, height)
        selected = max(0, min(selected, rows.count - 1))
        top = max(0, min(top, selected, max(0, rows.count - height)))
        if selected >= top + height { top = selected - height + 1 }
    }

    /// The nearest unread row in a direction; nil if no loaded row is unread.
    func unread(backwards: Bool) -> Int? {
        backwards
            ? rows[..<min(selected, rows.count)].lastIndex { !$0.read }
            : rows.dropFirst(selected + 1).firstIndex { !$0.read }
    }

    /// The span to request next for the current selection; nil if enough rows are loaded.
    var wanted: ListSpan? {
        if !reachesEnd, selected + Self.margin >= rows.count {
            if source.isSearch { return cursor.map { .next(cursor: $0, count: Self.pageSize) } }
            if let last = rows.last { return .after(last.place, count: Self.pageSize) }
        }
        if !reachesStart, selected < Self.margin, let first = rows.first {
            return .before(first.place, count: Self.pageSize)
        }
        return nil
    }

    /// The span to request for reloading all loaded rows.
    var reload: ListSpan {
        let count = max(Self.pageSize, rows.count)
        guard !reachesStart, let first = rows.first, !source.isSearch else { return .start(count: count) }
        return .from(first.place, count: count)
    }

    /// Articles that were read while the list was shown. They remain in a list of unread articles.
    var kept: [ArticleID] {
        guard source.hidesRead || source.place == .unread else { return [] }
        return rows.filter(\.read).map(\.id)
    }

    // MARK: - Changes

    mutating func change(_ ids: Set<ArticleID>, _ body: (inout ListRow) -> Void) {
        for index in rows.indices where ids.contains(rows[index].id) { body(&rows[index]) }
    }

    mutating func remove(_ id: ArticleID, height: Int) {
        rows.removeAll { $0.id == id }
        scroll(height: height)
    }
}

extension ListSource {
    /// Whether both sources are the same list, even if the query of one is still being typed.
    func isSameList(as other: ListSource) -> Bool {
        var (one, two) = (self, other)
        (one.isTyping, two.isTyping) = (false, false)
        return one == two
    }
}
