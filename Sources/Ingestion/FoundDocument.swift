public import Articles
public import FeedFetching
internal import FeedParsing

/// A feed document that was fetched before its feed was subscribed to.
public enum FoundDocument {
    /// Stores the document's articles and the response metadata, as a refresh would. The feed's next fetch can then be
    /// conditional.
    ///
    /// - Parameter feed: the feed's id.
    /// - Returns: `isFeed` is false if the document is not a feed, in which case nothing is stored. `removed` is the
    ///   number of articles that were moved to the bin because of the feed's limits.
    /// - Throws: `StorageError`.
    public static func store(
        _ fetched: FetchedFeed, of feed: Int64, in store: any ArticleStore, settings: FeedRefreshSettings, now: Int64
    ) throws -> (isFeed: Bool, removed: Int, hub: FeedHub?) {
        var fetched = fetched
        // The subscription was created with the new address, so forget the redirect.
        fetched.answer.movedTo = nil
        let context = FeedParser.Context(base: fetched.answer.base, contentType: fetched.answer.contentType)
        let parsed = FeedParser.parse(fetched.body, context: context)
        guard parsed.format != .unknown else { return (false, 0, nil) }
        var state = try store.fetchState(of: feed)
        FetchDecision(settings: settings, now: now, random: Double.random(in: 0..<1)).fetched(&state, fetched, parsed)
        let batch = store.makeBatchPool().take()
        FeedDocumentReader.read(parsed, url: state.url, links: settings.links) { entry in
            switch entry {
            case .article(let draft): batch.add(draft)
            case .feed(let draft): batch.add(draft)
            case .document(let items): batch.add(items)
            case .unreadable, .unknownZones: break
            }
        }
        let result = try store.record([state], batch, now: now)
        return (true, result.removed, FeedHub(state, parsed, fetched.answer))
    }
}
