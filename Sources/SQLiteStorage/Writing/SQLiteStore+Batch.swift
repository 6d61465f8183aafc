package import Articles
package import LibraryStorage
internal import SQLite
internal import SavedSearchMatching
internal import System

extension SQLiteStore {
    package var sharedDictionary: SharedDictionary {
        // A batch without one, or with another, is compressed when it is stored.
        try? texts.begin()
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
                // Begun first, so that no opening is missed.
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
            // The import is not through: the next run brings the rest, and tidies up.
            if !request.isCancelled() { try writer.finish() }
            // What was merged after the last batch went into the file itself; once the log is used again, that has no file yet.
            if isFirstLoad { try verifyPlace() }
            return writer.total
        }
    }

    /// Waits for those who wait for the lock, for a second at most: anyone who always has something to write does not end
    /// the load.
    private func yieldToWriters(_ request: BatchInsertRequest) {
        let end = ContinuousClock.now + .seconds(1)
        while request.isWanted(), !request.isCancelled(), ContinuousClock.now < end { connection.yieldToWriters() }
    }

    /// A first batch with less text is none of a load that takes long.
    static let minFirstLoadBytes = 1 << 20

    /// Where there is no article yet, what comes is written once in place of twice: there is nothing that readers would
    /// wait for.
    private func beginFirstLoad() throws -> Bool {
        guard try connection.integer("SELECT 1 FROM article LIMIT 1") == nil else { return false }
        // Readers that are opened meanwhile need not find the log. The next commit notes it again.
        logWatch?.note(library: nil, log: nil)
        guard try connection.useRollbackJournal() else { return false }
        // The log is gone; the one that comes after the load is another file.
        try place?.verify(hasLog: false)
        // Readers wait from when a transaction outgrows the cache until its commit.
        try connection.setCache(bytes: Self.firstLoadCacheBytes)
        return true
    }

    /// Switches to the log before the load has ended.
    ///
    /// - Returns: false if a reader held its lock: the load continues as a first load.
    private func endFirstLoad() throws -> Bool {
        // What was merged after the last commit went into the file itself, and there is no log before the next read.
        try verifyPlace()
        guard try connection.useWriteAheadLog() else { return false }
        try connection.setCache(bytes: Self.writerCacheBytes)
        return true
    }

    /// With more, fewer programs wait when they open the file for the first time (docs/decisions/0124).
    static let firstLoadCacheBytes = 64 << 20
    static let writerCacheBytes = 32 << 20
}
