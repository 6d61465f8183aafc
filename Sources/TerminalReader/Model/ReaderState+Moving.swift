internal import Articles
internal import Messages

extension ReaderState {
    mutating func move(by lines: Int) -> [ReaderRequest] {
        switch focus {
        case .sidebar: sidebar.move(by: lines, height: height)
        case .list: list.move(by: lines, height: height)
        case .article: scrollArticle(by: lines)
        }
        return []
    }

    /// Scrolls down by a page. At the end of an article, opens the next article.
    mutating func pageDown() -> [ReaderRequest] {
        let page = max(1, height - 1)
        guard focus == .article else { return move(by: page) }
        if article != nil, !scrollArticle(by: page) { return step(1) }
        return []
    }

    mutating func first() -> [ReaderRequest] {
        switch focus {
        case .sidebar: sidebar.select(0, height: height)
        case .article: article?.top = 0
        case .list:
            list.select(0, height: height)
            if !list.reachesStart { return ask(.start(count: ArticleList.pageSize)) }
        }
        return []
    }

    mutating func last() -> [ReaderRequest] {
        switch focus {
        case .sidebar: sidebar.select(sidebar.lines.count - 1, height: height)
        case .article: scrollArticle(by: article?.lines.count ?? 0)
        case .list:
            if !list.reachesEnd, !list.source.isSearch { return ask(.end(count: ArticleList.pageSize)) }
            list.select(list.rows.count - 1, height: height)
        }
        return []
    }

    /// Moves to the next or previous article or, in the sidebar, to the next or previous line.
    mutating func step(_ step: Int) -> [ReaderRequest] {
        if focus == .sidebar { return move(by: step) }
        let before = list.selected
        list.move(by: step, height: height)
        guard list.selected != before else {
            remark = Remark(text: text(.browseNoMore))
            return []
        }
        return focus == .article ? openSelection() : []
    }

    // MARK: - Unread articles

    mutating func unread(backwards: Bool) -> [ReaderRequest] {
        if focus == .sidebar {
            if let line = sidebar.nextUnreadFeed() { sidebar.select(line, height: height) }
            return []
        }
        if let row = list.unread(backwards: backwards) {
            list.select(row, height: height)
            return focus == .article ? openSelection() : []
        }
        let isAtEnd = backwards ? list.reachesStart : list.reachesEnd
        if !isAtEnd, !list.source.isSearch {
            opensSelection = focus == .article
            return ask(.unread(from: list.current?.place, isBackwards: backwards))
        }
        return nextFeed() ?? noUnread()
    }

    /// Moves from a feed without unread articles to the next feed with unread articles.
    private mutating func nextFeed() -> [ReaderRequest]? {
        guard case .feed(let id) = list.source.place else { return nil }
        sidebar.select(.feed(id), height: height)
        guard let line = sidebar.nextUnreadFeed(), sidebar.lines[line].place != .feed(id) else { return nil }
        sidebar.select(line, height: height)
        var source = list.source
        source.place = sidebar.lines[line].place
        opensSelection = focus == .article
        _ = show(source)
        return ask(.unread(from: nil, isBackwards: false))
    }

    private mutating func noUnread() -> [ReaderRequest] {
        // There may be unread articles in the other direction.
        if let row = list.rows.firstIndex(where: { !$0.read }), row != list.selected {
            list.select(row, height: height)
            return focus == .article ? openSelection() : []
        }
        remark = Remark(text: text(.browseNoUnread))
        return []
    }

    mutating func randomUnread() -> [ReaderRequest] {
        guard focus != .sidebar, let row = list.rows.indices.filter({ !list.rows[$0].read }).randomElement() else {
            remark = Remark(text: text(.browseNoUnread))
            return []
        }
        list.select(row, height: height)
        return focus == .article ? openSelection() : []
    }

    // MARK: - Panes

    mutating func open() -> [ReaderRequest] {
        switch focus {
        case .article: return pageDown()
        case .list: return openSelection()
        case .sidebar:
            guard let line = sidebar.current else { return [] }
            var source = ListSource(place: line.place)
            source.hidesRead = list.source.hidesRead && line.place != .unread
            source.isOldestFirst = wanted.isOldestFirst
            focus = .list
            return show(source)
        }
    }

    /// Goes back one step: from an article to its list, from the list to the folders. From the folders, quits the
    /// program.
    mutating func back() -> [ReaderRequest] {
        switch focus {
        case .article: focus = .list
        case .list:
            if !wanted.query.isEmpty { return clearSearch() }
            focus = .sidebar
            sidebar.select(list.source.place, height: height)
        case .sidebar: return [.quit(signal: nil)]
        }
        return []
    }

    mutating func go(to step: Int) -> [ReaderRequest] {
        let panes = ReaderPane.allCases
        let place = panes.firstIndex(of: focus) ?? 0
        let next = panes[(place + step + panes.count) % panes.count]
        if next == .article { return openSelection() }
        focus = next
        if next == .sidebar { sidebar.select(list.source.place, height: height) }
        return []
    }

    mutating func right() -> [ReaderRequest] {
        switch focus {
        case .sidebar: return sidebar.setOpen(true, height: height) ? [] : open()
        case .list: return openSelection()
        case .article: return []
        }
    }

    mutating func left() -> [ReaderRequest] {
        switch focus {
        case .sidebar:
            sidebar.setOpen(false, height: height)
            return []
        case .list:
            focus = .sidebar
            sidebar.select(list.source.place, height: height)
            return []
        case .article:
            focus = .list
            return []
        }
    }
}
