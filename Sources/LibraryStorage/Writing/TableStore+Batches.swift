package import Articles
internal import Database
internal import SavedSearchMatching

extension ArticleWriting where Self: TableStore {
    package func makeBatchPool() -> any ArticleBatchPool {
        let hasAlerts = try? reading { try $0.hasRow("SELECT 1 FROM \(rows: .alertRule) r LIMIT 1") }
        return PreparedBatchPool(
            searches: alerting.shared, dictionaries: sharedDictionary, keepsIndexes: hasAlerts ?? false)
    }

    @discardableResult
    package func insert(_ request: BatchInsertRequest, now: Int64) throws -> BatchInsertResult {
        let pool = makeBatchPool()
        var draft = ArticleDraft()
        var isAtEnd = false
        var held: (any ArticleBatch)?
        return try insert(request, now: now) {
            if let held { pool.give(held) }
            held = nil
            if isAtEnd { return nil }
            let batch = pool.take()
            while batch.articleCount < request.batchSize, batch.byteCount < request.batchBytes {
                draft.clear()
                isAtEnd = try !request.nextRow(&draft)
                if isAtEnd { break }
                batch.add(draft)
            }
            batch.seal()
            held = batch
            return batch
        }
    }
}

extension SubscriptionStoring where Self: TableStore {
    @discardableResult
    package func record(
        _ states: [FeedFetchState], _ batch: any ArticleBatch, now: Int64
    ) throws -> BatchInsertResult {
        let batch = PreparedBatch.own(batch)
        if batch.entries.isEmpty {
            let result = try writing { _ in try record(states, BatchInsertResult(), now: now) }
            if result.removed > 0, !isInTransaction {
                try reading { _ in try makeBatchEngine(BatchInsertRequest { _ in false }).finish(isBatch: true) }
            }
            return result
        }
        return try writingBatch(BatchInsertRequest { _ in false }, now: now) { writer in
            try writer.write(batch)
            return try record(states, writer.total, now: now)
        }
    }

    private func record(
        _ states: [FeedFetchState], _ result: BatchInsertResult, now: Int64
    ) throws -> BatchInsertResult {
        var result = result
        try FeedFetchRow.insert(states, database)
        for state in states {
            result.removed += try removeOld(of: state.feed, state.options, now: now)
            try limitUnread(of: state.feed, state.options)
        }
        return result
    }
}

extension TableStore {
    /// Runs `body`, which stores one batch and its related data, in one transaction.
    func writingBatch<Result>(
        _ request: BatchInsertRequest, now: Int64, _ body: (BatchWriter) throws -> Result
    ) throws -> Result {
        let writer = try reading { _ in try BatchWriter(store: self, request: request, now: now) }
        let result = try writing { _ in
            let result = try body(writer)
            try writer.finish()
            return result
        }
        try reading { _ in try writer.finish(isBatch: true) }
        return result
    }
}
