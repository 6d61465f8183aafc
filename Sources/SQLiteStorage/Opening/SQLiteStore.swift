package import ArticleSearch
internal import Articles
package import LibraryStorage
internal import Pipelines
internal import PostingIndex
internal import SQLite
internal import SQLiteSearch
package import SavedSearchMatching
internal import System
internal import TextAnalysis

/// Everything a person subscribes to, in one file: feeds, articles, their state and their index.
///
/// Not `Sendable`: one store is used by one thread at a time. A writing process opens one for writing, and as many for
/// reading as it has threads that search; readers see the last committed state and never wait for the writer
/// (<https://www.sqlite.org/wal.html>), but for the first load into an empty file.
package final class SQLiteStore: ArticleStore {
    let path: String
    let access: StoreAccess
    var location: String { path }
    let connection: Connection
    let tokenizer = IndexTokenizer()
    let searchSource: SQLiteSearchSource
    package let searcher: ArticleSearcher
    /// Shared by the readers of the process; who writes has no use for it.
    let caches: IndexCaches
    package let alerting = AlertingSearches()
    package var matchingRows = MatchingRows()
    lazy var texts = TextDictionaries(connection: connection)
    var statistics: IndexStatistics { searcher.statistics }
    /// Too large to be mapped; known to readers.
    var isLarge = false
    lazy var mapping = FileMapping(connection)
    private(set) lazy var searchWarmer = SearchWarmer(searcher)
    var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// The reader's own tags in the state of a token.
    var knownOwnTags: (token: ChangeToken, tags: [OwnTag])?
    var feedDefaults = FeedDefaults()
    var time: (@Sendable () -> Int64)?
    /// The action that takes in whatever this store removes for its age.
    var retentionAction: Int64?
    /// What is in it is an unfinished copy of another library.
    var isCopyTarget = false
    package var damagedActions: Set<Int64> = []
    /// The action that is being carried out.
    var recording: ActionRecording?
    /// What an action keeps in memory before it is written, in bytes.
    var actionPartBytes: Int64 = 4 << 20
    /// Where what is written goes; nil where nothing is.
    let place: DatabasePlace?
    /// Of the pool that this store belongs to.
    var logWatch: LogWatch?
    /// The file that was opened; nil for a copy that nobody else knows of.
    private(set) var opened: FileStatus.Identity?
    /// `totalChanges` when the place was last looked at.
    var verifiedChanges: Int64 = 0

    /// Opens the database at `path`; for writing, it is created where it is absent and brought to the newest schema.
    ///
    /// - Parameters:
    ///   - trace: is given every SQL statement as it starts, its values left out.
    ///   - backfill: how long opening for writing works at most on what an upgrade left to be done.
    ///   - caches: shared by the readers of one process.
    /// - Throws: `StorageError`; a file that is not ours, or newer than we are, is left as it is.
    init(
        path: String, access: StoreAccess, trace: (@Sendable (String) -> Void)? = nil,
        backfill: Duration = .milliseconds(500), caches: IndexCaches = IndexCaches(maxBytes: SQLiteEngine.maxCacheBytes)
    ) throws {
        self.path = path
        self.caches = caches
        self.access = access
        do {
            connection = try Self.open(path: path, access: access)
            if let trace { connection.trace(trace) }
            try connection.register(tokenizer, as: Schema.tokenizerName)
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

    /// Opens a copy that nobody else knows of as it is, so that it can be checked: nothing is brought up to date.
    init(copyAt path: String) throws {
        self.path = path
        access = .write
        do {
            connection = try Connection(path: path, mode: .readWrite)
            place = nil
            caches = IndexCaches(maxBytes: 0)
            try connection.execute("PRAGMA cache_size = -131072; PRAGMA temp_store = MEMORY")
            try connection.register(tokenizer, as: Schema.tokenizerName)
            searchSource = try SQLiteSearchSource(connection: connection)
            searcher = ArticleSearcher(searchSource)
        } catch let error as SQLiteError {
            throw StorageError(error, path: path)
        }
    }

    /// A copy of one moment, which nobody else writes and which goes with the value.
    init(temporaryCopyOf store: SQLiteStore) throws {
        path = store.path
        access = .write
        connection = try store.connection.temporaryCopy()
        try connection.register(tokenizer, as: Schema.tokenizerName)
        searchSource = try SQLiteSearchSource(connection: connection)
        searcher = ArticleSearcher(searchSource)
        place = nil
        caches = IndexCaches(maxBytes: 0)
    }

    /// Runs `body`, and says of an SQLite error what it means for this file.
    ///
    /// Where a first load died meanwhile, what it left half done is taken back, and a reader's `body` is run once more.
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
