internal import Articles
internal import FeedFetching
internal import FeedParsing
internal import PageRecipes

/// Decides which pages of topics and which comments' feeds are fetched, and reads them.
struct TopicFetching {
    private let settings: FeedRefreshSettings
    private let states: [Int64: FeedFetchState]
    private let recipes: [Int64: PageRecipe]
    /// The walks at their first pages, by article.
    private(set) var walks: [ArticleID: TopicWalk] = [:]
    /// Queued articles for which there is nothing to fetch, because they have no comments' feed, or the one of another
    /// article.
    private(set) var withoutPages: Set<ArticleID> = []
    /// The maximum number of articles whose texts are in memory at the same time.
    private static let articlesAtOnce = 100

    init(
        settings: FeedRefreshSettings, states: [Int64: FeedFetchState], pages: [PendingPage], in store: any ArticleStore
    ) throws {
        self.settings = settings
        self.states = states
        let feeds = Set(pages.map(\.feed))
        let stored = try store.recipes().filter { feeds.contains($0.key) }
        recipes = stored.compactMapValues { try? PageRecipe(json: Array($0.utf8)) }
        var commented: [PendingPage] = []
        for page in pages {
            if let topic = recipes[page.feed]?.topic {
                walks[page.article] = TopicWalk(
                    .pages, url: page.url, known: try store.pages(ofTopic: page.article), maxPages: topic.pages)
            } else if let mode = states[page.feed]?.options.replies, mode != .off {
                commented.append(page)
            }
        }
        // Follow an address for one article of a feed. A feed may give one comments' feed for all of its articles.
        var followed: Set<String> = []
        for start in stride(from: 0, to: commented.count, by: Self.articlesAtOnce) {
            let part = commented[start..<min(start + Self.articlesAtOnce, commented.count)]
            var feeds: [ArticleID: String] = [:]
            for article in try store.articles(part.map(\.article), withTexts: true) {
                feeds[article.id] = ArticleComments(of: article)?.feed
            }
            for page in part {
                if let feed = feeds[page.article],
                    followed.insert("\(page.feed) \(feed.prefix { $0 != "#" })").inserted
                {
                    walks[page.article] = TopicWalk(
                        .feed, url: feed, known: try store.pages(ofTopic: page.article), maxPages: 1)
                } else if states[page.feed]?.options.fullText == nil {
                    withoutPages.insert(page.article)
                }
            }
        }
    }

    /// Removes the articles without pages from the queue.
    func recordWithoutPages(in store: any ArticleStore, now: Int64) throws {
        if withoutPages.isEmpty { return }
        try store.record(
            withoutPages.sorted().map { PageOutcome(article: $0, result: .nothingMore) }, now: now)
    }

    /// Turns a response into a result to store, and determines the next page to fetch.
    func outcome(
        _ outcome: FetchOutcome, of page: PendingPage, _ walk: TopicWalk, in store: any ArticleStore, now: Int64
    ) throws -> (PageOutcome.Result, next: TopicWalk?) {
        switch outcome {
        case .fetched(let fetched): return try read(fetched, of: page, walk, in: store, now: now)
        case .notModified:
            let next = walk.following(walk.page?.next)
            return (.topic(finished(TopicUpdate(), walk, next)), next)
        case .failed(let failure):
            // Retry a refused page. A forum may refuse requests only for some time.
            let isForbidden = if case .httpStatus(401...403) = failure.kind { true } else { false }
            let next = isForbidden ? PageFetcher.retry(page, now: now) : PageFetcher.next(page, failure, now: now)
            return (.failed(kind: failure.kind.name, text: failure.message, next: next), nil)
        case .gone, .cancelled: return (.failed(kind: "httpStatus", text: "status 410", next: nil), nil)
        }
    }

    private func read(
        _ fetched: FetchedFeed, of page: PendingPage, _ walk: TopicWalk, in store: any ArticleStore, now: Int64
    ) throws -> (PageOutcome.Result, next: TopicWalk?) {
        let options = states[page.feed]?.options ?? FeedOptions()
        let reading: TopicReading
        var maxReplies = TopicRecipe.maxReplies
        let address = fetched.answer.finalURL.text
        switch walk.kind {
        case .pages:
            guard let recipe = recipes[page.feed],
                let topic = recipe.readTopic(
                    fetched.body, address: address, contentType: fetched.answer.contentType, isFirst: walk.place == 0)
            else { return (.nothingMore, nil) }
            maxReplies = recipe.topic?.replies ?? maxReplies
            if let problem = topic.problem?.considering(options) {
                let next = PageFetcher.retry(page, now: now)
                return (.failed(kind: problem.rawValue, text: problem.text(recipe), next: next), nil)
            }
            reading = topic
        case .feed:
            let context = FeedParser.Context(base: fetched.answer.base, contentType: fetched.answer.contentType)
            let feed = FeedParser.parse(fetched.body, context: context)
            if feed.format == .unknown {
                return (.failed(kind: "notAFeed", text: feed.error ?? "it is no feed", next: nil), nil)
            }
            reading = TopicReading(feed)
        }
        guard let article = try? store.article(page.article) else { return (.nothingMore, nil) }
        let mode = options.replies ?? (walk.kind == .pages ? .each : .off)
        let drafts = TopicDrafts(topic: article, pending: page, mode: mode, maxReplies: maxReplies)
        var update = drafts.update(reading)
        update.marksUnread = options.unreadOnReply
        update.page = TopicPage(
            place: walk.place, url: walk.url, etag: fetched.answer.etag, lastModified: fetched.answer.lastModified,
            contentHash: fetched.contentHash.description, next: reading.next)
        // If replies are not stored, only the first page is needed.
        let next = mode == .off ? nil : walk.following(reading.next)
        return (.topic(finished(update, walk, next)), next)
    }

    private func finished(_ update: TopicUpdate, _ walk: TopicWalk, _ next: TopicWalk?) -> TopicUpdate {
        var update = update
        update.isLast = next == nil
        update.pageCount = walk.place + 1
        return update
    }
}
