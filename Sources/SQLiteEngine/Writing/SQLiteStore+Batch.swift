package import Articles
package import LibraryStorage
internal import SQLite
internal import SavedSearchMatching
internal import System

extension SQLiteStore {
    package var sharedDictionary: SharedDictionary {
        // Batches without this dictionary are compressed when they are stored.
        try? beginCompressing()
        return texts.shared
    }

    package var isInTransaction: Bool { connection.isInTransaction }

    package func makeBatchEngine(_ request: BatchInsertRequest) throws -> any BatchEngine {
        SQLiteBatchEngine(self, request)
    }

    @discardableResult
    func insert(
        _ request: BatchInsertRequest, now: Int64, nextBatch: () throws -> (any ArticleBatch)?
    ) throws -> BatchInsertResult {
        try guarded {
            let engine = SQLiteBatchEngine(self, request)
            let writer = try BatchWriter(store: self, engine: engine, request: request, now: now)
            connection.deferCheckpointToNextWriter(false)
            var isAtEnd = false
            func next() throws -> PreparedBatch? {
                if isAtEnd { return nil }
                let batch = try nextBatch().map(PreparedBatch.own)
                isAtEnd = batch == nil
                return batch
            }
            var following = try next()
            var isFirstLoad = false
            if (following?.byteCount ?? 0) >= Self.minFirstLoadBytes {
                // Created before the load begins, so that no opening is missed.
                engine.openings = OpeningWatch(path: DatabaseFile.resolved(path))
                isFirstLoad = try beginFirstLoad()
                if !isFirstLoad { engine.openings = nil }
            }
            defer {
                if isFirstLoad {
                    _ = try? connection.useWriteAheadLog()
                    try? connection.setCache(bytes: Self.writerCacheBytes)
                }
            }
            while !request.isCancelled(), let first = try following ?? next() {
                following = try writer.write(first, then: next)
                if isFirstLoad || request.yieldsToWriters, !request.isCancelled() { connection.yieldToWriters() }
                if isFirstLoad, engine.openings?.hasSeenOpening == true {
                    isFirstLoad = try !endFirstLoad()
                    if !isFirstLoad { engine.openings = nil }
                }
                yieldToWriters(request)
            }
            // After a cancelled import, the next run stores the rest and does the maintenance.
            if !request.isCancelled() { try writer.finish() }
            // Merges after the last batch wrote to the file itself, and the log has no file yet: verify the place here.
            if isFirstLoad { try verifyPlace() }
            return writer.total
        }
    }

    /// Lets writers that wait for the lock go first, for at most a second, so that a constantly writing process cannot
    /// stall the load.
    private func yieldToWriters(_ request: BatchInsertRequest) {
        let end = ContinuousClock.now + .seconds(1)
        while request.writerIsWaiting(), !request.isCancelled(), ContinuousClock.now < end {
            connection.yieldToWriters()
        }
    }

    /// A load whose first batch has less text is too short for a first load.
    static let minFirstLoadBytes = 1 << 20

    /// Switches to a rollback journal if the library has no articles, so that data is written once instead of twice.
    /// Readers have nothing to wait for then.
    private func beginFirstLoad() throws -> Bool {
        guard try connection.integer("SELECT 1 FROM article LIMIT 1") == nil else { return false }
        // Readers that are opened during the load must not expect the log. The next commit records it again.
        logWatch?.note(library: nil, log: nil)
        guard try connection.useRollbackJournal() else { return false }
        // The log was deleted; the log after the load will be another file.
        try place?.verify(hasLog: false)
        // Readers are blocked from when a transaction outgrows the cache until its commit.
        try connection.setCache(bytes: Self.firstLoadCacheBytes)
        return true
    }

    /// Switches to the log before the load has ended.
    ///
    /// - Returns: false if a reader held its lock; then the load continues as a first load.
    private func endFirstLoad() throws -> Bool {
        // Merges after the last commit wrote to the file itself, and there is no log before the next read.
        try verifyPlace()
        guard try connection.useWriteAheadLog() else { return false }
        try connection.setCache(bytes: Self.writerCacheBytes)
        return true
    }

    /// A larger cache means that fewer programs wait when they first open the file (docs/decisions/0029).
    static let firstLoadCacheBytes = 64 << 20
    static let writerCacheBytes = 32 << 20
}
