internal import Articles
internal import Ingestion
internal import System

extension Library {
    /// Stores the articles of a document that a hub sent.
    ///
    /// - Parameter feed: the feed's address.
    /// - Returns: false if the document is not a feed.
    package func store(pushed bytes: [UInt8], type: String?, feed: String, now: Int64) throws -> Bool {
        try store(document: bytes, type: type, base: feed, feed: feed, now: now)
    }

    /// Stores the articles of a document that was fetched before its feed was subscribed to.
    func store(document bytes: [UInt8], type: String?, base: String, feed: String, now: Int64) throws -> Bool {
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        let stored = try PushedDocument.store(
            bytes, type: type, base: base, feed: feed, in: store, links: settings.links, now: now)
        return stored != nil
    }
}
