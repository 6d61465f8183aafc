public import Articles
internal import FeedParsing

/// A feed document that is at hand as bytes: one that a hub sent, with only the new items, or a complete one.
public enum PushedDocument {
    /// Stores the articles of the document.
    ///
    /// - Parameters:
    ///   - type: the document's media type.
    ///   - base: the base of the document's relative addresses.
    ///   - url: the feed's address, which is its key in the store.
    ///   - isComplete: whether the document has all current items of the feed. Items that have new ids are then found by
    ///     comparing it with the stored articles.
    ///   - request: what may change, and what the result has.
    /// - Returns: nil if the document is not a feed.
    public static func store(
        _ bytes: [UInt8], type: String?, base: String, feed url: String, in store: any ArticleStore, links: LinkCleaner,
        now: Int64, isComplete: Bool = false, request: BatchInsertRequest = BatchInsertRequest { _ in false }
    ) throws -> BatchInsertResult? {
        let feed = FeedParser.parse(bytes, context: FeedParser.Context(base: base, contentType: type))
        guard feed.format != .unknown else { return nil }
        let pool = store.makeBatchPool()
        let batch = pool.take()
        FeedDocumentReader.read(feed, url: url, links: links) { entry in
            switch entry {
            case .article(let draft): batch.add(draft)
            case .feed(let draft): batch.add(draft)
            // A document with only new items does not show which articles have changed their ids: items missing from it
            // may still be in the feed.
            case .document(let items): if isComplete { batch.add(items) }
            case .unreadable, .unknownZones: break
            }
        }
        batch.seal()
        var rest: [any ArticleBatch] = [batch]
        return try store.insert(request, now: now) { rest.popLast() }
    }
}
