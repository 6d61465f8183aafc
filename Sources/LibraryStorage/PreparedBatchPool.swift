package import Articles
internal import Formats
internal import PostingIndex
package import SavedSearchMatching
internal import System

/// A pool of idle batches and of the tables used to build them. Reusing them avoids the page faults of new allocations.
///
/// A batch has tables only while it is filled, so the number of tables is at most the number of threads that fill
/// batches.
package final class PreparedBatchPool: ArticleBatchPool {
    private struct Idle {
        var batches: [PreparedBatch] = []
        var indexes: [InvertedBatch] = []
    }
    private let idle = Locked(Idle())
    let runs = SortedRun.Pool()
    /// Whether terms are looked up in the batches later, so that the batches must keep their tables after `seal()`.
    let keepsIndexes: Bool
    /// The saved searches that have alerts, in the version that the writer uses.
    let searches: SharedSearches
    /// The current compression dictionary; nil while there are too few texts to train one.
    var dictionary: TextDictionary? { dictionaries?.current }
    private let dictionaries: SharedDictionary?

    /// - Parameters:
    ///   - searches: the saved searches of the store to which the batches are written.
    ///   - dictionaries: the store's compression dictionaries; nil if texts are stored uncompressed.
    ///   - keepsIndexes: whether terms are looked up in the batches later. A wrong value only costs time, because the
    ///     tables are then built again.
    package init(searches: SharedSearches, dictionaries: SharedDictionary?, keepsIndexes: Bool) {
        self.searches = searches
        self.dictionaries = dictionaries
        self.keepsIndexes = keepsIndexes
    }

    /// Returns an empty batch.
    package func take() -> any ArticleBatch {
        let batch = idle.withLock { $0.batches.popLast() } ?? PreparedBatch()
        batch.pool = self
        return batch
    }

    /// Takes back a batch that is no longer used.
    package func give(_ batch: any ArticleBatch) {
        let batch = PreparedBatch.own(batch)
        batch.removeAll()
        // Avoid a reference cycle: the pool refers to its idle batches, so they must not refer to the pool.
        batch.pool = nil
        idle.withLock { $0.batches.append(batch) }
    }

    func takeIndex() -> InvertedBatch? { idle.withLock { $0.indexes.popLast() } }

    func give(_ index: InvertedBatch) {
        index.removeAll()
        idle.withLock { $0.indexes.append(index) }
    }
}
