package import Articles
package import FeedLibrary
package import HTTPServer
package import Messages

/// What a page of the reader shows, as one reading of the library gives it.
package struct ReaderContent: Sendable {
    /// An article of the list.
    package struct Row: Sendable {
        package var article: Article
        /// Of a search; nil elsewhere.
        package var hit: SearchHit?
        /// Its place in the order of dates, where the list is in that order.
        package var place: DatePlace?

        package init(article: Article, hit: SearchHit? = nil, place: DatePlace? = nil) {
            self.article = article
            self.hit = hit
            self.place = place
        }
    }

    /// What is wrong with the query.
    package struct Mistake: Sendable {
        package var detail: String
        package var hint: String?
        /// In UTF-8 bytes of the query.
        package var place: Range<Int>?
        package var status: HTTPStatus

        package init(detail: String, hint: String?, place: Range<Int>?, status: HTTPStatus = 400) {
            self.detail = detail
            self.hint = hint
            self.place = place
            self.status = status
        }
    }

    /// What of a page is asked for: a script swaps one part, and the others need not be read.
    package enum Part: String, Sendable, CaseIterable {
        case list, article, tree, branch
    }

    /// What of the subscriptions a script asks for, where it opens a folder.
    package struct Branch: Sendable {
        package var path: [String]
        /// Of its feeds, the first one that is not shown yet.
        package var first: Int

        package init(path: [String], first: Int) {
            self.path = path
            self.first = first
        }
    }

    package var view: ReaderView
    /// nil for the whole page.
    package var part: Part?
    /// Only unread articles of a feed or folder.
    package var unreadOnly = false
    package var feeds: [Feed] = []
    /// The same in their folders, in the order that is wanted.
    package var tree = SubscriptionTree([], .hand, hand: HandOrder())
    package var openFolders = OpenFolders()
    package var branch = Branch(path: [], first: 0)
    package var saved: [SavedSearch] = []
    /// Addresses of icons, by feed, relative to the service.
    package var icons: [Int64: String] = [:]
    package var failing = 0
    /// Feeds whose last fetch failed.
    package var failingFeeds: Set<Int64> = []
    package var rows: [Row] = []
    /// The fields of the next page of the list; nil at its end.
    package var after: String?
    /// The place that the page before this one ends at; nil at the beginning.
    package var before: String?
    /// How many articles the whole list has; nil where nobody counted.
    package var total: Int?
    /// How many articles stand before the first row, where that is known.
    package var firstRow: Int?
    /// Of a search.
    package var answer: SearchAnswer?
    /// How what was found is spread, where that is asked for.
    package var facets: Facets?
    /// They were asked for, and not counted in time.
    package var countingTookTooLong = false
    package var mistake: Mistake?
    /// Below which feeds for programs without a credential are, relative to the service; nil for who may not see it.
    package var openFeeds: String?
    package var article: Article?
    package var similar: [SearchHit] = []
    /// The article's copies in other feeds, without their texts.
    package var copies: [Article] = []
    /// How far its enclosures have been played, in seconds, by their place.
    package var playback: [Int: Int] = [:]
    /// Before anything is searched for: what was searched for last.
    package var recentSearches: [String] = []
    /// Whether the one-time key has opened this session, as there is no account yet.
    package var lacksAccount = false
    /// The newest article there is: what arrives after it is not marked as read with all others.
    package var newest: Int64 = 0

    package init(view: ReaderView) { self.view = view }
}

/// A page of the reader: subscriptions, a list, an article. All of it reads, searches and marks without a script.
package struct ReaderPage {
    let content: ReaderContent
    let language: Language
    /// The token that forms and scripts send back.
    let csrf: String?
    let look: Look
    let clock: @Sendable (Int64) -> String
    let media: ArticleMedia
    let mayWrite: Bool

    /// - Parameters:
    ///   - csrf: nil for a client that signs each request, whose forms carry none.
    ///   - mayWrite: whether who asks may mark articles.
    ///   - clock: a date as text.
    ///   - media: where the service has what articles show, relative to the service.
    package init(
        _ content: ReaderContent, csrf: String?, mayWrite: Bool, look: Look, _ language: Language,
        clock: @escaping @Sendable (Int64) -> String, media: ArticleMedia
    ) {
        self.media = media
        self.content = content
        self.csrf = csrf
        self.mayWrite = mayWrite
        self.look = look
        self.language = language
        self.clock = clock
    }

    /// - Parameter description: where browsers find the description of the search engine, relative to the service.
    package func response(status: HTTPStatus = 200, description: String) -> HTTPResponse {
        // An article has an address of its own where no list is beside it.
        var page = HTMLPage(language, depth: content.view.depth)
        switch content.part {
        case .list: list(&page)
        case .article: articlePane(&page)
        case .tree: tree(&page)
        case .branch: branch(content.branch, &page)
        case nil:
            page.element("a", page.say(.webSkip), [("class", "skip"), ("href", "#list")])
            page.iconShapes()
            sidebar(&page)
            list(&page)
            articlePane(&page)
            bottomBar(&page)
        }
        page.element("div", [("id", "drop"), ("hidden", "")]) { $0.element("p", $0.say(.webDropHere)) }
        page.element("div", [("id", "toast"), ("role", "status"), ("hidden", "")]) { _ in }
        var frame = HTMLPage.Frame(title(page))
        frame.look = look
        frame.unread = content.feeds.reduce(0) { $0 + $1.unread }
        frame.csrf = csrf ?? ""
        frame.links = [("search", "application/opensearchdescription+xml", description)]
        let shown = content.article != nil ? "article" : "list"
        frame.attributes = [
            ("class", "reader"), ("data-shows", shown), ("data-root", page.root.isEmpty ? "./" : page.root),
            ("data-undo", page.say(.webUndo)),
            ("data-failed", page.say(.webFailed)), ("data-many", page.say(.webMarkedMany, "{1}")),
            ("data-read-on-scroll", look.readsOnScroll ? "" : nil), ("data-widen", page.say(.webWiden)),
            ("data-commands", page.say(.commands)), ("data-command", page.say(.commandField)),
            ("data-search", page.say(.newSearch)),
        ]
        return page.response(status: status, frame)
    }

    /// What a thumb reaches on a phone.
    private func bottomBar(_ page: inout HTMLPage) {
        page.element("nav", [("class", "bottom"), ("aria-label", page.say(.webLists))]) { bar in
            bar.element("a", [("href", "#feeds")]) { link in
                link.icon(.menu)
                link.text(link.say(.webLists))
            }
            let places: [(ReaderView, Message, PageIcon)] = [
                (.unread, .webUnread, .unread), (.search(query: "", sort: .relevance), .pageSearch, .search),
                (.starred, .webStarred, .star),
            ]
            for (view, name, icon) in places {
                bar.element(
                    "a",
                    [
                        ("href", bar.root + view.address()),
                        ("aria-current", view == content.view ? "page" : nil),
                    ]
                ) { link in
                    link.icon(icon)
                    link.text(link.say(name))
                }
            }
        }
    }

    private func title(_ page: HTMLPage) -> String {
        let unread = content.feeds.reduce(0) { $0 + $1.unread }
        let title = content.article?.titleOrBeginning
        let name = title.map { $0.isEmpty ? page.say(.untitled) : $0 } ?? name(page)
        return (unread > 0 ? "(\(unread)) " : "") + name + " - feedsearch"
    }

    /// The name of the view.
    func name(_ page: HTMLPage) -> String {
        switch content.view {
        case .unread: page.say(.webUnread)
        case .all: page.say(.webAll)
        case .today: page.say(.webToday)
        case .starred: page.say(.webStarred)
        case .feed(let id): content.feeds.first { $0.id == id }?.displayTitle ?? page.say(.webAll)
        case .folder(let path): path
        case .saved(let name): name
        case .search(let query, _): query.isEmpty ? page.say(.pageSearch) : query
        case .listed: page.say(.webRecent)
        }
    }

    // MARK: - Forms

    /// A form that changes something, and leads back to the page.
    func form(
        _ action: String, _ attributes: [(String, String?)] = [], _ page: inout HTMLPage,
        _ body: (inout HTMLPage) -> Void
    ) {
        guard mayWrite else { return }
        page.element("form", [("method", "post"), ("action", page.root + "actions/" + action)] + attributes) { form in
            hidden("csrf", csrf, &form)
            hidden("next", here, &form)
            body(&form)
        }
    }

    func hidden(_ name: String, _ value: String?, _ page: inout HTMLPage) {
        guard let value else { return }
        page.empty("input", [("type", "hidden"), ("name", name), ("value", value)])
    }

    /// The address of this page, relative to the service.
    var here: String {
        let article = content.article.map { String($0.id) }
        return content.view.address([("unread", content.unreadOnly ? "1" : nil), ("article", article)])
    }

    /// The address of an article beside this list, from this page.
    func address(of article: Int64, _ page: HTMLPage) -> String {
        page.root
            + content.view.address([("unread", content.unreadOnly ? "1" : nil), ("article", String(article))])
    }
}
