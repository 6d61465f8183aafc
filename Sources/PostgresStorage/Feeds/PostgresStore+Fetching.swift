package import Articles
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: SubscriptionStoring {
    @discardableResult
    package func record(_ states: [FeedFetchState], _ batch: any ArticleBatch, now: Int64) throws -> BatchInsertResult {
        let batch = PreparedBatch.own(batch)
        return try guarded {
            let writer = try PostgresBatchWriter(store: self, request: BatchInsertRequest { _ in false }, now: now)
            let result = try writing {
                var result = BatchInsertResult()
                if !batch.entries.isEmpty {
                    _ = try writer.write(batch)
                    result = writer.total
                }
                try FeedFetchRow.insert(states, library)
                for state in states {
                    result.removed += try removeOld(of: state.feed, state.options, now: now)
                    try limitUnread(of: state.feed, state.options)
                }
                return result
            }
            try writer.finish()
            return result
        }
    }
}
