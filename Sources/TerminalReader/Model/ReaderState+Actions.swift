internal import Articles
internal import Messages

extension ReaderState {
    mutating func perform(_ action: ReaderAction) -> [ReaderRequest] {
        switch action {
        case .down: return move(by: 1)
        case .up: return move(by: -1)
        case .pageDown: return pageDown()
        case .pageUp: return move(by: -max(1, height - 1))
        case .first: return first()
        case .last: return last()
        case .right: return right()
        case .left: return left()
        case .open: return open()
        case .back: return back()
        case .cancel: return focus == .sidebar ? [] : back()
        case .quit, .interrupt: return interrupt(action)
        case .nextPane: return go(to: 1)
        case .previousPane: return go(to: -1)
        case .next: return step(1)
        case .previous: return step(-1)
        case .nextUnread: return unread(backwards: false)
        case .previousUnread: return unread(backwards: true)
        case .randomUnread: return randomUnread()
        case .toggleRead: return current.map { setRead(!$0.read, $0.id, isLogged: true) } ?? []
        case .star: return star()
        case .tag:
            guard let current else { return [] }
            prompt = Prompt(purpose: .tags(current.id))
            return []
        case .send: return current.map { [.send($0.id, to: nil)] } ?? []
        case .delete: return delete()
        case .undo: return [.undo]
        case .markListRead: return markRead(focus == .sidebar ? sidebarSource ?? list.source : list.source)
        case .markEverythingRead: return markRead(ListSource(place: .all))
        case .openPage: return openPage()
        case .openPageAndMark: return openPage() + (current.map { setRead(true, $0.id, isLogged: true) } ?? [])
        case .copyLink: return pageAddress().map { [.copy($0)] } ?? []
        case .links:
            if focus == .article { scrollArticle(by: article?.lines.count ?? 0) }
            return []
        case .openLink:
            if focus == .article { prompt = Prompt(purpose: .link) }
            return []
        case .link(let number): return focus == .article ? openLink(number) : []
        case .search, .searchHere: return search(here: action == .searchHere)
        case .author: return showAuthor()
        case .clearSearch: return clearSearch()
        case .saveSearch: return save()
        case .sort: return sort()
        case .reverse: return reverse()
        case .toggleReadShown: return toggleReadShown()
        case .refreshFeed: return refreshFeed()
        case .refreshAll: return progress == nil ? [.refresh([])] : [.cancelRefresh]
        case .help:
            helpTop = 0
            return []
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        }
    }

    /// The article to which an action applies.
    private var current: (id: ArticleID, read: Bool, starred: Bool)? {
        if focus == .article, let article { return (article.id, article.read, article.starred) }
        return focus == .sidebar ? nil : list.current.map { ($0.id, $0.read, $0.starred) }
    }

    /// The list that belongs to the selected line of the sidebar.
    private var sidebarSource: ListSource? {
        guard let line = sidebar.current else { return nil }
        var source = ListSource(place: line.place)
        source.hidesRead = list.source.hidesRead
        source.isOldestFirst = list.source.isOldestFirst
        return source
    }

    private mutating func interrupt(_ action: ReaderAction) -> [ReaderRequest] {
        if action == .interrupt, progress != nil { return [.cancelRefresh] }
        return [.quit(signal: action == .interrupt ? 2 : nil)]
    }

    // MARK: - Changes

    private mutating func star() -> [ReaderRequest] {
        guard let (id, _, starred) = current else { return [] }
        list.change([id]) { $0.starred = !starred }
        if article?.id == id { article?.starred = !starred }
        return [.change(.starred(!starred, id))]
    }

    private mutating func delete() -> [ReaderRequest] {
        guard let (id, _, _) = current else { return [] }
        if focus == .article { focus = .list }
        list.remove(id, height: height)
        (article, wantedArticle) = (nil, nil)
        return [.change(.delete(id))]
    }

    private mutating func markRead(_ source: ListSource) -> [ReaderRequest] {
        prompt = Prompt(purpose: .markAllRead(source, newest: list.newest))
        return []
    }

    // MARK: - Pages and links

    private mutating func openPage() -> [ReaderRequest] {
        guard let address = pageAddress() else { return [] }
        return [.open(address)] + (current.map { noteOpened($0.id) } ?? [])
    }

    /// The address of the current article's page. If the article has none, a remark says so.
    private mutating func pageAddress() -> String? {
        let url =
            focus == .article ? article?.url : focus == .list ? list.current?.url : nil
        if url == nil, let current {
            remark = Remark(text: text(.noWebAddress, ["#\(current.id)"]), isError: true)
        }
        return url
    }

    mutating func openLink(_ number: Int) -> [ReaderRequest] {
        guard let article, article.links.indices.contains(number - 1) else {
            remark = Remark(text: text(.browseNoLink, [String(number)]), isError: true)
            return []
        }
        return [.open(article.links[number - 1])]
    }

    // MARK: - Searches and order

    /// Shows the articles of the current article's author.
    private mutating func showAuthor() -> [ReaderRequest] {
        guard let current else { return [] }
        let author = focus == .article ? article?.author : list.current?.author
        guard let author else {
            remark = Remark(text: text(.browseNoAuthor, ["#\(current.id)"]), isError: true)
            return []
        }
        focus = .list
        return show(ListSource(place: .author(author)))
    }

    private mutating func search(here: Bool) -> [ReaderRequest] {
        if focus == .article { focus = .list }
        let scope = here ? wanted.place : .all
        prompt = Prompt(purpose: .search(before: wanted, scope: scope))
        // If the new search is in the same list as the current search, start with the current query.
        if scope == wanted.place { prompt?.editor = LineEditor(wanted.query) }
        return []
    }

    /// Returns to the list that was shown before the search.
    mutating func clearSearch() -> [ReaderRequest] { wanted.query.isEmpty ? [] : show(home) }

    private mutating func save() -> [ReaderRequest] {
        var address: String?
        if case .feed(let id) = list.source.place { address = sidebar.feed(id)?.address }
        guard let query = list.source.queryText(address: address) else {
            remark = Remark(text: text(.browseNothingToSave), isError: true)
            return []
        }
        prompt = Prompt(purpose: .save(query: query))
        return []
    }

    private mutating func sort() -> [ReaderRequest] {
        if focus == .sidebar {
            sidebar.toggleOrder(height: height)
            return []
        }
        var source = wanted
        if source.query.isEmpty { return reverse() }
        source.searchOrder =
            switch source.searchOrder {
            case .relevance: .newest
            case .newest: .oldest
            case .oldest: .relevance
            }
        return show(source)
    }

    private mutating func reverse() -> [ReaderRequest] {
        var source = wanted
        source.isOldestFirst.toggle()
        if !source.query.isEmpty { source.searchOrder = source.searchOrder == .newest ? .oldest : .newest }
        return show(source)
    }

    private mutating func toggleReadShown() -> [ReaderRequest] {
        if focus == .sidebar {
            sidebar.toggleRead(height: height)
            return []
        }
        var source = wanted
        // A list of unread articles cannot show read articles, so switch to all articles.
        if source.place == .unread {
            source.place = .all
        } else {
            source.hidesRead.toggle()
        }
        return show(source)
    }

    private mutating func refreshFeed() -> [ReaderRequest] {
        if progress != nil { return [.cancelRefresh] }
        let place = focus == .sidebar ? sidebar.current?.place : list.source.place
        switch place {
        case .feed(let id): return sidebar.feed(id).map { [.refresh([$0.address])] } ?? []
        case .folder(let path):
            let feeds = sidebar.content.feeds.filter { feed in
                feed.folders.contains { $0 == path || $0.hasPrefix(path + "/") }
            }
            return feeds.isEmpty ? [] : [.refresh(feeds.map(\.address))]
        default:
            let feed = list.current.flatMap { row in sidebar.content.feeds.first { $0.address == row.feed } }
            guard let feed, focus != .sidebar else { return [.refresh([])] }
            return [.refresh([feed.address])]
        }
    }
}
