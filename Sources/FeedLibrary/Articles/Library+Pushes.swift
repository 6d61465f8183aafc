internal import Articles
internal import Ingestion
internal import System

extension Library {
    /// Stores the articles of a document that a hub sent.
    ///
    /// - Parameter feed: the feed's address.
    /// - Returns: false where it is no feed.
    package func store(pushed bytes: [UInt8], type: String?, feed: String, now: Int64) throws -> Bool {
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        return try PushedDocument.store(bytes, type: type, feed: feed, in: store, now: now) != nil
    }
}
