import Articles
import Messages
import Testing

@testable import TerminalReader

/// A reader over articles in memory: what it asks for is answered when the test says so.
private struct Reader {
    var state: ReaderState
    /// What was asked for and is not answered yet.
    var requests: [ReaderRequest] = []
    let articles: Int

    init(columns: Int = 80, rows: Int = 24, articles: Int = 30, query: String = "") {
        self.articles = articles
        state = ReaderState(language: .english, columns: columns, rows: rows, query: query)
        requests = state.start()
        answer()
    }

    mutating func press(_ keys: Key...) { for key in keys { requests += state.handle(.key(key)) } }

    mutating func type(_ text: String) {
        for character in text { requests += state.handle(.key(.character(character))) }
    }

    static func row(_ id: Int64, read: Bool = false) -> ListRow {
        var row = ListRow(id: id, sortDate: id * 100)
        row.title = "Article \(id)"
        row.url = "https://example.org/\(id)"
        row.feed = "https://example.org/feed"
        row.read = read
        return row
    }

    /// Pages of articles, the newest with the highest number first; every third one is read.
    static func page(_ question: ListQuestion, of count: Int) -> ListPage {
        var page = ListPage(question: question)
        func rows(_ ids: some Sequence<Int>) -> [ListRow] { ids.map { row(Int64($0), read: $0 % 3 == 0) } }
        let all = Array((1...max(1, count)).reversed())
        func index(_ place: DatePlace) -> Int { all.firstIndex(of: Int(place.id)) ?? 0 }
        switch question.span {
        case .start(let limit): page.rows = rows(all.prefix(limit))
        case .end(let limit): page.rows = rows(all.suffix(limit))
        case .after(let place, let limit): page.rows = rows(all.dropFirst(index(place) + 1).prefix(limit))
        case .from(let place, let limit): page.rows = rows(all.dropFirst(index(place)).prefix(limit))
        case .before(let place, let limit): page.rows = rows(all.prefix(index(place)).suffix(limit))
        case .next: break
        case .unread(let place, _):
            let from = place.map { index($0) + 1 } ?? 0
            guard let found = all.dropFirst(from).first(where: { $0 % 3 != 0 }) else { return page }
            page.rows = rows(all.dropFirst(all.firstIndex(of: found)!).prefix(ArticleList.pageSize))
            page.selected = Int64(found)
        }
        page.reachesStart = page.rows.first.map { $0.id == Int64(count) } ?? true
        page.reachesEnd = page.rows.last.map { $0.id == 1 } ?? true
        page.newest = Int64(count)
        return page
    }

    /// Answers all that was asked for, and what that leads to.
    mutating func answer() {
        while let request = requests.first {
            requests.removeFirst()
            switch request {
            case .list(let question): requests += state.handle(.list(Self.page(question, of: articles)))
            case .article(let id, let width):
                var article = ShownArticle(id: id)
                article.title = "Article \(id)"
                article.width = width
                article.lines = (1...50).map { StyledLine("line \($0)") }
                article.links = ["https://example.org/link"]
                article.url = "https://example.org/\(id)"
                article.read = id % 3 == 0
                requests += state.handle(.article(article))
            case .sidebar:
                var content = SidebarContent()
                content.feeds = [
                    .init(
                        id: 1, title: "One", address: "https://one.example/", articles: 3, unread: 2, folders: ["Tech"]),
                    .init(id: 2, title: "Two", address: "https://two.example/", articles: 3, unread: 0, folders: []),
                ]
                content.folders = [.init(path: "Tech", unread: 2)]
                (content.articles, content.unread) = (6, 2)
                requests += state.handle(.sidebar(content))
            default: others.append(request)
            }
        }
    }

    /// What was asked for beside lists and articles.
    var others: [ReaderRequest] = []

    mutating func taken() -> [ReaderRequest] {
        answer()
        defer { others = [] }
        return others
    }
}

@Suite struct ReaderStateTests {
    @Test("An article is marked read as it is opened, and only then, and undo is not for that")
    func opening() {
        var reader = Reader(columns: 120)
        reader.press(.down, .down)
        #expect(reader.taken().isEmpty)
        #expect(reader.state.article?.id == 28)
        reader.press(.enter)
        #expect(reader.taken() == [.change(.read(true, 28, isLogged: false)), .change(.opened(28))])
        #expect(reader.state.list.current?.read == true)
        reader.press(.character("N"))
        #expect(reader.taken() == [.change(.read(false, 28, isLogged: true))])
    }

    @Test("q leads from the article to the list, to the feeds, and out; Q out at once")
    func back() {
        var reader = Reader()
        reader.press(.enter)
        #expect(reader.state.focus == .article)
        reader.press(.character("q"))
        #expect(reader.state.focus == .list)
        reader.press(.character("q"))
        #expect(reader.state.focus == .sidebar)
        _ = reader.taken()
        reader.press(.escape)
        #expect(reader.taken().isEmpty)
        reader.press(.character("q"))
        #expect(reader.taken() == [.quit(signal: nil)])
        reader.press(.enter, .character("Q"))
        #expect(reader.taken().last == .quit(signal: nil))
    }

    @Test("The next unread article is found behind read ones, and opened where one reads")
    func nextUnread() {
        var reader = Reader()
        reader.press(.character("n"))
        #expect(reader.state.list.current?.id == 29)
        reader.press(.character("n"), .character("n"))
        #expect(reader.state.list.current?.id == 26)
        reader.press(.enter, .character("n"))
        #expect(reader.state.list.current?.id == 25 && reader.state.focus == .article)
        // 26 has been read by now.
        reader.press(.character("p"))
        #expect(reader.state.list.current?.id == 28)
    }

    @Test("The next unread article is found beyond the rows in memory")
    func farUnread() {
        var reader = Reader(articles: 5_000)
        _ = reader.taken()
        let place = reader.state.list.rows[40].place
        for row in reader.state.list.rows.dropFirst(40) { _ = reader.state.setRead(true, row.id, isLogged: true) }
        for _ in 0..<40 { reader.press(.down) }
        reader.requests = reader.state.handle(.key(.character("n")))
        guard case .list(let question)? = reader.requests.first else {
            Issue.record("nothing is asked for")
            return
        }
        #expect(question.span == .unread(from: place, isBackwards: false))
        _ = reader.taken()
        #expect(reader.state.list.current.map { !$0.read && $0.id < place.id } == true)
    }

    @Test("Of a long list a window is in memory, and every article of it can be reached from both ends")
    func window() {
        var reader = Reader(articles: 5_000)
        var seen: [Int64] = []
        while seen.last != 1, seen.count < 6_000 {
            seen.append(reader.state.list.current!.id)
            reader.press(.down)
            _ = reader.taken()
            #expect(reader.state.list.rows.count <= ArticleList.maxRows + ArticleList.pageSize)
        }
        #expect(seen == (1...5_000).reversed().map { Int64($0) })
        var back: [Int64] = []
        while back.last != 5_000, back.count < 6_000 {
            back.append(reader.state.list.current!.id)
            reader.press(.up)
            _ = reader.taken()
        }
        #expect(back == (1...5_000).map { Int64($0) })
        reader.press(.end)
        _ = reader.taken()
        #expect(reader.state.list.current?.id == 1)
        reader.press(.home)
        _ = reader.taken()
        #expect(reader.state.list.current?.id == 5_000)
    }

    // MARK: - Searches

    @Test("While one types the former list stays, and answers to what was typed before are dropped")
    func typing() {
        var reader = Reader()
        reader.press(.character("/"))
        reader.type("fox")
        let questions = reader.requests.compactMap { request -> ListQuestion? in
            if case .list(let question) = request { question } else { nil }
        }
        #expect(questions.map(\.source.query) == ["f", "fo", "fox"])
        #expect(questions.allSatisfy { $0.source.place == .all })
        #expect(reader.state.list.rows.count == 30)
        // The last answer comes first.
        for (question, rows) in zip(questions.reversed(), [3, 2, 1]) {
            var page = ListPage(question: question)
            page.rows = (1...rows).map { Reader.row(Int64($0)) }
            page.reachesEnd = true
            _ = reader.state.handle(.list(page))
        }
        #expect(reader.state.list.rows.count == 3)
        #expect(reader.state.list.source.query == "fox")
    }

    @Test("A mistake in what is typed is said, and the former list stays")
    func mistake() {
        var reader = Reader()
        reader.press(.character("/"))
        reader.type("\"f")
        _ = reader.state.handle(.listFailed(generation: reader.state.generation, message: "a quote is not closed"))
        #expect(reader.state.remark?.isError == true)
        #expect(reader.state.list.rows.count == 30)
        _ = reader.state.handle(.listFailed(generation: reader.state.generation - 1, message: "old"))
        #expect(reader.state.remark?.text == "a quote is not closed")
    }

    @Test("Esc brings the list back from which was searched; after Enter, q does")
    func leaving() {
        var reader = Reader()
        reader.press(.character("/"))
        reader.type("fox")
        _ = reader.taken()
        reader.press(.escape)
        _ = reader.taken()
        #expect(reader.state.list.source == ListSource(place: .unread))
        reader.press(.character("/"))
        reader.type("fox")
        reader.press(.enter)
        _ = reader.taken()
        #expect(reader.state.focus == .list && reader.state.prompt == nil)
        reader.press(.character("q"))
        _ = reader.taken()
        #expect(reader.state.list.source == ListSource(place: .unread))
    }

    @Test("F searches where one is; the query of a saved search says where that was")
    func scope() {
        var reader = Reader()
        reader.press(.left)
        while reader.state.sidebar.current?.place != .feed(1) { reader.press(.down) }
        reader.press(.enter)
        _ = reader.taken()
        reader.press(.character("F"))
        reader.type("a OR b")
        reader.press(.enter)
        _ = reader.taken()
        #expect(reader.state.list.source.place == .feed(1))
        reader.press(.character("S"))
        reader.type("mine")
        reader.press(.enter)
        #expect(
            reader.taken() == [
                .save(name: "mine", query: "(a OR b) feed:\"https://one.example/\"", replaces: false)
            ])
    }

    @Test("g in the feeds sorts them by unread articles and back; the selection stays")
    func orderOfFeeds() {
        var sidebar = Sidebar()
        var content = SidebarContent()
        content.feeds = [(3, "Ada", 1), (1, "Bob", 5), (2, "Cleo", 5), (4, "Dan", 0)].map { id, title, unread in
            .init(id: id, title: title, address: "https://\(id).example/", articles: 9, unread: unread, folders: [])
        }
        sidebar.take(content, height: 20)
        func feeds() -> [ListSource.Place] { sidebar.lines.map(\.place).suffix(4) }
        #expect(feeds() == [.feed(3), .feed(1), .feed(2), .feed(4)])
        sidebar.select(.feed(3), height: 20)
        sidebar.toggleOrder(height: 20)
        #expect(feeds() == [.feed(1), .feed(2), .feed(3), .feed(4)])
        #expect(sidebar.current?.place == .feed(3))
        sidebar.toggleOrder(height: 20)
        #expect(feeds() == [.feed(3), .feed(1), .feed(2), .feed(4)])
    }

    @Test("Articles opened from the list of opened articles keep their places")
    func openedList() {
        var reader = Reader()
        reader.press(.character("q"))
        while reader.state.sidebar.current?.place != .opened { reader.press(.down) }
        reader.press(.enter)
        _ = reader.taken()
        #expect(reader.state.list.source.place == .opened)
        reader.press(.enter)
        #expect(!reader.taken().contains(.change(.opened(30))))
    }

    @Test("g goes through the orders of a search, and turns a list round")
    func order() {
        var reader = Reader(query: "fox")
        var orders: [SearchRequest.Sort] = []
        for _ in 0..<3 {
            reader.press(.character("g"))
            _ = reader.taken()
            orders.append(reader.state.list.source.order)
        }
        #expect(orders == [.newest, .oldest, .relevance])
        var list = Reader()
        list.press(.character("g"))
        _ = list.taken()
        #expect(list.state.list.source.order == .oldest)
    }

    // MARK: - Changes

    @Test("Star, tags, bin and undo are asked for; the list shows at once what it can")
    func changes() {
        var reader = Reader()
        reader.press(.character("s"))
        #expect(reader.taken() == [.change(.starred(true, 30))])
        #expect(reader.state.list.current?.starred == true)
        reader.press(.character("t"))
        reader.type("later +猫 -old")
        reader.press(.enter)
        #expect(reader.taken() == [.change(.tags(add: ["later", "猫"], remove: ["old"], 30))])
        reader.press(.character("D"))
        #expect(reader.taken() == [.change(.delete(30))])
        #expect(reader.state.list.current?.id == 29)
        reader.press(.character("z"))
        #expect(reader.taken() == [.undo])
    }

    @Test("Marking a list read is asked for first, and spares what came after it was read")
    func markAll() {
        var reader = Reader()
        reader.press(.character("A"), .character("n"))
        #expect(reader.taken().isEmpty && reader.state.prompt == nil)
        reader.press(.character("A"), .character("y"))
        #expect(reader.taken() == [.markAllRead(ListSource(place: .unread), newest: 30)])
    }

    @Test("What another process stores comes on top, and the selection stays on its article and its line")
    func following() {
        var reader = Reader(articles: 300)
        reader.press(.down, .down, .down)
        let (id, line) = (reader.state.list.current!.id, reader.state.list.selected - reader.state.list.top)
        var grown = Reader(articles: 305)
        grown.state = reader.state
        grown.requests = grown.state.handle(.changed)
        _ = grown.taken()
        #expect(grown.state.list.current?.id == id)
        #expect(grown.state.list.selected - grown.state.list.top == line)
        #expect(grown.state.list.rows.first?.id == 305)
    }

    @Test("A list of unread articles keeps those that were read in it")
    func kept() {
        var reader = Reader()
        reader.press(.character("N"))
        _ = reader.state.handle(.key(.down))
        reader.requests = reader.state.handle(.changed)
        guard case .list(let question)? = reader.requests.last(where: { if case .list = $0 { true } else { false } })
        else {
            Issue.record("no list")
            return
        }
        #expect(question.kept.isEmpty == false)
    }

    // MARK: - Links, refresh, keys

    @Test("A digit opens a link of the article; what is no link is said")
    func links() {
        var reader = Reader()
        reader.press(.enter)
        _ = reader.taken()
        reader.press(.character("1"))
        #expect(reader.taken() == [.open("https://example.org/link")])
        reader.press(.character("7"))
        #expect(reader.taken().isEmpty && reader.state.remark?.isError == true)
        reader.press(.character("#"))
        reader.type("1")
        reader.press(.enter)
        #expect(reader.taken() == [.open("https://example.org/link")])
        reader.press(.character("o"))
        #expect(reader.taken() == [.open("https://example.org/30"), .change(.opened(30))])
    }

    @Test("y copies the link of the article, in the list and in the article")
    func copying() {
        var reader = Reader()
        _ = reader.taken()
        reader.press(.character("y"))
        #expect(reader.taken() == [.copy("https://example.org/30")])
        reader.press(.enter)
        _ = reader.taken()
        reader.press(.character("y"))
        #expect(reader.taken() == [.copy("https://example.org/30")])
    }

    @Test("R refreshes, R again and Ctrl-C stop it; without a refresh Ctrl-C quits")
    func refresh() {
        var reader = Reader()
        reader.press(.character("R"))
        #expect(reader.taken() == [.refresh([])])
        _ = reader.state.handle(.progress("1/2"))
        reader.press(.character("R"), .control("c"))
        #expect(reader.taken() == [.cancelRefresh, .cancelRefresh])
        _ = reader.state.handle(.progress(nil))
        reader.press(.control("c"))
        #expect(reader.taken() == [.quit(signal: 2)])
    }

    @Test("Any keys at any size leave a state that can be drawn")
    func anyKeys() {
        var keys = KeyTable.rows.flatMap(\.keys).filter { $0 != .character("Q") }
        keys += [.character("y"), .character("猫"), .paste("a b"), .backspace, .unknown, .character("|")]
        var generator = SeededGenerator(seed: 7)
        for round in 0..<40 {
            var reader = Reader(columns: 80, articles: round % 5 == 0 ? 0 : 250)
            for _ in 0..<150 {
                if Int.random(in: 0..<12, using: &generator) == 0 {
                    let size = (Int.random(in: 1...300, using: &generator), Int.random(in: 1...60, using: &generator))
                    reader.requests += reader.state.handle(.resized(columns: size.0, rows: size.1))
                }
                reader.press(keys.randomElement(using: &generator)!)
                if Bool.random(using: &generator) { _ = reader.taken() }
                let (screen, cursor) = ScreenPainter(state: reader.state, clock: .atRest).paint()
                #expect(screen.columns == reader.state.columns)
                if let cursor { #expect(cursor.row < screen.rows && cursor.column < screen.columns) }
                let list = reader.state.list
                #expect(list.rows.isEmpty || list.rows.indices.contains(list.selected))
            }
        }
    }
}
