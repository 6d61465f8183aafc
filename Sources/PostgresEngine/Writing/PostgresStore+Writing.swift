package import Articles
internal import Database
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
            // After a cancelled import, the next run stores the remaining articles and does the maintenance.
            if !request.isCancelled() { try writer.finish() }
            return writer.result
        }
    }
}

extension PostgresStore {
    /// The number of texts that are read or written in one round trip.
    private static let textsAtOnce = 64

    /// Selects the newest dictionary for compression. Called at the beginning of a transaction that stores texts,
    /// unless `PostgresBatchEngine.begin` has done this.
    func beginCompressing() throws { try texts.use(newestOf: library, isOn: mayCompressTexts) }

    /// Trains a dictionary if one is due. Runs inside a transaction, after `beginCompressing`. Texts that were stored
    /// before the first dictionary are compressed at once if they are few, otherwise by `optimize`.
    ///
    /// - Parameter last: the largest article id; nil if it is not known.
    func trainDictionaryIfDue(upTo last: Int64? = nil) throws {
        guard let last = try texts.trainIfDue(upTo: last, library), last <= DictionaryTraining.maxPackedAtOnce
        else { return }
        var n: Int64 = 0
        while let next = try packTexts(after: n) { n = next }
    }

    /// Compresses some texts that are stored uncompressed. Runs inside a transaction, after `beginCompressing`.
    ///
    /// - Returns: the last article that was examined; nil if there are no such texts after `n`, or if there is no
    ///   dictionary.
    func packTexts(after n: Int64) throws -> Int64? {
        guard texts.shared.current != nil else { return nil }
        let rows = try library.query(
            """
            SELECT n, body FROM feedsearch.article_text
            WHERE library = $1 AND slot = $2 AND n > $3 AND length(body) >= \(SharedDictionary.minPackedBytes)
                AND substring(body FROM 1 FOR 4) <> '\\x28b52ffd'
            ORDER BY n LIMIT \(Self.textsAtOnce)
            """, [.integer(n)])
        let packed = rows.compactMap { row in texts.pack(row.bytes(1)).map { (n: row.integer(0), body: $0) } }
        if !packed.isEmpty {
            try library.run(
                """
                UPDATE feedsearch.article_text t SET body = u.body FROM unnest($3::int8[], $4::bytea[]) AS u(n, body)
                WHERE t.library = $1 AND t.slot = $2 AND t.n = u.n
                """, [.integers(packed.map(\.n)), .byteArrays(packed.map(\.body))])
        }
        return rows.isEmpty ? nil : rows[rows.count - 1].integer(0)
    }
}

extension PostgresStore {
    var articlesPerChange: Int { 1_000_000 }

    func didChange(_ articles: Int) throws { recording?.changed += articles }
}

extension PostgresStore: ArticleWriting {
    @discardableResult
    package func remove(_ numbers: [Int64], now: Int64) throws -> Int {
        if numbers.isEmpty { return 0 }
        return try recording(.deleted, subject: nil, now: now) {
            guard let recording else { return 0 }
            return try recording.removing { try bin(numbers, action: recording.id) }
        }.result
    }
}

extension PostgresStore: ActionLog {
    package func recording<Result>(
        _ kind: UserAction.Kind, subject: String?, now: Int64, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        if let recording { return (try body(), recording.id) }
        let (result, id, stored) = try writing(reading: [PostgresActionRecording.beginning(kind, library)]) { rows in
            let recording = PostgresActionRecording(kind, subject: subject, now: now, library, rows.first)
            self.recording = recording
            defer { self.recording = nil }
            let result = try body()
            let stored = try recording.end()
            try didRecord(action: recording.id)
            try forgetOldActions()
            return (result, recording.id, stored)
        }
        // Inside an outer transaction, the statement is postponed and has not run yet.
        if stored.rows == nil { try guarded { try connection.runPostponed() } }
        return (result, stored.rows?.first == nil ? nil : id)
    }
}

extension PostgresStore {
    package func applyInverse(of action: UserAction) throws -> Int {
        var kept = 0
        for table in action.kind.tables {
            kept += try ActionInverse(library: library, action: action.id, table: table).apply()
        }
        if action.kind.tables.contains("saved_search") { try didRestoreSearches(of: action) }
        return kept
    }

    /// Updates saved searches after an undo: writers reload restored searches and drop removed ones.
    private func didRestoreSearches(of action: UserAction) throws {
        let searches = try library.query(
            """
            SELECT DISTINCT (key ->> CASE relation WHEN 'saved_search' THEN 'id' ELSE 'search' END)::int8
            FROM feedsearch.action_change
            WHERE library = $1 AND slot = $2 AND action = $3 AND relation IN ('saved_search', 'alert_rule')
            """, [.integer(action.id)]
        ).map { $0.integer(0) }
        try noteChange(ofSearches: searches)
        let stored = try library.query(
            "SELECT id FROM feedsearch.saved_search WHERE library = $1 AND slot = $2 AND id = ANY ($3)",
            [.integers(searches)]
        ).map { $0.integer(0) }
        // The undo may have removed a search that the action created, so delete that search's matches too.
        try didRemove(searches: searches.filter { !stored.contains($0) })
        try library.run(
            """
            DELETE FROM feedsearch.alert_forgotten f WHERE library = $1 AND slot = $2 AND EXISTS (
                SELECT 1 FROM feedsearch.saved_search s WHERE s.library = $1 AND s.slot = $2 AND s.id = f.search)
            """)
    }
}

extension PostgresStore: SavedSearchStoring {}

extension PostgresStore: OutboxStoring {
    package func deliveryLock() throws -> (any LibraryLock)? {
        try guarded { try PostgresLibraryLock(.delivery, address, place) }
    }

    package func refreshLock() throws -> (any LibraryLock)? {
        try guarded { try PostgresLibraryLock(.refresh, address, place) }
    }
}

extension PostgresStore: TrendStoring {}

extension PostgresStore {
    package func takeSearchID() throws -> Int64 { try library.take(1, .search) }

    package func noteChange(ofSearches searches: [Int64]) throws {
        if searches.isEmpty { return }
        hasChangedSearches = true
        let number = try library.take(1, .searchChange)
        try connection.postpone(
            library.request(
                """
                INSERT INTO feedsearch.search_change (library, slot, search, number)
                SELECT $1, $2, u.id, $4 FROM unnest($3::int8[]) AS u(id)
                ON CONFLICT (library, slot, search) DO UPDATE SET number = excluded.number
                """, [.integers(searches), .integer(number)]))
    }

    package func willStoreCondition() throws {
        try connection.postpone(PostgresSchema.leastProgram(PostgresSchema.conditions))
    }

    package func willStoreMember() throws {
        try connection.postpone(PostgresSchema.leastProgram(PostgresSchema.membersOfLibraries))
    }

    package func willStoreMemberRule() throws {
        try connection.postpone(PostgresSchema.leastProgram(PostgresSchema.rulesOfMembers))
    }

    package func didRemove(searches: [Int64]) throws {
        if searches.isEmpty { return }
        try library.pipeline(
            [
                "alert_rule", "alert", "alert_queue", "alert_waiting", "alert_delivery", "trend_count", "trend_state",
                "trend_event",
            ].map {
                library.request(
                    "DELETE FROM feedsearch.\($0) WHERE library = $1 AND slot = $2 AND search = ANY ($3)",
                    [.integers(searches)])
            } + [
                library.request(
                    """
                    INSERT INTO feedsearch.alert_forgotten (library, slot, search, batch)
                    SELECT $1, $2, u.search, b.newest FROM unnest($3::int8[]) AS u(search) CROSS JOIN (
                        SELECT max(id) AS newest FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2
                    ) b WHERE b.newest IS NOT NULL ON CONFLICT DO NOTHING
                    """, [.integers(searches)])
            ])
    }

    package func searchChanges() throws -> (oldest: Int64, newest: Int64) { (0, try library.last(.searchChange)) }

    package func searches(changedAfter change: Int64) throws -> Set<Int64> {
        let rows = try library.query(
            "SELECT search FROM feedsearch.search_change WHERE library = $1 AND slot = $2 AND number > $3",
            [.integer(change)])
        return Set(rows.map { $0.integer(0) })
    }
}

extension PostgresStore {
    /// The number of titles whose words are added in one transaction.
    private static let titlesAtOnce = 1_000

    package func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        var isMore = true
        while isMore, shouldGoOn() {
            isMore = try writing { try lists.catchUp(titles: Self.titlesAtOnce) }
        }
    }
}
