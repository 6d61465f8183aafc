internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages
internal import Pipelines
internal import QueryLanguage
internal import System

/// Reads the contents of a reader page and renders it.
struct ReaderController {
    private let call: RequestContext
    private static let similarArticles = 5
    /// The maximum number of replies on the page of a topic. The search `parent:N` finds all of them.
    static let maxReplies = 200

    init(_ call: RequestContext) { self.call = call }

    func list(_ view: ReaderView) async throws -> HTTPResponse {
        try await page(view, article: call.integer("article").map { Int64($0) })
    }

    /// Returns the page of an article next to the list of its feed.
    func article(_ number: Int64) async throws -> HTTPResponse {
        let feed = try await call.read { library in
            guard let article = try library.store.article(number, withTexts: false),
                let feed = try library.store.feed(named: article.feed)
            else { throw StorageError.noSuchArticle("#\(number)") }
            return feed.id
        }
        return try await page(.feed(feed), article: number)
    }

    /// Returns the page of an error, next to the subscriptions.
    func failure(_ failure: ReaderContent.Failure) async throws -> HTTPResponse {
        let call = call
        let description = try await Self.description(call)
        let openFolders = try await Self.openFolders(call)
        let libraries = try await LibraryChoice.all(call)
        let content = try await call.read { library in
            var content = ReaderContent(view: .unread)
            content.libraries = libraries
            content.problem = failure
            content.ownTags = try Self.ownTags(library)
            try Self.fillSidebar(&content, library.store.overview(), openFolders, library, call)
            return content
        }
        return page(of: content).response(status: failure.status, description: description)
    }

    // MARK: -

    private func page(of content: ReaderContent) -> ReaderPage {
        ReaderPage(
            content, csrf: call.csrf, owner: call.storageOwner, mayWrite: call.mayWrite,
            permits: { [call] in call.permits($0, $1) }, look: call.look, call.language, dates: call.dates,
            media: call.library.articleMedia, rootPath: call.rootPath)
    }

    /// Sets the contents of the sidebar.
    private static func fillSidebar(
        _ content: inout ReaderContent, _ overview: LibraryOverview, _ openFolders: OpenFolders, _ library: Library,
        _ call: RequestContext
    ) throws {
        content.openFolders = openFolders
        content.feeds = overview.feeds.filter(\.isSubscribed)
        content.unsubscribed = unsubscribed(overview.feeds)
        content.unread = overview.feeds.reduce(0) { $0 + $1.unread }
        content.tree = SubscriptionTree(content.feeds, call.look.order, hand: overview.manualOrder)
        content.failingFeeds = overview.failing
        content.failing = overview.failing.count
        for feed in overview.withIcon { content.icons[feed] = "icons/" + call.library.iconName(of: feed) }
        if content.part == nil || content.part == .saved {
            content.saved = overview.savedSearches
            content.unreadOfSaved = try unread(of: content.saved, overview.feeds, library)
        }
    }

    private func page(_ view: ReaderView, article: Int64?) async throws -> HTTPResponse {
        let (call, after) = (call, call.text("after"))
        let isUnreadOnly = call.text("unread") == "1"
        let isOldestFirst = view.isByDate && call.text("sort") == "oldest"
        let part = call.text("part").flatMap { ReaderContent.Part(rawValue: $0) }
        let description = try await Self.description(call)
        let showsTree = [nil, .tree, .branch, .saved].contains(part)
        let openFolders = showsTree ? try await Self.openFolders(call) : OpenFolders()
        let libraries = part == nil ? try await LibraryChoice.all(call) : []
        let branch = ReaderContent.Branch(
            path: FolderPath.parse(call.text("folder") ?? ""), first: call.integer("from") ?? 0)
        let content = try await call.read { library in
            var content = ReaderContent(view: view)
            content.refused = call.refused
            content.libraries = libraries
            content.unreadOnly = isUnreadOnly
            content.oldestFirst = isOldestFirst
            content.part = part
            content.isTyped = call.text("typed") == "1"
            content.showsFacets = call.text("facets") == "1"
            content.savedName = call.text("saved")
            if description.hasPrefix("feeds/") {
                content.openFeeds = String(description.dropLast("opensearch.xml".count))
            }
            content.lacksAccount = call.principal.map { $0.kind == .session && $0.account == nil } ?? false
            content.branch = branch
            var allFeeds: [Feed]?
            var withIcon: Set<Int64> = []
            if part == .tags {
                content.ownTags = try Self.ownTags(library)
                return content
            }
            if part == .article {
                content.newest = try library.store.newestID()
            } else {
                let overview = try library.store.overview()
                allFeeds = overview.feeds
                withIcon = overview.withIcon
                content.newest = overview.newestArticle
                if showsTree {
                    try Self.fillSidebar(&content, overview, openFolders, library, call)
                } else {
                    content.feeds = overview.feeds.filter(\.isSubscribed)
                    content.unsubscribed = Self.unsubscribed(overview.feeds)
                }
            }
            if part == .tree || part == .branch || part == .saved { return content }
            if let article, part != .list {
                guard let found = try library.store.article(article) else {
                    throw StorageError.noSuchArticle("#\(article)")
                }
                content.article = found
                content.similar = try Self.similar(to: article, library)
                content.copies = try library.store.articles(library.store.copies(of: article), withTexts: false)
                try Self.fillReplies(&content, of: found, library)
                content.playback = try library.reading.playback(of: article)
                content.position = try library.reading.position(of: article)
                if call.mayPost("send") { content.destinations = try library.destinations.names() }
                content.isNewlyOpened = try part == nil && library.opened.isNews(found)
            }
            if part == nil { content.ownTags = try Self.ownTags(library) }
            if part == .article { return content }
            if part == nil, article == nil {
                content.newArticles = try Self.newest(library)
                content.job = call.library.jobs.all.first { !$0.state.isFinal }
            }
            do {
                try Self.fill(&content, after: after, allFeeds, library, call)
                content.marks = try library.savedSearches.marks(of: content.rows.map(\.article.id))
                let listed = Set(content.rows.map(\.article.feed))
                for feed in allFeeds ?? [] where listed.contains(feed.url) {
                    content.sources[feed.url] = feed.id
                    guard withIcon.contains(feed.id), content.icons[feed.id] == nil else { continue }
                    content.icons[feed.id] = "icons/" + call.library.iconName(of: feed.id)
                }
            } catch {
                // A mistake in the query is shown next to the search field. Other errors are handled as on any page.
                guard case .search = view, let mistake = Self.mistake(error, call.language) else { throw error }
                content.mistake = mistake
            }
            return content
        }
        if content.isNewlyOpened, call.mayWrite, isVisit, let article {
            // The page is sent even if the opening cannot be recorded.
            call.library.noteOpening(of: article)
        }
        let status = call.refused?.status ?? content.mistake?.status ?? 200
        var response = self.page(of: content).response(status: status, description: description)
        // Do not record the query of a partial page. A script requests parts while the user types, and records
        // completed searches itself.
        if case .search(let query, _) = view, part == nil, after == nil, content.mistake == nil, !content.isTyped,
            !query.isEmpty
        {
            var searches = call.recentSearches
            searches.add(query)
            if searches != call.recentSearches { response.headers.add("Set-Cookie", call.cookie(of: searches)) }
        }
        return response
    }

    /// Whether a user opened the page. False if the browser prefetches the page or loads it as a part of another page.
    private var isVisit: Bool {
        let headers = call.request.headers
        return call.request.method == .get && headers["Sec-Purpose"] == nil
            && [nil, "document"].contains(headers["Sec-Fetch-Dest"])
    }

    /// The number of articles on the page of opened articles.
    private static let maxOpened = 100
    private static let maxNewArticles = 6

    /// The newest articles of the last day.
    private static func newest(_ library: Library) throws -> [Article] {
        var request = ListRequest(.always)
        (request.limit, request.foldsReplies) = (maxNewArticles, true)
        let start = library.clock.now() - 86_400
        return try library.store.articles(library.store.list(request).map(\.id), withTexts: true)
            .filter { ($0.published ?? $0.received) >= start }
    }

    /// The feeds with articles but without a subscription, by name.
    static func unsubscribed(_ feeds: [Feed]) -> [Feed] {
        feeds.lazy.filter { !$0.isSubscribed && $0.articles > 0 }.map { (NaturalOrder.key($0.displayTitle), $0) }
            .sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    /// The limits for counting unread articles of saved searches, which must not delay the page.
    private static let maxCountedSearches = 30
    private static let maxCountedArticles = 200_000
    private static let countingTime = Duration.milliseconds(25)

    /// Counts the unread articles of saved searches. Searches that cannot be counted within the limits are left out.
    private static func unread(
        of searches: [SavedSearch], _ feeds: [Feed], _ library: Library
    ) throws -> [String: Int] {
        guard !searches.isEmpty, feeds.reduce(0, { $0 + $1.articles }) <= maxCountedArticles else { return [:] }
        let deadline = Deadline.after(countingTime)
        var counts: [String: Int] = [:]
        for search in searches.prefix(maxCountedSearches) {
            do {
                counts[search.name] = try library.store.until(deadline) {
                    let matches = try library.articles.matches(library.parse(search.query))
                    let filter = ArticleFilter.articles(matches.map { UInt32(clamping: $0) })
                    return try library.store.count(ListRequest(.all([filter, .read(false)])))
                }
            } catch SearchError.deadlineExceeded {
                break
            } catch {
                // The search page explains the mistake in its query.
                guard mistake(error, .english) != nil else { throw error }
            }
        }
        return counts
    }

    /// The mistake in the query that caused an error; nil for other errors.
    private static func mistake(_ error: any Error, _ language: Language) -> ReaderContent.Mistake? {
        if case SearchError.deadlineExceeded = error {
            return .init(
                detail: Message.webSearchTooLong.text(language), hint: Message.webSearchLess.text(language), place: nil,
                status: 503)
        }
        let problem = Problem(error, language)
        guard problem.status == 400 else { return nil }
        return .init(detail: problem.detail, hint: problem.hint, place: problem.place)
    }

    /// The folders that the account has opened or closed.
    static func openFolders(_ call: RequestContext) async throws -> OpenFolders {
        let account = call.principal?.account
        return OpenFolders(
            try await call.ask { try $0.preference(OpenFolders.preference, of: account) ?? "" })
    }

    /// The user's own tags, up to `maxTags`. They are left out if the library is so large that reading them would delay
    /// the page.
    private static func ownTags(_ library: Library) throws -> [OwnTag] {
        do {
            return Array(try library.store.until(.after(tagsTime)) { try library.store.ownTags() }.prefix(maxTags))
        } catch SearchError.deadlineExceeded { return [] }
    }

    private static let (maxTags, tagsTime) = (200, Duration.milliseconds(60))

    private static func similar(to article: Int64, _ library: Library) throws -> [SearchHit] {
        let deadline = Deadline.after(.milliseconds(200))
        return (try? library.similar(to: article, limit: similarArticles, within: deadline).hits) ?? []
    }

    private static func fillReplies(_ content: inout ReaderContent, of article: Article, _ library: Library) throws {
        content.topic = try article.topic.flatMap { try library.store.article($0, withTexts: false) }
        (content.replies, content.replyCount) = try library.articles.thread(of: article.id, limit: maxReplies)
    }

    /// - Parameter allFeeds: all feeds; nil if they have not been read.
    private static func fill(
        _ content: inout ReaderContent, after: String?, _ allFeeds: [Feed]?, _ library: Library, _ call: RequestContext
    ) throws {
        if case .search(let text, let sort) = content.view {
            // The start page lists saved searches, and the page of results shows whether its query is a saved search.
            if content.part == .list { content.saved = try library.store.savedSearches() }
            if text.allSatisfy(\.isWhitespace) {
                content.recentSearches = call.recentSearches.queries
                return
            }
            try search(for: text, sort, after: after, &content, library)
            return
        }
        if case .opened = content.view {
            content.recordsOpened = try library.opened.isRecorded
            let opened = try library.opened.latest(maxOpened + 1)
            content.hasOlderOpened = opened.count > maxOpened
            content.rows = try library.store.articles(opened.prefix(maxOpened).map(\.id), withTexts: true)
                .map { .init(article: $0) }
            return
        }
        if case .listed(let numbers) = content.view {
            content.rows = try library.store.articles(numbers, withTexts: true).map { .init(article: $0) }
            return
        }
        let query = try query(of: content.view, unreadOnly: content.unreadOnly, library)
        var request = ListRequest(
            try content.view.filter(unreadOnly: content.unreadOnly, query: query, in: library))
        request.foldsReplies = content.view.foldsReplies
        let row = call.integer("row")
        var start = ListWindow.Start.row(row ?? 0)
        if let after { start = .after(try DatePlace(cursor: after)) }
        if let before = call.text("before") { start = .before(try DatePlace(cursor: before)) }
        content.firstRow = after == nil && call.text("before") == nil ? row ?? 0 : nil
        content.total =
            try content.view.count(unreadOnly: content.unreadOnly, feeds: allFeeds, in: library)
            ?? (content.firstRow == nil ? nil : library.store.count(request))
        let window = try ListWindow(
            of: request, from: start, oldestFirst: content.oldestFirst, total: content.total, in: library)
        let places = Dictionary(window.articles.map { ($0.id, $0.place) }) { first, _ in first }
        content.rows = try library.store.articles(window.articles.map(\.id), withTexts: true).map {
            .init(article: $0, place: places[$0.id])
        }
        content.rowReplies = try library.store.replyCounts(of: window.articles.map(\.id))
        if window.hasNext { content.after = window.articles.last?.place.text }
        if window.hasPrevious { content.before = window.articles.first?.place.text }
    }

    private static func search(
        for text: String, _ sort: SearchRequest.Sort, after: String?, _ content: inout ReaderContent, _ library: Library
    ) throws {
        var options = SearchOptions()
        (options.sort, options.after) = (sort, after)
        var (typed, answer): (String?, SearchAnswer?) = (text, nil)
        var (query, isChanged) = (try parse(text, isTyped: content.isTyped, library), false)
        while let parsed = query, answer == nil {
            do {
                if content.part == .facets {
                    try countFacets(of: parsed.query, &content, library)
                    return
                }
                answer = try library.search(parsed.query, options).answer
                isChanged = parsed.isChanged || typed != text
            } catch {
                // The query may end with an incomplete name of a feed, folder, tag or saved search, so search without
                // it.
                guard content.isTyped, case .some = mistake(error, .english), !(error is SearchError) else {
                    throw error
                }
                typed = typed.flatMap(UnfinishedQuery.withoutLastWord)
                query = try typed.flatMap { try parse($0, isTyped: true, library) }
            }
        }
        guard let query, var answer else {
            content.isWaiting = true
            return
        }
        // Other spellings are suggested only for words that are complete.
        if isChanged { (answer.suggestion, answer.looser) = (nil, nil) }
        if content.showsFacets, content.part == nil { try countFacets(of: query.query, &content, library) }
        content.answer = answer
        content.after = answer.cursor
        let hits = Dictionary(answer.hits.map { ($0.id, $0) }) { first, _ in first }
        content.rows = try library.store.articles(answer.hits.map(\.id), withTexts: false).map {
            .init(article: $0, hit: hits[$0.id])
        }
    }

    /// - Returns: nil if a typed query contains nothing to search for yet.
    private static func parse(
        _ text: String, isTyped: Bool, _ library: Library
    ) throws -> UnfinishedQuery.Parsed? {
        if !isTyped { return .init(query: try library.parse(text), isChanged: false) }
        do { return try UnfinishedQuery.parse(text) } catch { throw InvalidQuery(query: text, error: error) }
    }

    /// Counts the distribution of the results within a deadline of its own. After the deadline, the results are shown
    /// without the distribution.
    private static func countFacets(of query: Query, _ content: inout ReaderContent, _ library: Library) throws {
        let options = SearchOptions()
        let request = options.request(query, clock: library.clock)
        do {
            content.facets = try library.store.until(options.deadline) { try library.store.facets(for: request) }
        } catch SearchError.deadlineExceeded { content.countingTookTooLong = true }
    }

    /// The query that selects a view's articles; nil for all articles.
    static func query(of view: ReaderView, unreadOnly: Bool, _ library: Library) throws -> String? {
        let unread = unreadOnly ? " is:unread" : ""
        switch view {
        case .unread: return "is:unread"
        case .today: return "date:1d"
        case .starred: return "is:starred"
        case .feed(let id):
            guard let feed = try library.store.feed(id) else {
                throw Problem(404, "noSuchFeed", .httpNoSuchFeed, [String(id)])
            }
            return "feed:" + quoted(feed.url) + unread
        case .folder(let path):
            let parts = path.split(separator: "/").map(String.init)
            let isThere = try library.store.feeds().contains { $0.folders.contains { $0.starts(with: parts) } }
            guard isThere else { throw Problem(404, "notFound", .noSuchFolder, [path]) }
            return "folder:" + quoted(path) + unread
        case .saved(let name):
            guard let search = try library.store.savedSearches(named: name).first else {
                throw StorageError.noSuchSavedSearch(name)
            }
            return search.query
        case .author(let name): return "author:" + quoted(name) + unread
        case .search(let query, _): return query.isEmpty ? nil : query
        case .opened: return "is:opened" + unread
        case .all, .listed: return nil
        }
    }

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "") + "\"" }

    /// The address of the search engine description. The variant with suggestions is at the secret address of feeds,
    /// which members and clients with the scope `read` must not see.
    private static func description(_ call: RequestContext) async throws -> String {
        let library = call.library.number
        guard let scope = call.principal?.scope, scope.includes(.write), call.permits(.get, "v1/feed-address"),
            let secret = try await call.ask({ try $0.feedSecret(of: library) })
        else { return "opensearch.xml" }
        return "feeds/\(secret)/opensearch.xml"
    }
}
