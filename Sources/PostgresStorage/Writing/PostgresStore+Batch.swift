package import Articles
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch
internal import SavedSearchMatching

extension PostgresStore {
    package func makeBatchPool() -> any ArticleBatchPool {
        let rule = try? guarded {
            try library.integer("SELECT search FROM feedsearch.alert_rule WHERE library = $1 AND slot = $2 LIMIT 1")
        }
        return PreparedBatchPool(
            searches: alerting.shared, dictionaries: textDictionaries.shared, keepsIndexes: rule != nil)
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

    @discardableResult
    package func insert(
        _ request: BatchInsertRequest, now: Int64, nextBatch: () throws -> (any ArticleBatch)?
    ) throws -> BatchInsertResult {
        try guarded {
            let writer = try PostgresBatchWriter(store: self, request: request, now: now)
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
            // The import is not through: the next run brings the rest, and tidies up.
            if !request.isCancelled() { try writer.finish() }
            return writer.total
        }
    }

    package func clientState(of client: String) throws -> [UInt8]? {
        try guarded {
            try library.query(
                "SELECT state FROM feedsearch.client_state WHERE library = $1 AND slot = $2 AND client = $3",
                [.text(client)]
            ).first?.bytes(0)
        }
    }

    package func clientStates(prefix: String) throws -> [(client: String, state: [UInt8])] {
        try guarded {
            try library.query(
                """
                SELECT client, state FROM feedsearch.client_state
                WHERE library = $1 AND slot = $2 AND starts_with(client, $3) ORDER BY client COLLATE "C"
                """, [.text(prefix)]
            ).map { ($0.text(0), $0.bytes(1)) }
        }
    }

    package func setClientState(_ state: [UInt8]?, of client: String) throws {
        try writing {
            if let state {
                try library.postpone([ClientStates.setting(state, of: client)])
                return
            }
            try library.run(
                "DELETE FROM feedsearch.client_state WHERE library = $1 AND slot = $2 AND client = $3", [.text(client)])
        }
    }
}
