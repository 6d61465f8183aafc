/// A bulk write: rows are pulled one by one into one reusable row, in the spirit of Core Data's batch insertion.
///
/// An article that is stored already takes the new content, where it differs. Memory is constant, whatever the input. Every `batchSize` rows are committed together, articles and index at once:
/// a crash loses nothing that `onCommit` has been told of.
public struct BatchInsertRequest {
    public enum ResultType: Sendable {
        case count, ids
    }

    public var resultType: ResultType
    /// Rows a transaction, at least 1.
    public var batchSize: Int
    /// A transaction is also ended by this many bytes of text, so that memory stays bounded.
    public var batchBytes = 64 << 20
    /// A transaction that others may wait to see the articles of is also ended, between two prepared batches, when it has lasted
    /// this long; nil for no such limit.
    public var maxDuration: Duration?
    /// Whose `clientState` is kept.
    public var client: String?
    /// Asked for at the end of each transaction, whose result it is given, and committed with it; read back with
    /// `ArticleStore.clientState(of:)`.
    public var clientState: ((BatchInsertResult) -> [UInt8])?
    /// Asked between prepared batches and while segments are merged: where it says so, the transaction ends with the
    /// batches that it has, nothing more is taken, and merging is left to a later write.
    public var isCancelled: () -> Bool = { false }
    /// Asked where a transaction is full: whether the end of the input has been reached, so that little is left. Then the
    /// transaction takes the rest too, up to a quarter more than `batchBytes`: a search looks into each segment, however small.
    public var isEnding: () -> Bool = { false }
    /// Whether other connections that wait get the lock between two transactions.
    public var yieldsToWriters = false
    /// Asked between prepared batches and while segments are merged: whether somebody waits for the lock. Then the
    /// transaction ends with the batches that it has, and merging is left to a later transaction.
    public var isWanted: () -> Bool = { false }
    /// Called after each durable commit.
    public var onCommit: ((BatchInsertResult) throws -> Void)?
    /// Fills the row; false when there are no more. The row comes cleared.
    package let nextRow: (inout ArticleDraft) throws -> Bool

    public init(
        resultType: ResultType = .count, batchSize: Int = 2_000,
        nextRow: @escaping (inout ArticleDraft) throws -> Bool
    ) {
        self.resultType = resultType
        self.batchSize = max(1, batchSize)
        self.nextRow = nextRow
    }

    /// Whether a transaction takes one more prepared batch, after what it has so far.
    package func hasRoom(articles: Int, bytes: Int) -> Bool {
        guard articles < batchSize, !isCancelled() else { return false }
        return bytes < batchBytes || bytes < batchBytes / 4 * 5 && isEnding()
    }

    /// Whether a transaction has lasted long enough for those who wait to see its articles.
    package func isLong(since start: ContinuousClock.Instant) -> Bool {
        maxDuration.map { ContinuousClock.now - start >= $0 } ?? false
    }
}

/// What a bulk write has done so far.
public struct BatchInsertResult: Sendable, Equatable {
    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    /// Articles that their feed keeps no longer: `ArticleStore.record` alone removes any.
    public var removed = 0
    /// Filled for `ResultType.ids` only.
    public var insertedIDs: [Int64] = []
    public var updatedIDs: [Int64] = []
    public var unchangedIDs: [Int64] = []
    /// Prepared batches that are dealt with, where such were given.
    public var batches = 0
    public var seen: Int { inserted + updated + unchanged }

    public init() {}
}
