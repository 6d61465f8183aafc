internal import Articles
internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    @discardableResult
    func record(_ states: [FeedFetchState], _ batch: any ArticleBatch, now: Int64) throws -> BatchInsertResult {
        let batch = PreparedBatch.own(batch)
        return try guarded {
            let result = try connection.transaction {
                var result = BatchInsertResult()
                if !batch.entries.isEmpty {
                    let writer = try BatchWriter(store: self, request: BatchInsertRequest { _ in false }, now: now)
                    try writer.write(batch)
                    try writer.finish()
                    result = writer.total
                }
                try FeedFetchRow.insert(states, connection)
                for state in states {
                    result.removed += try removeOld(of: state.feed, state.options, now: now)
                    try limitUnread(of: state.feed, state.options)
                }
                return result
            }
            try BatchWriter.mergeSegments(connection)
            return result
        }
    }
}
