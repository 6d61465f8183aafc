internal import Database
internal import SQLite
internal import System

/// The accounts in `service.db` next to a library in a file. Several processes may open the file, and each call sees
/// their committed changes.
final class AccountFileDatabase: AccountDatabase {
    let location: String
    let instanceID: String
    let key: ServiceKey
    let isRemote = false
    private let file: AccountFile
    private let clock: SystemClock
    private let trace: (@Sendable (String) -> Void)?
    // The reader is declared first, because the writer must be closed last to checkpoint the write-ahead log.
    private let reader: Locked<Connection>
    private let writer: Locked<Connection>
    /// The number of times that the database was reopened because its file had been replaced.
    private let reopenings = Locked(0)

    init(_ file: AccountFile, _ clock: SystemClock, trace: (@Sendable (String) -> Void)?) throws(AccountError) {
        location = file.path
        self.file = file
        self.clock = clock
        self.trace = trace
        do {
            writer = try Locked(file.openForWriting(now: clock.now()))
            (key, instanceID) = try writer.withLock { try file.identity($0) }
            reader = try Locked(Connection(path: file.path, mode: .readOnly))
            if let trace {
                for connection in [reader, writer] { connection.withLock { $0.trace(trace) } }
            }
        } catch {
            throw AccountError(error, path: file.path)
        }
    }

    func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        try onReader { try body($0) }
    }

    private func onReader<Result>(_ body: (Connection) throws -> Result) throws(AccountError) -> Result {
        do {
            if reader.withLock({ $0.hasMoved }) { try reopen() }
            return try reader.withLock { connection in
                if connection.hasMoved { throw AccountError.moved(path: location) }
                return try body(connection)
            }
        } catch {
            throw AccountError(error, path: location)
        }
    }

    func write<Result>(
        changesCredentials: Bool, _ body: (any LibraryDatabase) throws -> Result
    ) throws(AccountError) -> Result {
        do {
            if writer.withLock({ $0.hasMoved }) { try reopen() }
            return try writer.withLock { connection in
                if connection.hasMoved { throw AccountError.moved(path: location) }
                return try connection.transaction { try body(connection) }
            }
        } catch {
            throw AccountError(error, path: location)
        }
    }

    /// Does nothing: earlier versions refuse the file because of its schema version.
    func refuseProgramsBefore(_ feature: AccountFeature, _ database: any LibraryDatabase) {}

    /// Takes about 5 µs. The version changes with every transaction.
    func version() throws(AccountError) -> AccountVersion {
        try onReader { connection in
            let number = try connection.integer("PRAGMA data_version") ?? 0
            return AccountVersion(number: number, generation: reopenings.withLock { $0 })
        }
    }

    /// Reads the whole file, which is small.
    func verify() throws(AccountError) {
        try onReader { connection in
            // Drop cached pages, which could hide damage to the file.
            try connection.execute("PRAGMA shrink_memory")
            if let problem = try connection.text("PRAGMA quick_check(1)"), problem != "ok" {
                throw AccountError.damaged(path: location, message: problem)
            }
        }
    }

    /// Reopens the database after its file was replaced by a copy of the same accounts with the same key.
    ///
    /// - Throws: `AccountError.moved` if the file is missing or belongs to another service, or if the write-ahead log
    ///   of the previous file still exists: SQLite would apply that log to the new file
    ///   (<https://www.sqlite.org/howtocorrupt.html>, 1.4). Also throws errors of opening the file.
    private func reopen() throws {
        try writer.withLock { writer in
            try reader.withLock { reader in
                // Another thread may have reopened the file already.
                guard writer.hasMoved || reader.hasMoved else { return }
                guard file.exists, FileStatus(location + "-wal").map({ $0.byteCount == 0 }) ?? true else {
                    throw AccountError.moved(path: location)
                }
                let opened = try file.openForWriting(now: clock.now(), makesFile: false)
                let (key, instanceID) = try file.identity(opened)
                guard instanceID == self.instanceID, key.has(fingerprint: self.key.fingerprint) else {
                    throw AccountError.moved(path: location)
                }
                let openedReader = try Connection(path: location, mode: .readOnly)
                if let trace { for connection in [opened, openedReader] { connection.trace(trace) } }
                (writer, reader) = (opened, openedReader)
                reopenings.withLock { $0 += 1 }
            }
        }
    }
}
