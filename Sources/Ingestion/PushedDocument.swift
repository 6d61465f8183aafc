public import Articles
internal import FeedParsing

/// A document that a hub sent: a feed with only its new items.
public enum PushedDocument {
    /// Stores the articles of the document.
    ///
    /// - Parameters:
    ///   - type: the document's media type.
    ///   - base: the base of the document's relative addresses.
    ///   - url: the feed's address, which is its key in the store.
    /// - Returns: nil if the document is not a feed.
    public static func store(
        _ bytes: [UInt8], type: String?, base: String, feed url: String, in store: any ArticleStore, links: LinkCleaner,
        now: Int64
    ) throws -> BatchInsertResult? {
        let feed = FeedParser.parse(bytes, context: FeedParser.Context(base: base, contentType: type))
        guard feed.format != .unknown else { return nil }
        let pool = store.makeBatchPool()
        let batch = pool.take()
        FeedDocumentReader.read(feed, url: url, links: links) { entry in
            switch entry {
            case .article(let draft): batch.add(draft)
            case .feed(let draft): batch.add(draft)
            // The document does not show which articles have changed their ids: items missing from it may still be in
            // the feed.
            case .document, .unreadable, .unknownZones: break
            }
        }
        batch.seal()
        var rest: [any ArticleBatch] = [batch]
        return try store.insert(BatchInsertRequest { _ in false }, now: now) { rest.popLast() }
    }
}
