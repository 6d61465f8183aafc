internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The contents of a reader page, read from one snapshot of the library.
struct ReaderContent: Sendable {
    /// A row of the list.
    struct Row: Sendable {
        var article: Article
        /// The search hit; nil in other views.
        var hit: SearchHit?
        /// The article's position in date order; nil if the list is not in date order.
        var place: DatePlace?
    }

    /// An error that is shown instead of a list.
    struct Failure: Sendable {
        var title: String
        var text: String
        var advice: String?
        var status: HTTPStatus
        /// The number of folders in the path at which the page is shown.
        var depth: Int
    }

    /// A mistake in the search query.
    struct Mistake: Sendable {
        var detail: String
        var hint: String?
        /// The range of the mistake in UTF-8 bytes of the query.
        var place: Range<Int>?
        var status = HTTPStatus(400)
    }

    /// A part of a page that a script can request alone, so that the contents of other parts need not be read.
    enum Part: String, Sendable, CaseIterable {
        case list, article, tree, branch, saved, tags, facets
    }

    /// A section of the subscriptions that a script requests when it opens a folder.
    struct Branch: Sendable {
        var path: [String]
        /// The index of the first feed of the folder to return.
        var first: Int
    }

    var view: ReaderView
    /// The requested part; nil for the whole page.
    var part: Part?
    /// Whether only unread articles of a feed or folder are listed.
    var unreadOnly = false
    /// Whether a list in date order begins with its oldest article.
    var oldestFirst = false
    /// The subscribed feeds.
    var feeds: [Feed] = []
    /// The feeds whose articles were ingested without a subscription, by name.
    var unsubscribed: [Feed] = []
    /// The number of unread articles, including those of unsubscribed feeds, which are also listed.
    var unread = 0
    /// The folders and their feeds in the chosen order.
    var tree = SubscriptionTree([], .hand, hand: ManualOrder())
    var openFolders = OpenFolders()
    var branch = Branch(path: [], first: 0)
    var saved: [SavedSearch] = []
    /// The number of unread articles for each saved search that could be counted quickly, by name.
    var unreadOfSaved: [String: Int] = [:]
    /// The addresses of feed icons by feed number, relative to the service.
    var icons: [Int64: String] = [:]
    /// The ids of the rows' feeds, by address.
    var sources: [String: Int64] = [:]
    var failing = 0
    /// The ids of the feeds whose last fetch failed.
    var failingFeeds: Set<Int64> = []
    var rows: [Row] = []
    /// The number of replies of the topics among the rows.
    var rowReplies: [ArticleID: Int] = [:]
    /// The marks of articles in the rows, by article.
    var marks: [ArticleID: [ColorMark]] = [:]
    /// The cursor of the list's next page; nil on the last page.
    var after: String?
    /// The cursor of the list's previous page; nil on the first page.
    var before: String?
    /// The number of articles in the whole list; nil if unknown.
    var total: Int?
    /// The number of articles before the first row, if known.
    var firstRow: Int?
    /// The result of a search.
    var answer: SearchAnswer?
    /// The distribution of the results, if requested.
    var facets: Facets?
    /// Whether the address requests the distribution of the results.
    var showsFacets = false
    /// Whether the distribution was requested but could not be counted in time.
    var countingTookTooLong = false
    /// Whether the query is being typed, so that its last word also counts as a prefix.
    var isTyped = false
    /// Whether the typed query contains nothing to search for yet.
    var isWaiting = false
    /// The name of the search that was saved on the previous page.
    var savedName: String?
    var mistake: Mistake?
    /// The form of the page that was refused, if the page is the response to it.
    var refused: RefusedForm?
    /// The error that the page explains; nil for a page that lists articles.
    var problem: Failure?
    /// The base address of feeds for programs without a credential, relative to the service; nil if not permitted.
    var openFeeds: String?
    var article: Article?
    var similar: [SearchHit] = []
    /// The article's copies in other feeds, without their texts.
    var copies: [Article] = []
    /// The replies of the article, up to `ReaderController.maxReplies`, with their depths in the thread.
    var replies: [(article: Article, depth: Int)] = []
    /// The total number of replies of the article.
    var replyCount = 0
    /// The topic of the article, if the article is a reply.
    var topic: Article?
    /// Playback positions of the enclosures in seconds, by index.
    var playback: [Int: Int] = [:]
    /// How much of the article's text has been read, in thousandths of its height; 0 if unknown.
    var position = 0
    /// The names of the destinations to which the article can be sent.
    var destinations: [String] = []
    /// The libraries that the account may use, if there are several.
    var libraries: [LibraryChoice] = []
    /// The tags that the user has given to articles, by name.
    var ownTags: [OwnTag] = []
    /// Recent searches, shown while the query is empty.
    var recentSearches: [String] = []
    /// Whether this page opens the article.
    var isNewlyOpened = false
    /// Whether openings are recorded.
    var recordsOpened = true
    /// Whether there are more opened articles than the page shows.
    var hasOlderOpened = false
    /// Whether the session was started with the one-time key, because there is no account yet.
    var lacksAccount = false
    /// The newest articles of the last day, shown while no article is open.
    var newArticles: [Article] = []
    /// The import or fetch job that is currently running, if any.
    var job: Job?
    /// The newest article when the page was created. Articles that arrive later remain unread when the user marks all
    /// articles as read.
    var newest: Int64 = 0

    init(view: ReaderView) { self.view = view }

    /// The query parameters of the list's address in addition to those of the view.
    var listFields: [(String, String?)] {
        [
            ("unread", unreadOnly ? "1" : nil), ("sort", oldestFirst ? "oldest" : nil), ("typed", isTyped ? "1" : nil),
            ("facets", showsFacets ? "1" : nil),
        ]
    }
}

/// A page of the reader, with subscriptions, a list and an article. Reading, searching and marking work without a
/// script.
struct ReaderPage {
    let content: ReaderContent
    let language: Language
    /// The CSRF token that forms and scripts send back.
    let csrf: String?
    /// Identifies the account and the library in the storage of the browser; nil without a session.
    let owner: String?
    let look: Look
    let dates: PageDates
    let media: ArticleMedia
    let mayWrite: Bool
    /// Whether the role of the user permits the operation at an address relative to the service.
    let permits: @Sendable (HTTPMethod, String) -> Bool
    let rootPath: String

    /// - Parameters:
    ///   - rootPath: the path of the service, for a page that shows a refused form and thus has a different address.
    ///   - csrf: the CSRF token for forms; nil for a client that authenticates each request and therefore needs no
    ///     token.
    ///   - owner: identifies the account and the library in the storage of the browser; nil without a session.
    ///   - mayWrite: whether the user may mark articles.
    ///   - permits: whether the role of the user permits the operation at an address relative to the service.
    ///   - dates: formats dates.
    ///   - media: addresses of pictures, audio and video, relative to the service.
    init(
        _ content: ReaderContent, csrf: String?, owner: String? = nil, mayWrite: Bool,
        permits: @escaping @Sendable (HTTPMethod, String) -> Bool, look: Look, _ language: Language, dates: PageDates,
        media: ArticleMedia, rootPath: String
    ) {
        self.rootPath = rootPath
        self.media = media
        self.content = content
        self.csrf = csrf
        self.owner = owner
        self.mayWrite = mayWrite
        self.permits = permits
        self.look = look
        self.language = language
        self.dates = dates
    }

    /// - Parameter description: the address of the search engine description, relative to the service.
    func response(status: HTTPStatus = 200, description: String) -> HTTPResponse {
        var page =
            content.refused == nil
            ? HTMLPage(language, depth: content.problem?.depth ?? content.view.depth)
            : HTMLPage(language, root: rootPath)
        switch content.part {
        case .list: list(&page)
        case .article: articlePane(&page)
        case .tree: tree(&page)
        case .branch: branch(content.branch, &page)
        case .saved: savedSearches(&page)
        case .tags: tagList(&page)
        case .facets: facets(&page)
        case nil:
            page.element("a", page.say(.webSkip), [("class", "skip"), ("href", "#list")])
            page.iconShapes()
            sidebar(&page)
            page.element("main", [("class", "panes")]) { panes in
                // Write the article first: if it does not contain the refused form, the message about the form is shown
                // in the list.
                var article = HTMLPage(language, root: panes.root)
                article.hasShownMistake = panes.hasShownMistake
                articlePane(&article)
                panes.hasShownMistake = article.hasShownMistake
                if let problem = content.problem { failure(problem, &panes) } else { list(&panes) }
                panes.add(article)
            }
            bottomBar(&page)
        }
        page.element("div", [("id", "drop"), ("hidden", "")]) { $0.element("p", $0.say(.webDropHere)) }
        page.element("div", [("id", "toast"), ("role", "status"), ("hidden", "")]) { _ in }
        var frame = HTMLPage.Frame(title(page))
        frame.look = look
        frame.unread = content.unread
        frame.csrf = csrf ?? ""
        if content.job != nil, isFirstRun { frame.refreshSeconds = 5 }
        frame.links = [("search", "application/opensearchdescription+xml", description)]
        let shown = content.article != nil ? "article" : "list"
        frame.attributes =
            [
                ("class", "reader"), ("data-alone", isFirstRun || content.problem != nil ? "" : nil),
                ("data-shows", shown),
                ("data-root", page.root.isEmpty ? "./" : page.root), ("data-here", content.refused.map { _ in here }),
                ("data-owner", owner), ("data-undo", page.say(.webUndo)),
                ("data-failed", page.say(.webFailed)), ("data-offline", page.say(.webIsOffline)),
                ("data-many", page.say(.webMarkedMany, "{1}")),
                ("data-read-on-scroll", look.readsOnScroll ? "" : nil), ("data-widen", page.say(.webWiden)),
                ("data-commands", page.say(.commands)), ("data-command", page.say(.commandField)),
                ("data-search", page.say(.newSearch)), ("data-no-unread", page.say(.webNoMoreUnread)),
            ] + pullTexts(page)
        return page.response(status: status, frame)
    }

    /// The texts for pull.js; empty if the user may not refresh feeds.
    private func pullTexts(_ page: HTMLPage) -> [(String, String?)] {
        guard mayWrite, permits(.post, "v1/refresh") else { return [] }
        return [
            ("data-pull-down", page.say(.pullDown)), ("data-pull-release", page.say(.pullRelease)),
            ("data-pull-running", page.say(.pullRunning, "{1}", "{2}")), ("data-pull-done", page.say(.pullDone, "{1}")),
            ("data-pull-failed", page.say(.pullFailed)),
        ]
    }

    /// Adds the explanation of an error instead of the list.
    private func failure(_ failure: ReaderContent.Failure, _ page: inout HTMLPage) {
        page.element("div", [("id", "list"), ("tabindex", "-1")]) { main in
            searchForm(&main)
            main.element("header") { menuLink(&$0) }
            main.element("div", [("class", "failure")]) { ProblemPage.explain(failure, &$0) }
            rows(&main)
        }
    }

    /// Adds the bar at the bottom of a phone's screen, within reach of a thumb.
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
                        ("aria-current", current(view)),
                    ]
                ) { link in
                    link.icon(icon)
                    link.text(link.say(name))
                }
            }
        }
    }

    private func title(_ page: HTMLPage) -> String {
        let title = content.problem?.title ?? content.article?.titleOrBeginning
        let name = title.map { $0.isEmpty ? page.say(.untitled) : $0 } ?? name(page)
        return (content.unread > 0 ? "(\(content.unread)) " : "") + name + " - feedsearch"
    }

    /// The name of the view in the page's language.
    func name(_ page: HTMLPage) -> String {
        switch content.view {
        case .unread: page.say(.webUnread)
        case .all: page.say(.webAll)
        case .today: page.say(.webToday)
        case .starred: page.say(.webStarred)
        case .feed(let id): feed(id).map { MaskedURL.mask($0.displayTitle) } ?? page.say(.webAll)
        case .folder(let path): path
        case .saved(let name): name
        case .author(let name): page.say(.webByAuthor, name)
        case .search(let query, _): query.isEmpty ? page.say(.pageSearch) : query
        case .opened, .listed: page.say(.webRecent)
        }
    }

    /// A feed of the library, subscribed or not.
    func feed(_ id: Int64) -> Feed? {
        content.feeds.first { $0.id == id } ?? content.unsubscribed.first { $0.id == id }
    }

    // MARK: - Forms

    /// Whether the user may use the form of an action.
    func mayPost(_ action: String) -> Bool { mayWrite && permits(.post, "actions/" + action) }

    /// Whether the user may open a page of the service.
    func mayOpen(_ page: String) -> Bool { permits(.get, page) }

    /// Adds a form that makes a change and then returns to this page.
    func form(
        _ action: String, _ attributes: [(String, String?)] = [], _ page: inout HTMLPage,
        _ body: (inout HTMLPage) -> Void
    ) {
        guard mayPost(action) else { return }
        page.element("form", [("method", "post"), ("action", page.root + "actions/" + action)] + attributes) { form in
            hidden("csrf", csrf, &form)
            hidden("next", here, &form)
            body(&form)
        }
    }

    /// Adds a form with fields to fill in. If this form was sent with the request and refused, it shows the entered
    /// values.
    ///
    /// - Parameter fields: hidden fields.
    func entryForm(
        _ action: String, with fields: [(name: String, value: String?)] = [],
        attributes: [(String, String?)] = [], _ page: inout HTMLPage, _ body: (inout HTMLPage) -> Void
    ) {
        form(action, attributes, &page) { form in
            for field in fields { hidden(field.name, field.value, &form) }
            if let refused = refusal(of: action) {
                form.entry = refused
                // If a hidden field contains the mistake, show the message for the whole form.
                if refused.field == nil || fields.contains(where: { $0.name == refused.field }) {
                    form.mistake(refused)
                }
            }
            body(&form)
            form.entry = nil
        }
    }

    /// The refused form if it has this action; nil otherwise. A form about an article must be about the open article.
    func refusal(of action: String) -> RefusedForm? {
        guard let refused = content.refused, refused.path == "/actions/" + action else { return nil }
        if let article = refused.text("article"), article != content.article.map({ String($0.id) }) { return nil }
        return refused
    }

    /// The `open` attribute for the `details` element around a form: the element is open if the form was refused.
    func open(for action: String) -> (String, String?) { ("open", refusal(of: action).map { _ in "" }) }

    func hidden(_ name: String, _ value: String?, _ page: inout HTMLPage) {
        guard let value else { return }
        page.empty("input", [("type", "hidden"), ("name", name), ("value", value)])
    }

    /// The address of this page, relative to the service.
    var here: String {
        let article = content.article.map { String($0.id) }
        return content.view.address(content.listFields + [("article", article)])
    }

    /// The relative address, from this page, of an article next to this list.
    func address(of article: Int64, _ page: HTMLPage) -> String {
        page.root + content.view.address(content.listFields + [("article", String(article))])
    }
}
