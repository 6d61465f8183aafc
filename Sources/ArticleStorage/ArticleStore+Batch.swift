internal import SQLite
internal import TextAnalysis

extension ArticleStore {
    /// Carries out a bulk write.
    ///
    /// - Returns: what was done, over all batches.
    /// - Throws: what `nextRow` throws, `BatchInsertError`, `StorageError`; the batches before are stored, the batch in
    ///   which it happened is not.
    /// - Complexity: linear in the rows' bytes; one commit a batch.
    @discardableResult
    public func insert(_ request: BatchInsertRequest, now: Int64) throws -> BatchInsertResult {
        try guarded {
            let writer = try BatchWriter(store: self, request: request, now: now)
            return try writer.run()
        }
    }

    /// What an importer committed with its last batch; nil if it never did.
    public func clientState(of client: String) throws -> [UInt8]? {
        try guarded {
            let statement = try connection.cachedStatement("SELECT state FROM client_state WHERE client = ?")
            defer { statement.reset() }
            try statement.bind([.text(client)])
            return try statement.step() ? statement.bytes(0) : nil
        }
    }

    public func setClientState(_ state: [UInt8]?, of client: String) throws {
        try guarded {
            if let state {
                try connection.run("REPLACE INTO client_state VALUES (?, ?)", [.text(client), .blob(state)])
            } else {
                try connection.run("DELETE FROM client_state WHERE client = ?", [.text(client)])
            }
        }
    }
}

/// One bulk write under way.
private final class BatchWriter {
    private let store: ArticleStore
    private let connection: Connection
    private let request: BatchInsertRequest
    private let now: Int64
    private let tally = CharacterTally()
    private var rows: ArticleRows
    private var total = BatchInsertResult()
    private var draft = ArticleDraft()
    private var finished = false

    init(store: ArticleStore, request: BatchInsertRequest, now: Int64) throws {
        self.store = store
        self.connection = store.connection
        self.request = request
        self.now = now
        rows = try ArticleRows(connection: store.connection)
    }

    func run() throws -> BatchInsertResult {
        store.tokenizer.characters = tally
        defer { store.tokenizer.characters = nil }
        while !finished {
            let before = total
            do {
                try connection.transaction { try writeBatch() }
            } catch {
                rows.forget()
                tally.removeAll()
                total = before
                throw error
            }
            if total.seen > before.seen || request.clientState != nil { try request.onCommit?(total) }
        }
        return total
    }

    private func writeBatch() throws {
        var bytes = 0
        var count = 0
        var changes = BatchChanges()
        while count < request.batchSize, bytes < request.batchBytes {
            draft.clear()
            guard try request.nextRow(&draft) else {
                finished = true
                break
            }
            bytes += draft.body.count + (draft.html?.count ?? 0)
            count += 1
            try write(&changes)
        }
        try rows.flushSums()
        try tally.flush(to: connection)
        try changes.record(on: connection, at: now)
        if let client = request.client, let state = request.clientState?() {
            try connection.run("REPLACE INTO client_state VALUES (?, ?)", [.text(client), .blob(state)])
        }
    }

    private func write(_ changes: inout BatchChanges) throws {
        let feed = try rows.feedID(draft.feed, now: now)
        guard let stored = try rows.find(feed: feed, guid: draft.id) else {
            let n = try rows.insert(draft, feed: feed, now: now)
            tally.endArticle(+1)
            total.inserted += 1
            if request.resultType == .ids { total.insertedIDs.append(n) }
            changes.inserted(n)
            return
        }
        switch request.conflict {
        case .error: throw BatchInsertError.conflict(feed: draft.feed, id: draft.id)
        case .keep: return unchanged(stored.n)
        case .mergeByProperty: try rows.fillMissing(&draft, from: stored.n)
        case .update: break
        }
        let stateChanged = try rows.updateState(of: stored, feed: feed, from: draft)
        if stored.hash == draft.contentHash {
            if stateChanged {
                total.updated += 1
                if request.resultType == .ids { total.updatedIDs.append(stored.n) }
            } else {
                unchanged(stored.n)
            }
            return
        }
        try rows.removeFromIndex(stored.n)
        tally.endArticle(-1)
        try rows.update(stored.n, with: draft)
        tally.endArticle(+1)
        total.updated += 1
        if request.resultType == .ids { total.updatedIDs.append(stored.n) }
        changes.updated(stored.n)
    }

    private func unchanged(_ n: Int64) {
        total.unchanged += 1
        if request.resultType == .ids { total.unchangedIDs.append(n) }
    }
}

/// What one batch did, for the history.
struct BatchChanges {
    private var first: Int64?
    private var last: Int64?
    private var changed: [Int64] = []

    mutating func inserted(_ n: Int64) {
        first = first ?? n
        last = n
    }

    mutating func updated(_ n: Int64) { changed.append(n) }

    func record(on connection: Connection, at now: Int64) throws {
        guard first != nil || !changed.isEmpty else { return }
        var blob: [UInt8] = []
        for n in changed {
            for shift in stride(from: 0, to: 64, by: 8) { blob.append(UInt8(truncatingIfNeeded: n >> Int64(shift))) }
        }
        try connection.run(
            "INSERT INTO history (at, first_inserted, last_inserted, changed) VALUES (?, ?, ?, ?)",
            [
                .integer(now), first.map(SQLValue.integer) ?? .null, last.map(SQLValue.integer) ?? .null,
                blob.isEmpty ? .null : .blob(blob),
            ])
    }
}
