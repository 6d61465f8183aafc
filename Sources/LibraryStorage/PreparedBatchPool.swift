package import Articles
internal import BatchInversion
internal import Formats
package import SavedSearchMatching
internal import System

/// Idle batches, and the tables that they are built in: allocating these again costs page faults.
///
/// A batch has tables only while it is filled, so that there are no more of them than threads that fill.
package final class PreparedBatchPool: ArticleBatchPool {
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
    /// With what texts are compressed; nil while there are few.
    var dictionary: TextDictionary? { dictionaries?.current }
    private let dictionaries: SharedDictionary?

    /// - Parameters:
    ///   - searches: those that alert where the batches are going to be stored.
    ///   - dictionaries: with what the store compresses texts; nil if it stores them as they are.
    ///   - keepsIndexes: a wrong guess costs time, as the tables are built again.
    package init(searches: SharedSearches, dictionaries: SharedDictionary?, keepsIndexes: Bool) {
        self.searches = searches
        self.dictionaries = dictionaries
        self.keepsIndexes = keepsIndexes
    }

    /// An empty batch.
    package func take() -> any ArticleBatch {
        let batch = idle.withLock { $0.batches.popLast() } ?? PreparedBatch()
        batch.pool = self
        return batch
    }

    /// Nobody needs it any more.
    package func give(_ batch: any ArticleBatch) {
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
