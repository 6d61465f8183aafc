public import Articles
public import FeedFetching
internal import FeedParsing

/// A feed document that was fetched before its feed was subscribed to.
public enum FoundDocument {
    /// Stores its articles, and what the answer said, as a refresh does: the next fetch of the feed is conditional.
    ///
    /// - Parameter feed: the feed's id.
    /// - Returns: false if it is no feed; nothing is stored then.
    /// - Throws: `StorageError`.
    public static func store(
        _ fetched: FetchedFeed, of feed: Int64, in store: any ArticleStore, settings: FeedRefreshSettings, now: Int64
    ) throws -> (isFeed: Bool, hub: FeedHub?) {
        var fetched = fetched
        // The subscription has the new address already.
        fetched.answer.movedTo = nil
        let context = FeedParser.Context(base: fetched.answer.base, contentType: fetched.answer.contentType)
        let parsed = FeedParser.parse(fetched.body, context: context)
        guard parsed.format != .unknown else { return (false, nil) }
        var state = try store.fetchState(of: feed)
        FetchDecision(settings: settings, now: now, random: Double.random(in: 0..<1)).fetched(&state, fetched, parsed)
        let batch = store.makeBatchPool().take()
        FeedDocumentReader.read(parsed, url: state.url, links: settings.links) { entry in
            switch entry {
            case .article(let draft): batch.add(draft)
            case .feed(let draft): batch.add(draft)
            case .document(let items): batch.add(items)
            case .unreadable: break
            }
        }
        try store.record([state], batch, now: now)
        return (true, FeedHub(state, parsed, fetched.answer))
    }
}
