package import ArticleSearch
internal import Articles
package import LibraryStorage
internal import Pipelines
internal import PostingIndex
internal import SQLite
package import SavedSearchMatching
internal import System
internal import TextAnalysis

/// A whole library in one file: feeds, articles, their state and their index.
///
/// A store is not `Sendable`, because only one thread at a time may use it. A writing process opens one store for
/// writing, and one store for each thread that searches. Readers see the last committed state and never wait for the
/// writer (<https://www.sqlite.org/wal.html>), except during the first load into an empty file.
package final class SQLiteStore: ArticleStore {
    let path: String
    let access: StoreAccess
    var location: String { path }
    let connection: Connection
    let tokenizer = IndexTokenizer()
    let searchSource: SQLiteSearchSource
    package let searcher: ArticleSearcher
    /// Caches that all readers of the process share; a writer does not use them.
    let caches: IndexCaches
    package let alerting = AlertingSearches()
    package var matchingRows = MatchingRows()
    let texts = TextDictionaries()
    var statistics: IndexStatistics { searcher.statistics }
    /// Whether the file is too large to be mapped; set only for readers.
    var isLarge = false
    lazy var mapping = FileMapping(connection)
    private(set) lazy var searchWarmer = SearchWarmer(searcher)
    var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// The reader's own tags, and the change token at the time they were read.
    var knownOwnTags: [Int64: (token: ChangeToken, tags: [OwnTag])] = [:]
    var feedDefaults = FeedDefaults()
    var time: (@Sendable () -> Int64)?
    /// The action under which this session records retention deletions, so that they can be undone; nil if there is
    /// none.
    var retentionAction: Int64?
    /// Whether the library is an unfinished copy of another library.
    var isCopyTarget = false
    package var damagedActions: Set<Int64> = []
    /// Records the changes of the current action; nil outside an action.
    var recording: SQLiteActionRecording?
    /// Recorded changes are written as a part when they exceed this size, in bytes.
    var actionPartBytes: Int64 = 4 << 20
    /// The file that commits are written to; nil if the store does not write.
    let place: DatabasePlace?
    /// Watches the write-ahead log of the pool that this store belongs to; nil for a store outside a pool.
    var logWatch: LogWatch?
    /// The file that was opened; nil for a private copy.
    private(set) var opened: FileStatus.Identity?
    /// Value of `totalChanges` when the file's location was last verified.
    var verifiedChanges: Int64 = 0

    /// Opens the database at `path`. If it is opened for writing, it is created if missing, and upgraded to the newest
    /// schema.
    ///
    /// - Parameters:
    ///   - trace: called with every SQL statement before it runs, without values.
    ///   - backfill: time limit for work that an upgrade has deferred, when opening for writing.
    ///   - caches: shared by the readers of one process.
    /// - Throws: `StorageError`. Files of other programs or newer versions are not changed.
    init(
        path: String, access: StoreAccess, trace: (@Sendable (String) -> Void)? = nil,
        backfill: Duration = .milliseconds(500),
        caches: IndexCaches = IndexCaches(maxBytes: SQLiteLibrary.maxCacheBytes)
    ) throws {
        self.path = path
        self.caches = caches
        self.access = access
        do {
            connection = try Self.open(path: path, access: access)
            if let trace { connection.trace(trace) }
            try connection.register(tokenizer, as: SQLiteSchema.tokenizerName)
            searchSource = try SQLiteSearchSource(connection: connection)
            searcher = ArticleSearcher(searchSource, caches: access == .read ? caches : nil)
            place = access == .write ? try DatabasePlace(of: connection, path: path) : nil
            opened = FileStatus(DatabaseFile.resolved(path))?.identity
            switch access {
            case .read: try prepareForReading()
            case .write: try prepareForWriting(backfill: backfill)
            }
        } catch let error as SQLiteError {
            throw StorageError(error, path: path)
        }
    }

    /// Opens a private copy in order to check it, without upgrading it.
    init(copyAt path: String) throws {
        self.path = path
        access = .write
        do {
            connection = try Connection(path: path, mode: .readWrite)
            place = nil
            caches = IndexCaches(maxBytes: 0)
            try connection.execute("PRAGMA cache_size = -131072; PRAGMA temp_store = MEMORY")
            try connection.register(tokenizer, as: SQLiteSchema.tokenizerName)
            searchSource = try SQLiteSearchSource(connection: connection)
            searcher = ArticleSearcher(searchSource)
        } catch let error as SQLiteError {
            throw StorageError(error, path: path)
        }
    }

    /// Opens a private snapshot copy of another store's database. The copy is deleted on deinit.
    init(temporaryCopyOf store: SQLiteStore) throws {
        path = store.path
        access = .write
        connection = try store.connection.temporaryCopy()
        try connection.register(tokenizer, as: SQLiteSchema.tokenizerName)
        searchSource = try SQLiteSearchSource(connection: connection)
        searcher = ArticleSearcher(searchSource)
        place = nil
        caches = IndexCaches(maxBytes: 0)
    }

    /// Runs `body`, and translates SQLite errors for this file.
    ///
    /// If another process has crashed during a first load, its unfinished transaction is rolled back, and `body` runs
    /// once more.
    func guarded<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            do {
                let result = try body()
                try verifyCommit()
                return result
            } catch let error as SQLiteError
                where error.extendedCode == SQLiteError.readOnlyRollback && !connection.isInTransaction
            {
                try Connection.rollBackJournal(of: path)
                return try body()
            }
        } catch let error as SQLiteError where error.code == SQLiteError.interrupted {
            throw connection.deadline.isCancelled ? SearchError.cancelled : .deadlineExceeded
        } catch let error as SQLiteError {
            throw StorageError(error, path: path)
        } catch let error as MalformedIndexError {
            throw StorageError.damaged(location: path, message: error.description)
        }
    }
}

/// Verifies a file before it is used, and upgrades it if it is older than the program.
extension SQLiteStore {
    /// How long a writer waits while another writer upgrades the file.
    private static let upgradeTimeoutMilliseconds: Int32 = 60_000

    func prepareForReading() throws {
        try connection.snapshot {
            guard try verifiedVersion() == SQLiteSchema.newestVersion else {
                throw StorageError.needsMigration(location: path)
            }
            try SchemaInspector.verify(connection)
        }
        try connection.execute("PRAGMA cache_size = -32768")
        isLarge = try connection.byteCount() > FileMapping.maxBytes
        if isLarge {
            BlockReads(connection).allow()
        } else {
            try mapping.use(true)
        }
        try connection.execute("PRAGMA temp_store = MEMORY")
        // Writers do not prefetch.
        searchSource.prefetcher = Prefetcher(path: path, isScattered: isLarge)
    }

    func prepareForWriting(backfill: Duration) throws {
        // FULL: an acknowledged batch survives a power cut, <https://www.sqlite.org/pragma.html#pragma_synchronous>.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        try connection.setCache(bytes: Self.writerCacheBytes)
        try connection.execute("PRAGMA temp_store = MEMORY")
        let start = ContinuousClock.now
        // Read in one snapshot: another writer may create the database between two statements.
        if try connection.snapshot({ try verifiedVersion() }) < SQLiteSchema.newestVersion { try upgrade() }
        try connection.snapshot {
            _ = try verifiedVersion()
            try SchemaInspector.verify(connection)
        }
        // Has no effect while another writer is in a first load.
        try connection.useWriteAheadLog()
        // A newer version may have upgraded the file while this process was running. Do not write to a file of unknown
        // form.
        connection.transactionDidBegin = { [unowned self] in _ = try verifiedVersion() }
        // `backfill` is the time limit for the upgrade and the backfill together.
        try continueBackfill(for: backfill - (ContinuousClock.now - start))
    }

    /// Refuses a file that a newer version of the program has upgraded.
    func refuseUnknownVersion() throws {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        try SQLiteSchema.requireKnown(SQLiteSchema.withoutSeal(version), of: path)
    }

    /// The version of a file, which must belong to this program and be supported by it. Only a writer accepts an empty
    /// file, as version 0.
    private func verifiedVersion() throws -> Int64 {
        let stored = try connection.integer("PRAGMA user_version") ?? 0
        let version = SQLiteSchema.withoutSeal(stored)
        let application = try connection.integer("PRAGMA application_id") ?? 0
        if application != SQLiteSchema.applicationID {
            let isEmpty = try connection.integer("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
            guard application == 0, version == 0, isEmpty, access == .write else {
                throw StorageError.notOurs(location: path)
            }
        }
        try SQLiteSchema.requireKnown(version, of: path)
        if version != stored, access == .write { throw StorageError.sealed(location: path) }
        return version
    }

    /// Runs all steps in one exclusive transaction, so a crash leaves the file unchanged. If two processes upgrade a
    /// file at the same time, the second one finds the file upgraded.
    private func upgrade() throws {
        // This has no effect if the file already has pages.
        try connection.execute("PRAGMA page_size = 8192")
        let timeout = connection.busyTimeoutMilliseconds
        connection.busyTimeoutMilliseconds = Self.upgradeTimeoutMilliseconds
        defer { connection.busyTimeoutMilliseconds = timeout }
        // By default, Debian's SQLite overwrites each page of a dropped index, but freed pages need not be written at
        // all (<https://www.sqlite.org/pragma.html#pragma_secure_delete>).
        let overwriting = try connection.integer("PRAGMA secure_delete") ?? 0
        try connection.execute("PRAGMA secure_delete = FAST")
        defer { try? connection.execute("PRAGMA secure_delete = \(overwriting)") }
        try connection.transaction(.exclusive) {
            guard try verifiedVersion() < SQLiteSchema.newestVersion else { return }
            try SchemaInspector.verifyUnfinished(connection)
            try SQLiteSchema.upgrade(connection)
        }
    }
}

/// Opens database files, regardless of their content.
extension SQLiteStore {
    /// - Throws: `StorageError` if the file must not be opened, `SQLiteError` if it cannot be opened.
    static func open(path: String, access: StoreAccess) throws -> Connection {
        for suffix in [""] + DatabaseFile.sideSuffixes where DatabaseFile.kind(path + suffix) == .special {
            throw StorageError.notAFile(location: path + suffix)
        }
        if DatabaseFile.kind(path) == .file, DatabaseFile.byteCount(path) == 0 {
            // SQLite would treat the log of an empty file as stale, and delete the log.
            if DatabaseFile.byteCount(path + "-wal") > 0 {
                throw StorageError.damaged(location: path, message: "the file is empty, and its log \(path)-wal is not")
            }
            if access == .read { throw StorageError.empty(location: path) }
        }
        switch access {
        case .read:
            guard DatabaseFile.exists(path) else { throw StorageError.notFound(location: path) }
            return try openForReading(path)
        case .write:
            if !DatabaseFile.exists(path) { try DatabaseFile.createPrivate(path) }
            return try openInPlace(path, mode: .readWrite)
        }
    }

    private static func openForReading(_ path: String) throws -> Connection {
        do {
            return try openInPlace(path, mode: .readOnly)
        } catch let error as SQLiteError where error.extendedCode == SQLiteError.readOnlyRollback {
            do {
                try Connection.rollBackJournal(of: path)
            } catch let error as SQLiteError where isReadOnlyFileSystem(error) {
                throw StorageError.unfinished(location: path)
            }
            return try openInPlace(path, mode: .readOnly)
        } catch let error as SQLiteError where isReadOnlyFileSystem(error) {
            return try openImmutable(path)
        }
    }

    /// Opens a file in a folder that is not writable. In such a folder, SQLite cannot create a WAL index or roll back.
    ///
    /// Commits may be only in the log, and a journal means that the file is incomplete. Reading the file alone would
    /// return old or half-written articles (<https://www.sqlite.org/wal.html#read_only_databases>).
    private static func openImmutable(_ path: String) throws -> Connection {
        if DatabaseFile.byteCount(path + "-journal") > 0 { throw StorageError.unfinished(location: path) }
        let hasLog = DatabaseFile.byteCount(path + "-wal") > 0
        let connection = try Connection(path: path, mode: hasLog ? .privateLog : .immutable)
        _ = try connection.integer("PRAGMA schema_version")
        return connection
    }

    private static func isReadOnlyFileSystem(_ error: SQLiteError) -> Bool {
        error.code == SQLiteError.cannotOpen || error.code == SQLiteError.readOnly
    }

    /// Opens the file, and waits while another process has it locked. If a restore replaces the file meanwhile, the
    /// connection still has the old file open, so the new file is opened instead. Once a connection has read in WAL
    /// mode, other processes cannot replace the file. With a journal, SQLite refuses to write to a renamed or deleted
    /// file.
    private static func openInPlace(_ path: String, mode: Connection.Mode) throws -> Connection {
        var attempt = 1
        while true {
            let connection = try Connection(path: path, mode: mode)
            do {
                _ = try connection.integer("SELECT 1 FROM sqlite_schema")
                if attempt == maxAttempts || !connection.hasMoved { return connection }
            } catch {
                // The old file may have been read with the new file's log.
                if attempt == maxAttempts || !connection.hasMoved { throw error }
            }
            attempt += 1
        }
    }

    private static let maxAttempts = 5
}

extension SQLiteStore {
    func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        try guarded {
            do {
                return try connection.withDeadline(deadline, body)
            } catch let error as SQLiteError where error.code == SQLiteError.interrupted {
                throw deadline.isCancelled ? SearchError.cancelled : .deadlineExceeded
            }
        }
    }

    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try guarded {
            try connection.snapshot {
                // A newer version of the program may have upgraded the file while this process runs.
                try refuseUnknownVersion()
                return try body()
            }
        }
    }
}

extension SQLiteStore {
    /// Reads SQLite's data version: <https://www.sqlite.org/pragma.html#pragma_data_version>.
    func changeToken() throws -> ChangeToken {
        try guarded { ChangeToken(try connection.integer("PRAGMA data_version") ?? 0) }
    }
}

extension SQLiteStore {
    /// Throws if the path no longer names the file that this store has open. Other processes would not see its last
    /// commit, so the commit must not be acknowledged.
    ///
    /// - Complexity: two system calls after a commit, otherwise none.
    func verifyCommit() throws {
        guard let place, !connection.isInTransaction, connection.totalChanges != verifiedChanges else { return }
        verifiedChanges = connection.totalChanges
        try verify(place)
    }

    func verifyPlace() throws {
        guard let place, !connection.isInTransaction else { return }
        try guarded { try verify(place) }
    }

    var isReplaced: Bool { FileStatus(DatabaseFile.resolved(path))?.identity != opened }

    private func verify(_ place: DatabasePlace) throws {
        do {
            try place.verify(hasLog: connection.text("PRAGMA journal_mode") == "wal")
            logWatch?.note(library: opened, log: place.log)
        } catch {
            // The deleted log still contains acknowledged commits. Move them into the database file, unless a new log
            // contains commits: a program that opens the file creates an empty log.
            if !isReplaced, FileStatus(DatabaseFile.resolved(path) + "-wal").map({ $0.byteCount == 0 }) ?? true {
                _ = try? connection.execute("PRAGMA wal_checkpoint(FULL)")
            }
            throw error
        }
    }

    /// Whether another process has the file open, which can be seen by its lock on the log's index
    /// (<https://www.sqlite.org/walformat.html>, section 2.3).
    var isOpenElsewhere: Bool { FileLock.isHeldElsewhere([DatabaseFile.resolved(path) + "-shm"]) ?? true }
}

extension SQLiteStore {
    var memoryAhead: Int { isLarge ? MemoryBudget.oneOf(128, atMost: FreedMemory.firstBytes) : 0 }

    func releaseMemory() {
        connection.releaseMemory()
        caches.removeAll()
    }

    func warmUp(whileIdle: Bool = true) -> Bool {
        guard access == .read else { return false }
        do {
            if !isLarge, try mapping.warmUp(at: statistics.dataVersion, isRapid: searchWarmer.pace.isRapid) {
                return true
            }
            return try searchWarmer.advance(whileIdle: whileIdle)
        } catch {
            // Ignored: the next search reports the same error.
            return false
        }
    }
}
