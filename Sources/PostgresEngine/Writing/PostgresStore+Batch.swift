package import Articles
package import LibraryStorage
internal import PostgreSQL
internal import SavedSearchMatching

extension PostgresStore {
    package var sharedDictionary: SharedDictionary { texts.shared }
    package var isInTransaction: Bool { connection.isInTransaction }

    package func makeBatchEngine(_ request: BatchInsertRequest) throws -> any BatchEngine {
        PostgresBatchEngine(self, request)
    }

    @discardableResult
    package func insert(
        _ request: BatchInsertRequest, now: Int64, nextBatch: () throws -> (any ArticleBatch)?
    ) throws -> BatchInsertResult {
        try guarded {
            let writer = try BatchWriter(store: self, request: request, now: now)
            var isAtEnd = false
            func next() throws -> PreparedBatch? {
                if isAtEnd { return nil }
                let batch = try nextBatch().map(PreparedBatch.own)
                isAtEnd = batch == nil
                return batch
            }
            var following: PreparedBatch?
            while !request.isCancelled(), let first = try following ?? next() {
                following = try writer.write(first, then: next)
            }
            // After a cancelled import, the next run stores the rest and does the maintenance.
            if !request.isCancelled() { try writer.finish() }
            return writer.total
        }
    }
}
