/// Writes articles in batches, and removes them.
public protocol ArticleWriting: AnyObject {
    /// Creates the batches that `insert` and `record` write.
    func makeBatchPool() -> any ArticleBatchPool

    /// Moves articles to the bin, as an action that can be undone. They are not added again if their feed still lists
    /// them.
    ///
    /// - Returns: the number of articles that existed.
    @discardableResult
    func remove(_ numbers: [Int64], now: Int64) throws -> Int

    /// Deletes articles that were moved to the bin more than `binSeconds` ago.
    ///
    /// - Returns: the number of articles deleted. Their guids are kept.
    @discardableResult
    func purgeBin(now: Int64) throws -> Int

    /// Removes articles beyond a feed's limits. Articles that are starred, restored or have the reader's own tags are
    /// kept, whatever their age.
    ///
    /// - Returns: the number of removed articles.
    @discardableResult
    func removeOld(of feed: Int64, _ options: FeedOptions, now: Int64) throws -> Int

    /// Returns the time to record for each transaction of a write, in seconds since 1970. If this is nil, the `now`
    /// passed to the call is used.
    var time: (@Sendable () -> Int64)? { get set }

    var feedDefaults: FeedDefaults { get set }

    /// Marks the oldest unread articles of a feed beyond its limit as read. Starred articles, and copies in other
    /// feeds, are not changed.
    ///
    /// - Returns: the number of articles marked.
    @discardableResult
    func limitUnread(of feed: Int64, _ options: FeedOptions) throws -> Int

    /// Runs `body` and stores all its writes in one commit, or none of them.
    func atomically<Result>(_ body: () throws -> Result) throws -> Result

    /// Executes a bulk write. An article without a time of receipt gets the time of its transaction.
    ///
    /// - Returns: the total over all batches.
    /// - Throws: errors of `nextRow`, `BatchInsertError`, `StorageError`. Earlier batches are stored, the failed one is
    ///   not.
    /// - Complexity: linear in the bytes of the rows; one commit per batch.
    @discardableResult
    func insert(_ request: BatchInsertRequest, now: Int64) throws -> BatchInsertResult

    /// Executes a bulk write of batches that were prepared on other threads.
    ///
    /// - Parameters:
    ///   - request: its `nextRow` is not called.
    ///   - nextBatch: returns the next batch, or nil at the end; the previous batch may then be reused. Batches share a
    ///     transaction until it has `batchSize` rows or one of them ends it.
    /// - Throws: the errors of `insert(_:now:)`.
    @discardableResult
    func insert(_ request: BatchInsertRequest, now: Int64, nextBatch: () throws -> (any ArticleBatch)?) throws
        -> BatchInsertResult

    /// The state that an importer committed with its last batch; nil if there is none.
    func clientState(of client: String) throws -> [UInt8]?

    func setClientState(_ state: [UInt8]?, of client: String) throws

    /// The states of all importers whose names have this prefix.
    ///
    /// - Parameter prefix: ASCII only.
    func clientStates(prefix: String) throws -> [(client: String, state: [UInt8])]
}
