/// A bulk write. A closure fills one reusable row at a time, as in Core Data's batch insertion.
///
/// If an article is already stored with different content, that content is replaced. Memory is constant for any input.
/// Articles and index entries of `batchSize` rows are committed together, so a crash loses nothing that was reported to
/// `onCommit`.
public struct BatchInsertRequest {
    public enum ResultType: Sendable {
        /// Only success: the result has no counts and no ids, and a failure is thrown as an error.
        case statusOnly
        case count
        /// Counts, and the ids of the articles.
        case ids
    }

    public var resultType: ResultType
    /// What the write may change in articles that are already stored. New articles are always stored whole.
    public var updatedFields = UpdatedFields.all
    /// Whether articles of feeds with the owner's access (`FeedFetchState.usesOwnersAccess`) are refused. True for
    /// input from a member of the library, because the pages of the articles would be fetched with this access.
    public var refusesOwnersFeeds = false
    /// The number of rows per transaction, at least 1.
    public var batchSize: Int
    /// A transaction also ends after this many bytes of text, to limit memory.
    public var batchBytes = 64 << 20
    /// The maximum duration of a transaction, because other processes may be waiting for its articles. The transaction
    /// ends between two prepared batches; nil for no limit.
    public var maxDuration: Duration?
    /// The importer whose `clientState` is stored.
    public var client: String?
    /// Called at the end of each transaction with its result; the returned state is committed with it.
    /// `ArticleStore.clientState(of:)` reads it back.
    public var clientState: ((BatchInsertResult) -> [UInt8])?
    /// Called between prepared batches and during merges of segments. If it returns true, the transaction commits the
    /// batches written so far, the write stops, and merging is left to a later write.
    public var isCancelled: () -> Bool = { false }
    /// Called when a transaction is full; returns whether the input is almost at its end. If so, the transaction also
    /// includes the remaining input, up to `batchBytes` plus 25 %, because every search reads every segment, however
    /// small.
    public var isEnding: () -> Bool = { false }
    /// Whether other connections that wait for the lock may take it between two transactions.
    public var yieldsToWriters = false
    /// Called between prepared batches and during merges of segments; returns whether another writer is waiting for the
    /// lock. If it is, the transaction commits the batches written so far, and merging is left to a later transaction.
    public var writerIsWaiting: () -> Bool = { false }
    /// Called after each durable commit and before `onCommit`, with the rows whose articles the commit has inserted or
    /// updated, in the order of the input. It is not called for a commit without such rows.
    public var onStored: (([StoredRow]) throws -> Void)?
    /// Called after each durable commit.
    public var onCommit: ((BatchInsertResult) throws -> Void)?
    /// Fills the cleared row; returns false at the end of the input.
    package let nextRow: (inout ArticleDraft) throws -> Bool

    public init(
        resultType: ResultType = .count, batchSize: Int = 2_000,
        nextRow: @escaping (inout ArticleDraft) throws -> Bool
    ) {
        self.resultType = resultType
        self.batchSize = max(1, batchSize)
        self.nextRow = nextRow
    }

    /// Whether a transaction with this many articles and bytes has room for another prepared batch.
    package func hasRoom(articles: Int, bytes: Int) -> Bool {
        guard articles < batchSize, !isCancelled() else { return false }
        return bytes < batchBytes || bytes < batchBytes / 4 * 5 && isEnding()
    }

    /// Whether a transaction has reached `maxDuration`.
    package func isLong(since start: ContinuousClock.Instant) -> Bool {
        maxDuration.map { ContinuousClock.now - start >= $0 } ?? false
    }
}

/// A row of a bulk write whose article was inserted or updated.
public struct StoredRow: Sendable, Equatable {
    /// The position of the row in the input, counted from 0.
    public var row: Int
    public var id: ArticleID
    /// Whether the article was inserted, not updated.
    public var isNew: Bool

    package init(row: Int, id: ArticleID, isNew: Bool) {
        self.row = row
        self.id = id
        self.isNew = isNew
    }
}

/// The counts and ids of a bulk write so far.
public struct BatchInsertResult: Sendable, Equatable {
    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    /// The number of articles removed because they exceed their feed's limits. Only `ArticleStore.record` removes
    /// articles.
    public var removed = 0
    /// The ids of the inserted articles; empty unless `ResultType.ids` is requested.
    public var insertedIDs: [Int64] = []
    public var updatedIDs: [Int64] = []
    public var unchangedIDs: [Int64] = []
    /// The number of prepared batches that have been written; 0 for a write of single rows.
    public var batches = 0
    public var seen: Int { inserted + updated + unchanged }

    public init() {}
}
