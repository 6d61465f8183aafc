internal import Articles
internal import Messages

/// The model of the reader: the state of the screen and its reactions to events. It uses neither the database nor the
/// terminal: `handle` receives an event and returns requests.
struct ReaderState: Sendable {
    struct Remark: Equatable, Sendable {
        var text: String
        var isError = false
    }

    let language: Language
    var columns: Int
    var rows: Int
    var focus: ReaderPane
    var list = ArticleList()
    var sidebar = Sidebar()
    var article: ShownArticle?
    var prompt: Prompt?
    /// The first visible line of the list of keys; nil if the list is not shown.
    var helpTop: Int?
    /// A message that is shown until the next key.
    var remark: Remark?
    /// The progress of a running refresh.
    var progress: String?

    /// The list that was last requested. The previous list remains on the screen until the response arrives.
    private(set) var wanted = ListSource()
    /// The last list that was not a search.
    private(set) var home = ListSource(place: .unread)
    private(set) var generation = 0
    /// The last request for a list, if its response has not arrived.
    var pending: ListQuestion?
    /// Whether a commit has happened since the pending request.
    var isStale = false
    /// The article that was last requested for the article pane.
    var wantedArticle: (id: ArticleID, width: Int)?
    /// Whether to open the selected article when the page with the next unread article arrives.
    var opensSelection = false

    init(language: Language, columns: Int, rows: Int, query: String = "") {
        self.language = language
        self.columns = columns
        self.rows = rows
        focus = .list
        wanted.query = query
        wanted.place = query.isEmpty ? .unread : .all
        list.source = wanted
    }

    var layout: ReaderLayout { ReaderLayout(columns: columns, rows: rows, focus: focus) }
    var height: Int { layout.height }

    func text(_ message: Message, _ arguments: [String] = []) -> String { message.text(language, arguments) }

    /// The requests to make when the reader starts.
    mutating func start() -> [ReaderRequest] { [.sidebar] + show(wanted) }

    mutating func handle(_ event: ReaderEvent) -> [ReaderRequest] {
        let requests: [ReaderRequest]
        switch event {
        case .key(let key): requests = take(key)
        case .resized(let columns, let rows):
            (self.columns, self.rows) = (columns, rows)
            list.scroll(height: height)
            sidebar.move(by: 0, height: height)
            scrollArticle(by: 0)
            helpTop = helpTop.map { min($0, KeyHelp(self).last(height: height)) }
            requests = []
        case .list(let page): requests = take(page)
        case .listFailed(let generation, let message):
            guard generation == self.generation else { return [] }
            pending = nil
            opensSelection = false
            // The request failed, so keep the list on the screen.
            wanted = list.source
            remark = Remark(text: message, isError: true)
            requests = []
        case .sidebar(let content):
            sidebar.take(content, height: height)
            requests = []
        case .article(let article):
            take(article)
            requests = []
        case .changed:
            let shown = wantedArticle.map { [ReaderRequest.article($0.id, width: $0.width)] } ?? []
            requests = [.sidebar] + reload() + shown
        case .said(let text, let isError):
            remark = Remark(text: text, isError: isError)
            requests = []
        case .nameIsTaken(let name, let query):
            prompt = Prompt(purpose: .replaceSearch(name: name, query: query))
            requests = []
        case .destinations(let names, let id):
            prompt = Prompt(purpose: .send(id, destinations: names))
            requests = []
        case .progress(let text):
            progress = text
            requests = []
        case .resumed: requests = []
        case .end(let signal): return [.quit(signal: signal)]
        }
        return requests + more() + preview()
    }

    // MARK: - Lists

    /// Requests another list.
    mutating func show(_ source: ListSource) -> [ReaderRequest] {
        wanted = source
        if source.query.isEmpty { home = source }
        return ask(.start(count: ArticleList.pageSize))
    }

    /// Requests a part of the wanted list. The response to the previous request will be ignored.
    mutating func ask(_ span: ListSpan) -> [ReaderRequest] {
        generation += 1
        let isSame = wanted.isSameList(as: list.source)
        let question = ListQuestion(
            source: wanted, span: span, kept: isSame ? list.kept : [], generation: generation)
        pending = question
        isStale = false
        return [.list(question)]
    }

    private mutating func reload() -> [ReaderRequest] {
        // The pending request may have read the list before the commit, so reload after its response.
        if pending != nil {
            isStale = true
            return []
        }
        return ask(list.reload)
    }

    private mutating func take(_ page: ListPage) -> [ReaderRequest] {
        guard page.question.generation == generation else { return [] }
        pending = nil
        if case .unread = page.question.span, page.selected == nil {
            opensSelection = false
            wanted = list.source
            remark = Remark(text: text(.browseNoUnread))
            return isStale ? reload() : []
        }
        list.take(page, height: height)
        var requests: [ReaderRequest] = []
        if opensSelection {
            opensSelection = false
            requests += openSelection()
        }
        return requests + (isStale ? reload() : [])
    }

    /// Requests more rows if the selection is near an end of the list.
    private mutating func more() -> [ReaderRequest] {
        guard pending == nil, wanted == list.source, let span = list.wanted else { return [] }
        return ask(span)
    }

    // MARK: - Articles

    /// Requests the selected article if it is not shown yet. If the width has changed, requests the shown article
    /// again.
    private mutating func preview() -> [ReaderRequest] {
        guard let columns = layout.columns(of: .article) else { return [] }
        let id = focus == .article ? wantedArticle?.id ?? list.current?.id : list.current?.id
        guard let id else {
            if focus != .article { (article, wantedArticle) = (nil, nil) }
            return []
        }
        let width = ReaderState.textWidth(columns.count)
        if let wantedArticle, wantedArticle == (id, width) { return [] }
        wantedArticle = (id, width)
        return [.article(id, width: width)]
    }

    /// The width of an article's text in columns, with one free column on each side.
    static func textWidth(_ columns: Int) -> Int { max(1, columns - 2) }

    private mutating func take(_ article: ShownArticle) {
        guard let wantedArticle, wantedArticle == (article.id, article.width) else { return }
        var article = article
        if let before = self.article, before.id == article.id, !before.lines.isEmpty {
            // The article was laid out for a new width, so scroll to the same part of the text.
            article.top = before.top * article.lines.count / before.lines.count
        }
        self.article = article
        scrollArticle(by: 0)
    }

    /// - Returns: false if the article cannot be scrolled further.
    @discardableResult
    mutating func scrollArticle(by lines: Int) -> Bool {
        let height = height
        return article?.scroll(by: lines, height: height) ?? false
    }

    /// Opens the selected article for reading.
    mutating func openSelection() -> [ReaderRequest] {
        guard let row = list.current else { return [] }
        focus = .article
        if row.id != wantedArticle?.id {
            wantedArticle = nil
            if article?.id != row.id { article = nil }
        }
        article?.top = 0
        return (row.read ? [] : setRead(true, row.id, isLogged: false)) + noteOpened(row.id)
    }

    /// Records that an article was opened. Does not record openings from the list of opened articles, whose order would
    /// change while it is read.
    func noteOpened(_ id: ArticleID) -> [ReaderRequest] {
        list.source.place == .opened && list.source.query.isEmpty ? [] : [.change(.opened(id))]
    }

    mutating func setRead(_ read: Bool, _ id: ArticleID, isLogged: Bool) -> [ReaderRequest] {
        list.change([id]) { $0.read = read }
        if article?.id == id { article?.read = read }
        return [.change(.read(read, id, isLogged: isLogged))]
    }
}
