internal import Articles
private import Dispatch
internal import FeedFetching
internal import FeedParsing
internal import PageRecipes

/// A next page, whose address was found with a recipe's `next`. The page is fetched if no item of the previous page is
/// stored yet; of a list of topics, if each topic of the previous page is new or has another number of replies.
struct PageFollow: Sendable {
    /// Index of the feed among those being refreshed.
    var feed: Int
    var next: String
    /// Number of pages read so far.
    var pages: Int
    /// Guids of the items of the previous page.
    var ids: [String]
    /// The number of failed attempts to read the page.
    var attempts = 0
}

/// Fetches further pages of feeds that are read with recipes, page by page, and stores their articles.
///
/// Stops at a page with stored articles. The first refresh therefore reads as many pages as the recipe allows, and
/// later ones read only pages with new articles. Failures are not recorded for the feed, because its first page is
/// already stored; the page is tried again by the next refreshes (`PendingFollows`).
struct PageFollower {
    let settings: FeedRefreshSettings
    let recipes: [Int64: PageRecipe]
    let states: [FeedFetchState]
    let now: @Sendable () -> Int64
    let isCancelled: () -> Bool

    /// - Returns: the numbers of new and of changed articles.
    func follow(_ first: [PageFollow], in store: any ArticleStore) throws -> (inserted: Int, updated: Int) {
        var sum = (inserted: 0, updated: 0)
        var pages = first
        var visited: Set<String> = Set(states.map(\.url))
        while true {
            for page in pages where visited.contains(page.next) {
                try PendingFollows.set(nil, of: states[page.feed].feed, in: store)
            }
            pages = pages.filter { visited.insert($0.next).inserted }
            guard !pages.isEmpty, !isCancelled() else { return sum }
            let run = settings.fetcher.run(pages.enumerated().map { request($1, token: Int64($0)) })
            defer { run.cancel() }
            var following: [PageFollow] = []
            loop: while true {
                switch run.take(within: .milliseconds(500)) {
                case .end: break loop
                case .nothingYet: if isCancelled() { return sum }
                case .result(let result):
                    var page = pages[Int(result.token)]
                    let feed = states[page.feed].feed
                    switch result.outcome {
                    case .fetched(let fetched):
                        let next = try self.store(fetched, of: page, in: store, &sum)
                        try PendingFollows.set(next, of: feed, in: store)
                        if let next { following.append(next) }
                    case .failed:
                        page.attempts += 1
                        try PendingFollows.set(
                            page.attempts < PendingFollows.maxAttempts ? page : nil, of: feed, in: store)
                    case .gone, .notModified: try PendingFollows.set(nil, of: feed, in: store)
                    case .cancelled: break
                    }
                }
            }
            pages = following
        }
    }

    private func request(_ page: PageFollow, token: Int64) -> FetchRequest {
        FetchDecision(settings: settings, now: now(), random: 0.5)
            .request(page.next, of: states[page.feed], token: token)
    }

    /// Stores a page; returns the following page if it should be fetched.
    private func store(
        _ fetched: FetchedFeed, of page: PageFollow, in store: any ArticleStore,
        _ sum: inout (inserted: Int, updated: Int)
    ) throws -> PageFollow? {
        let state = states[page.feed]
        guard let recipe = recipes[state.feed] else { return nil }
        let reading = recipe.read(
            fetched.body, address: fetched.answer.finalURL.text, contentType: fetched.answer.contentType)
        guard reading.problem == nil else { return nil }
        let ids = ItemIdentity.ids(of: reading.feed.items)
        let isNews: Bool
        if recipe.topic != nil {
            let listed = zip(ids, reading.comments).map { ListedTopic(guid: $0, replies: $1) }
            isNews = try !store.queue(listed, of: state.feed, now: now())
        } else {
            isNews = try !store.hasAny(of: ids, in: state.feed)
        }
        let batch = store.makeBatchPool().take()
        PageArticles.add(reading.feed, ids: ids, url: state.url, to: batch, links: settings.links, withFeed: false)
        let result = try store.record([], batch, now: now())
        sum.inserted += result.inserted
        sum.updated += result.updated
        guard isNews, page.pages + 1 < recipe.pages, let next = reading.next else { return nil }
        return PageFollow(feed: page.feed, next: next, pages: page.pages + 1, ids: ids)
    }
}

/// Adds the items of a page to a batch as articles.
enum PageArticles {
    static func add(
        _ feed: ParsedFeed, ids: [String], url: String, to batch: any ArticleBatch, links: LinkCleaner, withFeed: Bool
    ) {
        if withFeed { batch.add(FeedDocumentReader.draft(of: feed, url: url)) }
        for (id, item) in zip(ids, feed.items) {
            batch.add(FeedDocumentReader.draft(of: item, id: id, feed: feed, url: url, links: links))
        }
    }
}
