internal import Articles
internal import PostingIndex
internal import SQLite
internal import SQLiteSearch
internal import SavedSearchMatching
internal import System

/// Batches between uses, and the tables that they are made in: their memory costs page faults to get anew.
///
/// A batch has tables only while it is filled, so that there are no more of them than threads that fill.
final class PreparedBatchPool: ArticleBatchPool {
    /// With what texts are compressed; nil while there are few.
    var dictionary: TextDictionary? { dictionaries.current }
    private let dictionaries: SharedDictionary

    private struct Idle {
        var batches: [PreparedBatch] = []
        var indexes: [InvertedBatch] = []
    }
    private let idle = Locked(Idle())
    let runs = SortedRun.Pool()
    /// Somebody looks terms up in the batches, so that they keep their tables.
    let keepsIndexes: Bool
    /// The searches that alert, as the writer knows them.
    let searches: SharedSearches

    /// - Parameter store: where the batches are going to be stored.
    init(for store: SQLiteStore) {
        searches = store.alerting.shared
        try? store.texts.begin()
        dictionaries = store.texts.shared
        // A wrong guess costs time: the tables are made anew.
        keepsIndexes = (try? store.connection.integer("SELECT 1 FROM alert_rule LIMIT 1")) ?? nil != nil
    }

    /// An empty batch.
    func take() -> any ArticleBatch {
        let batch = idle.withLock { $0.batches.popLast() } ?? PreparedBatch()
        batch.pool = self
        return batch
    }

    /// Nobody needs it any more.
    func give(_ batch: any ArticleBatch) {
        let batch = PreparedBatch.own(batch)
        batch.removeAll()
        // An idle batch that held the pool would keep both for ever.
        batch.pool = nil
        idle.withLock { $0.batches.append(batch) }
    }

    func takeIndex() -> InvertedBatch? { idle.withLock { $0.indexes.popLast() } }

    func give(_ index: InvertedBatch) {
        index.removeAll()
        idle.withLock { $0.indexes.append(index) }
    }
}
