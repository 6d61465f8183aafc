/// Writes articles in batches, and removes them.
public protocol ArticleWriting: AnyObject {
    /// Makes the batches that `insert` and `record` write.
    func makeBatchPool() -> any ArticleBatchPool

    /// Puts articles into the bin, as an action that `undo` takes back. A feed that lists them still does not bring them back.
    ///
    /// - Returns: how many were there.
    @discardableResult
    func remove(_ numbers: [Int64], now: Int64) throws -> Int

    /// Empties the bin of what was removed more than `binSeconds` ago.
    ///
    /// - Returns: how many articles are gone for good. Their guids stay known.
    @discardableResult
    func purgeBin(now: Int64) throws -> Int

    /// Removes what a feed keeps no longer. Starred articles, those with tags of one's own, and those that were brought
    /// back stay, whatever their age.
    ///
    /// - Returns: how many were removed.
    @discardableResult
    func removeOld(of feed: Int64, _ options: FeedOptions, now: Int64) throws -> Int

    /// Dates each transaction of a write: seconds since 1970. Where it is nil, `now` of the call does.
    var time: (@Sendable () -> Int64)? { get set }

    /// What counts for feeds without options of their own.
    var feedDefaults: FeedDefaults { get set }

    /// Marks as read what a feed has unread beyond its limit, the oldest first; starred articles stay as they are, and so do
    /// copies in other feeds.
    ///
    /// - Returns: how many were marked.
    @discardableResult
    func limitUnread(of feed: Int64, _ options: FeedOptions) throws -> Int

    /// Runs `body` so that all that it writes is stored in one commit, or nothing.
    func atomically<Result>(_ body: () throws -> Result) throws -> Result

    /// Carries out a bulk write. An article that does not say when it was received arrived with its transaction.
    ///
    /// - Returns: what was done, over all batches.
    /// - Throws: what `nextRow` throws, `BatchInsertError`, `StorageError`; the batches before are stored, the batch in
    ///   which it happened is not.
    /// - Complexity: linear in the rows' bytes; one commit a batch.
    @discardableResult
    func insert(_ request: BatchInsertRequest, now: Int64) throws -> BatchInsertResult

    /// Carries out a bulk write of batches that were prepared on other threads.
    ///
    /// - Parameters:
    ///   - request: its rows are not asked for.
    ///   - nextBatch: gives the next batch, nil at the end. The batch before may be used again then. Batches share a
    ///     transaction as long as it has no more than `batchSize` rows and none of them ends it.
    /// - Throws: as `insert(_:now:)`.
    @discardableResult
    func insert(_ request: BatchInsertRequest, now: Int64, nextBatch: () throws -> (any ArticleBatch)?) throws
        -> BatchInsertResult

    /// What an importer committed with its last batch; nil if it never did.
    func clientState(of client: String) throws -> [UInt8]?

    func setClientState(_ state: [UInt8]?, of client: String) throws

    /// The states of all importers whose names begin so.
    ///
    /// - Parameter prefix: of ASCII.
    func clientStates(prefix: String) throws -> [(client: String, state: [UInt8])]
}
