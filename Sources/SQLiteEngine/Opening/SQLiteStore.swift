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
/// Not `Sendable`: only one thread at a time uses a store. A writing process opens one store for writing, and one for
/// reading for each thread that searches. Readers see the last committed state and never wait for the writer
/// (<https://www.sqlite.org/wal.html>), except during the first load into an empty file.
package final class SQLiteStore: ArticleStore {
    let path: String
    let access: StoreAccess
    var location: String { path }
    let connection: Connection
    let tokenizer = IndexTokenizer()
    let searchSource: SQLiteSearchSource
    package let searcher: ArticleSearcher
    /// Shared by the readers of the process; not used for writing.
    let caches: IndexCaches
    package let alerting = AlertingSearches()
    package var matchingRows = MatchingRows()
    let texts = TextDictionaries()
    var statistics: IndexStatistics { searcher.statistics }
    /// The file is too large to be mapped; set for readers only.
    var isLarge = false
    lazy var mapping = FileMapping(connection)
    private(set) lazy var searchWarmer = SearchWarmer(searcher)
    var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// The reader's own tags, as of a change token.
    var knownOwnTags: (token: ChangeToken, tags: [OwnTag])?
    var feedDefaults = FeedDefaults()
    var time: (@Sendable () -> Int64)?
    /// The undo action of this session's retention deletes.
    var retentionAction: Int64?
    /// The content is an unfinished copy of another library.
    var isCopyTarget = false
    package var damagedActions: Set<Int64> = []
    /// The changes of the current action.
    var recording: SQLiteActionRecording?
    /// Recorded changes are written as a part when they exceed this size, in bytes.
    var actionPartBytes: Int64 = 4 << 20
    /// The file that commits are written to; nil if the store does not write.
    let place: DatabasePlace?
    /// The watch of the pool that this store belongs to.
    var logWatch: LogWatch?
    /// The file that was opened; nil for a private copy.
    private(set) var opened: FileStatus.Identity?
    /// `totalChanges` when the file's place was last verified.
    var verifiedChanges: Int64 = 0

    /// Opens the database at `path`. For writing, it is created if it does not exist, and upgraded to the newest
    /// schema.
    ///
    /// - Parameters:
    ///   - trace: called with every SQL statement before it runs, without values.
    ///   - backfill: time limit for work that an upgrade has left, when opening for writing.
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

    /// Private snapshot copy, deleted on deinit.
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
    /// If a first load has crashed meanwhile, its unfinished transaction is rolled back, and `body` runs once more.
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
