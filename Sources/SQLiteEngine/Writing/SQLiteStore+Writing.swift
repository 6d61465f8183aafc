package import Articles
internal import Database
internal import Formats
package import LibraryStorage
internal import SQLite
internal import SavedSearchMatching
internal import System

extension SQLiteStore {
    package var sharedDictionary: SharedDictionary {
        // Batches that were prepared without this dictionary are compressed when they are stored.
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
                // Create this before the load begins, so that it notices every program that opens the file.
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
            // After a cancelled import, the next run stores the remaining articles and does the maintenance.
            if !request.isCancelled() { try writer.finish() }
            // Merges after the last batch write to the database file itself, and there is no log yet, so verify the
            // file's location here.
            if isFirstLoad { try verifyPlace() }
            return writer.result
        }
    }

    /// Lets waiting writers go first, for at most a second, so that a process that writes constantly cannot stall the
    /// load.
    private func yieldToWriters(_ request: BatchInsertRequest) {
        let end = ContinuousClock.now + .seconds(1)
        while request.writerIsWaiting(), !request.isCancelled(), ContinuousClock.now < end {
            connection.yieldToWriters()
        }
    }

    /// A load is treated as a first load only if its first batch has at least this many bytes of text.
    static let minFirstLoadBytes = 1 << 20

    /// Switches to a rollback journal if the library has no articles, so that data is written once instead of twice.
    /// This does not delay readers, because an empty library has nothing to read.
    private func beginFirstLoad() throws -> Bool {
        guard try connection.integer("SELECT 1 FROM article LIMIT 1") == nil else { return false }
        // Stores that are opened during the load must not expect a write-ahead log. The next commit records the log
        // again.
        logWatch?.note(library: nil, log: nil)
        guard try connection.useRollbackJournal() else { return false }
        // The write-ahead log was deleted; the log that is created after the load will be a different file.
        try place?.verify(hasLog: false)
        // Readers are blocked from the moment a transaction outgrows the cache until it commits.
        try connection.setCache(bytes: Self.firstLoadCacheBytes)
        return true
    }

    /// Switches back to the write-ahead log before a first load has ended.
    ///
    /// - Returns: false if a reader held a lock on the file; in that case, the load continues with the rollback
    ///   journal.
    private func endFirstLoad() throws -> Bool {
        // Merges after the last commit wrote to the file itself, and there is no log until the next read.
        try verifyPlace()
        guard try connection.useWriteAheadLog() else { return false }
        try connection.setCache(bytes: Self.writerCacheBytes)
        return true
    }

    /// With a larger cache, fewer programs have to wait when they first open the file (docs/decisions/0029).
    static let firstLoadCacheBytes = 64 << 20
    static let writerCacheBytes = 32 << 20
}

extension SQLiteStore {
    /// Selects the newest dictionary for compression. Called at the beginning of a transaction that stores texts.
    func beginCompressing() throws { try texts.use(newestOf: connection) }

    /// Trains a dictionary if it is due. Runs inside an outermost transaction. Texts that were stored before the first
    /// dictionary are compressed at once if they are few, otherwise by a backfill.
    func trainDictionaryIfDue() throws {
        try beginCompressing()
        guard let last = try texts.trainIfDue(connection),
            try connection.integer("SELECT 1 FROM backfill WHERE task = 'texts'") == nil
        else { return }
        if last <= DictionaryTraining.maxPackedAtOnce {
            _ = try packTexts(after: 0, upTo: last) { false }
        } else {
            try connection.run("INSERT INTO backfill SELECT 'texts', 1, max(n), 0, max(n) FROM article_text")
        }
    }

    /// Compresses texts that are stored uncompressed.
    ///
    /// - Parameter isDue: called after each article; returns true to end the call early.
    /// - Returns: nil if no texts were left up to `last`.
    func packTexts(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
        let rows = try connection.prepare(
            """
            SELECT n, body FROM article_text WHERE n > ? AND n <= ? AND typeof(body) = 'text'
            AND length(CAST(body AS BLOB)) >= \(SharedDictionary.minPackedBytes) ORDER BY n
            """)
        try rows.bind([.integer(n), .integer(last)])
        let update = try connection.prepare("UPDATE article_text SET body = ? WHERE n = ?")
        var part: BackfillPart?
        while try rows.step() {
            let n = rows.integer(0)
            if let packed = texts.pack(rows.bytes(1)) {
                update.bind(n, at: 2)
                try update.withInPlace(packed.span, isText: false, at: 1) { try update.run() }
            }
            part = BackfillPart(last: n, articles: (part?.articles ?? 0) + 1)
            if isDue() { break }
        }
        return part
    }
}

extension SQLiteStore {
    /// The number of articles to change at once. The recorder usually needs less than 4 KB for each changed article.
    var articlesPerChange: Int { max(1, Int(actionPartBytes >> 12)) }

    func didChange(_ articles: Int) throws { try recording?.didChange(articles) }
}

extension SQLiteStore {
    @discardableResult
    func remove(_ numbers: [Int64], now: Int64) throws -> Int {
        try recording(.deleted, subject: nil, now: now) {
            guard let recording else { return 0 }
            // Undo restores these articles from the bin, so their row changes must not be recorded.
            try recording.flush()
            defer { recording.restart() }
            let action = try recording.actionID()
            let count = try bin(numbers, action: action)
            recording.removed += count
            return count
        }.result
    }

    // MARK: - Check

    /// Checks that the articles in the bin are consistent with the stored articles.
    func checkBin(_ report: inout CheckReport) throws {
        let counts: [(String, String)] = [
            (
                "articles both stored and in the bin",
                "SELECT count(*) FROM removed_article b WHERE EXISTS (SELECT 1 FROM article a WHERE a.n = b.n)"
            ),
            (
                "articles in the bin without an action",
                "SELECT count(*) FROM removed_article b WHERE NOT EXISTS (SELECT 1 FROM action r WHERE r.id = b.action)"
            ),
            (
                "articles in the bin that their feed may bring back",
                """
                SELECT count(*) FROM removed_article b WHERE NOT EXISTS
                (SELECT 1 FROM removed_guid g WHERE g.feed = b.feed AND g.guid = b.guid)
                AND NOT EXISTS (SELECT 1 FROM article a WHERE a.feed = b.feed AND a.guid = b.guid)
                """
            ),
        ]
        for (what, sql) in counts {
            let count = try connection.integer(sql) ?? 0
            if count > 0 { report.problems.append("\(what): \(count)") }
        }
    }
}

extension SQLiteStore {
    func recording<Result>(
        _ kind: UserAction.Kind, subject: String?, now: Int64, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        if let recording { return (try body(), try recording.actionID()) }
        return try guarded {
            try connection.transaction {
                let recording = try SQLiteActionRecording(
                    kind, subject: subject, now: now, connection: connection, partBytes: actionPartBytes)
                self.recording = recording
                defer { self.recording = nil }
                let result = try body()
                let action = try recording.end()
                if let action {
                    try didRecord(action: action)
                    try forgetOldActions()
                }
                return (result, action)
            }
        }
    }

    /// Updates the unread counts of feeds while a changeset is applied to articles.
    fileprivate static let readTrigger = """
        CREATE TEMP TRIGGER undo_reading AFTER UPDATE OF read ON main.article WHEN new.read <> old.read BEGIN
            UPDATE feed SET unread = unread + old.read - new.read WHERE id = new.feed;
        END
        """
}

extension SQLiteStore {
    func applyInverse(of action: UserAction) throws -> Int {
        let statement = try connection.prepare(
            "SELECT inverse FROM action_change WHERE action = ? ORDER BY part DESC")
        try statement.bind([.integer(action.id)])
        let tables = Set(action.kind.tables)
        let followsReading = tables.contains("article")
        if followsReading { try connection.execute(Self.readTrigger) }
        defer { if followsReading { try? connection.execute("DROP TRIGGER temp.undo_reading") } }
        let compressor = PrefixCompressor()
        var kept = 0
        while try statement.step() {
            guard let inverse = compressor.decompress(statement.bytes(0), prefix: []) else {
                throw StorageError.damaged(location: path, message: "action \(action.id)")
            }
            kept += try connection.apply(inverse, to: tables, leavesOrphans: leavesOrphans(inverse, tables))
        }
        if tables.contains("saved_search") {
            // Restored searches must not stay recorded as removed.
            try connection.run("DELETE FROM alert_forgotten WHERE search IN (SELECT id FROM saved_search)")
        }
        return kept
    }

    /// Whether this undo may leave rows that refer to a missing row. `TableStore.takeBack` removes such rows for saved
    /// searches and folders, but not for feeds.
    private func leavesOrphans(_ inverse: [UInt8], _ tables: Set<String>) -> Bool {
        if tables.contains("saved_search") { return true }
        var deletesFeeds = false
        let isIntact: Void? = try? Changeset.forEach(in: inverse) { table, change in
            if table == "feed", change.operation == .delete { deletesFeeds = true }
        }
        return tables.contains("folder") && isIntact != nil && !deletesFeeds
    }
}

extension SQLiteStore {
    func deliveryLock() throws -> (any LibraryLock)? { try FileLibraryLock(.delivery, database: path) }

    func refreshLock() throws -> (any LibraryLock)? { try FileLibraryLock(.refresh, database: path) }

    package func takeSearchID() throws -> Int64 {
        let last = try connection.integer(
            "SELECT max(id) FROM (SELECT max(id) AS id FROM saved_search UNION ALL SELECT max(search) FROM alert_change)"
        )
        return (last ?? 0) &+ 1
    }

    package func noteChange(ofSearches: [Int64]) throws {}

    package func willStoreCondition() throws {}

    package func willStoreMember() throws {}

    package func willStoreMemberRule() throws {}

    package func didRemove(searches: [Int64]) throws {}

    package func searchChanges() throws -> (oldest: Int64, newest: Int64) {
        // Use two SELECTs, each of which uses the index; a single SELECT for both values would read all rows.
        (
            try connection.integer("SELECT min(number) FROM alert_change") ?? 0,
            try connection.integer("SELECT max(number) FROM alert_change") ?? 0
        )
    }

    package func searches(changedAfter change: Int64) throws -> Set<Int64> {
        let rows = try connection.prepare("SELECT search FROM alert_change WHERE number > ?")
        try rows.bind([.integer(change)])
        var searches: Set<Int64> = []
        while try rows.step() { searches.insert(rows.integer(0)) }
        return searches
    }
}
