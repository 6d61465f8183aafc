import Articles
import QueryLanguage
import SQLiteStorage
import System

extension ArticleStore {
    /// Lists title words by their sound for some tenths of a second; what is left comes with the next call.
    ///
    /// Only suggestions lean on them, and the work that was asked for is done: a failure here is none of it.
    func refreshTitleWordsBriefly() {
        let start = WallClock.monotonicSeconds()
        try? refreshTitleWords { WallClock.monotonicSeconds() - start < 0.2 }
    }
}

extension Invocation {
    /// Opens the database for reading; one that is not there is an error.
    func openForReading() throws -> any ArticleStore { try noteIndexing(open(.read)) }

    /// Opens the database for writing, making it where it is absent.
    func openForWriting() throws -> any ArticleStore { try noteIndexing(open(.write)) }

    /// Opens a database that is there for writing: none is made only to find that nothing is in it.
    func openExistingForWriting() throws -> any ArticleStore { try noteIndexing(openForMaintenance()) }

    /// Opens a database that is there for a command that completes the index itself.
    func openForMaintenance() throws -> any ArticleStore {
        try requireDatabase()
        if FileSystem.byteCount(settings.databasePath) == 0 { throw StorageError.empty(path: settings.databasePath) }
        return try open(.write)
    }

    /// Sees to it that there is something to open.
    func requireDatabase() throws {
        guard let kind = FileSystem.kind(settings.databasePath) else {
            throw StorageError.notFound(path: settings.databasePath)
        }
        if kind == .folder { throw complaint(.databaseIsFolder, [settings.databasePath]) }
    }

    /// Where the statements of SQL go with `--verbose`.
    var sqlTrace: (@Sendable (String) -> Void)? {
        guard messages.isVerbose else { return nil }
        let messages = messages
        return { sql in messages.trace("SQL: " + sql) }
    }

    /// Says so where searches may miss articles.
    private func noteIndexing(_ store: any ArticleStore) throws -> any ArticleStore {
        if let progress = try store.indexingProgress() {
            messages.warning(.indexing, [String(progress.done), String(progress.total)])
        }
        return store
    }

    private func open(_ access: StoreAccess) throws -> any ArticleStore {
        if FileSystem.kind(settings.databasePath) == .folder {
            throw complaint(.databaseIsFolder, [settings.databasePath])
        }
        let store = try SQLiteEngine.open(path: settings.databasePath, access: access, trace: sqlTrace)
        store.utcOffset = utcOffset
        return store
    }

    /// Seconds east of UTC at a moment: the reader's time zone, or none with `--utc`.
    var utcOffset: @Sendable (Int64) -> Int {
        if settings.has(.utc) { return { _ in 0 } }
        return { seconds in WallClock.secondsEastOfUTC(at: seconds) }
    }

    /// A query as typed, or as plain words with `--literal`.
    func parse(_ text: String) throws -> Query {
        do {
            return try settings.has(.literal) ? QueryParser.literal(text) : QueryParser.parse(text)
        } catch {
            throw QueryComplaint(query: text, error: error)
        }
    }
}
