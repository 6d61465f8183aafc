internal import SQLite
internal import TextAnalysis

/// Everything a person subscribes to, in one file: feeds, articles, their state and their index.
///
/// Not `Sendable`: one store is used by one thread at a time. A writing process opens one for writing, and as many for
/// reading as it has threads that search; readers see the last committed state and never wait for the writer
/// (<https://www.sqlite.org/wal.html>), but for the first load into an empty file.
public final class ArticleStore {
    public enum Access: Sendable {
        case read
        case write
    }

    public let path: String
    public let access: Access
    let connection: Connection
    let tokenizer = IndexTokenizer()
    let collector = MatchCollector()
    let alerting = Alerting()
    lazy var statistics = IndexStatistics(connection: connection, prefetcher: prefetcher)
    /// For readers: who writes waits for the disk elsewhere.
    lazy var prefetcher = access == .read ? Prefetcher(path: path, isScattered: isLarge) : nil
    /// Too large to be mapped; known to readers.
    private(set) var isLarge = false
    lazy var warmer = MappingWarmer(connection: connection)
    /// Nil before it begins.
    var rehearsal: Rehearsal?
    /// Seconds east of UTC at a moment, for dates in the queries of rules.
    public var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    /// The removal that takes in whatever this store removes for its age.
    var retentionRemoval: Int64?

    /// Opens the database at `path`; for writing, it is created where it is absent and brought to the newest schema.
    ///
    /// - Parameter trace: is given every SQL statement as it starts, its values left out.
    /// - Throws: `StorageError`; a file that is not ours, or newer than we are, is left as it is.
    public init(path: String, access: Access, trace: (@Sendable (String) -> Void)? = nil) throws {
        self.path = path
        self.access = access
        do {
            connection = try Self.open(path: path, access: access)
            if let trace { connection.trace(trace) }
            try connection.register(tokenizer, as: Schema.tokenizerName)
            try collector.register(on: connection)
            try prepare()
        } catch let error as SQLiteError {
            throw StorageError(error, path: path)
        }
    }

    /// Runs `body`, and says of an SQLite error what it means for this file.
    ///
    /// Where a first load died meanwhile, what it left half done is taken back, and a reader's `body` is run once more.
    func guarded<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            do {
                return try body()
            } catch let error as SQLiteError
                where error.extendedCode == SQLiteError.readOnlyRollback && !connection.isInTransaction
            {
                try Connection.rollBackJournal(of: path)
                return try body()
            }
        } catch let error as SQLiteError {
            throw StorageError(error, path: path)
        }
    }
}

extension ArticleStore {
    private static func open(path: String, access: Access) throws -> Connection {
        let exists = DatabaseFile.exists(path)
        switch access {
        case .read:
            guard exists else { throw StorageError.notFound(path: path) }
            do {
                return try openForReading(path)
            } catch let error as SQLiteError
                where error.code == SQLiteError.cannotOpen || error.code == SQLiteError.readOnly
            {
                // A folder that cannot be written: no WAL index can be made, and nobody can write there.
                return try Connection(path: path, mode: .immutable)
            }
        case .write:
            if !exists { try DatabaseFile.createPrivate(path) }
            return try Connection(path: path, mode: .readWrite)
        }
    }

    private static func openForReading(_ path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: .readOnly)
        do {
            _ = try connection.integer("SELECT 1 FROM sqlite_schema")
        } catch let error as SQLiteError where error.extendedCode == SQLiteError.readOnlyRollback {
            try Connection.rollBackJournal(of: path)
            _ = try connection.integer("SELECT 1 FROM sqlite_schema")
        }
        return connection
    }

    private static let mostMappedBytes: Int64 = 1 << 30

    private func prepare() throws {
        let application = try connection.integer("PRAGMA application_id") ?? 0
        let version = try connection.integer("PRAGMA user_version") ?? 0
        let isEmpty = try connection.integer("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
        guard application == Schema.applicationID || (application == 0 && version == 0 && isEmpty && access == .write)
        else { throw StorageError.notOurs(path: path) }
        guard version <= Schema.newestVersion else {
            throw StorageError.newer(path: path, version: version, known: Schema.newestVersion)
        }
        if access == .write {
            if isEmpty { try connection.execute("PRAGMA page_size = 8192") }
            _ = try connection.text("PRAGMA journal_mode = WAL")
            // FULL: an acknowledged batch survives a power cut, <https://www.sqlite.org/pragma.html#pragma_synchronous>.
            try connection.execute("PRAGMA synchronous = FULL")
            try connection.execute("PRAGMA foreign_keys = ON")
            try connection.execute("PRAGMA cache_size = -131072")
            if version < Schema.newestVersion {
                try Schema.migrate(connection, from: version) { try rebuildIndex() }
                if version > 0 { try connection.transaction { try FrequentWords(connection: connection).rebuild() } }
            }
        } else {
            guard version == Schema.newestVersion else { throw StorageError.needsMigration(path: path) }
            try connection.execute("PRAGMA cache_size = -32768")
            // A larger file would be mapped at its beginning only, and what is on the disk there read in whole windows of
            // the system's read-ahead, up to megabytes for a page.
            isLarge = try connection.byteCount() > Self.mostMappedBytes
            if !isLarge { try connection.execute("PRAGMA mmap_size = \(Self.mostMappedBytes)") }
        }
        try connection.execute("PRAGMA temp_store = MEMORY")
    }
}
