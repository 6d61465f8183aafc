internal import SQLite
public import System

/// The database of accounts, app passwords, API tokens, sessions and the sign-in log: `service.db` next to the library.
///
/// All calls block. A read takes about 10 µs, a write returns once the data is on disk, and `signIn` and other calls
/// with passwords compute a slow hash, so never call this class on the cooperative pool. Several processes may open the
/// file, and each call sees their committed changes.
public final class AccountStore: Sendable {
    /// Options of an account store; tests override the defaults.
    public struct Options: Sendable {
        public var passwordCost = PasswordCost.interactive
        /// Maximum number of client addresses for which refusals are counted.
        public var maxAddresses = 10_000
        /// Whether last-use times and refusals are written on a separate thread, so that no request waits for the disk.
        public var writesInBackground = true
        /// Receives every SQL statement as it starts, without its values.
        public var trace: (@Sendable (String) -> Void)?

        public init() {}
    }

    /// The path of `service.db`.
    public let path: String
    /// Distinguishes this service from others. 32 hexadecimal digits, used in the name of the session cookie.
    public let instanceID: String
    private let file: AccountFile
    private let clock: SystemClock
    let options: Options
    let key: ServiceKey
    let hasher: PasswordHasher
    let throttle: RefusalThrottle
    let pending = Locked(PendingWrites())
    /// Locked by the thread that writes pending entries, so that `flush` returns only once they are written.
    let flushing = Locked(())
    // The reader is declared first because the writer must close last and checkpoint the write-ahead log.
    private let reader: Locked<Connection>
    private let writer: Locked<Connection>
    /// The number of times that the database was reopened because its file had been replaced.
    private let reopenings = Locked(0)

    /// Opens the accounts database next to a library. Creates the database if it does not exist.
    ///
    /// - Parameter libraryPath: the path of the library's file, which may be missing.
    public convenience init(
        besideLibrary libraryPath: String, clock: SystemClock = .system, options: Options = Options()
    ) throws(AccountError) {
        try self.init(file: AccountFile(besideLibrary: libraryPath), clock, options)
    }

    /// Opens the accounts database next to a library to list the accounts; nil if the database does not exist.
    public static func existing(
        besideLibrary libraryPath: String, clock: SystemClock = .system, options: Options = Options()
    ) throws(AccountError) -> AccountStore? {
        let file = try AccountFile(besideLibrary: libraryPath)
        return file.exists ? try AccountStore(file: file, clock, options) : nil
    }

    private init(file: AccountFile, _ clock: SystemClock, _ options: Options) throws(AccountError) {
        guard Sodium.isReady else { throw .noCryptography }
        path = file.path
        self.file = file
        self.clock = clock
        self.options = options
        hasher = PasswordHasher(cost: options.passwordCost)
        throttle = RefusalThrottle(maxAddresses: options.maxAddresses)
        do {
            writer = try Locked(file.openForWriting(now: clock.now()))
            (key, instanceID) = try writer.withLock { try file.identity($0) }
            reader = try Locked(Connection(path: file.path, mode: .readOnly))
            if let trace = options.trace {
                for connection in [reader, writer] { connection.withLock { $0.trace(trace) } }
            }
        } catch {
            throw AccountError(error, path: file.path)
        }
    }

    // MARK: - Time

    /// The current time in seconds since 1970.
    var now: Int64 { clock.now() }
    var monotonicNow: Double { clock.monotonicSeconds() }

    // MARK: - Access to the file

    /// Runs `body` with a connection that reads the committed state.
    func read<Result>(_ body: (Connection) throws -> Result) throws(AccountError) -> Result {
        do {
            if reader.withLock({ $0.hasMoved }) { try reopen() }
            return try reader.withLock { connection in
                if connection.hasMoved { throw AccountError.moved(path: path) }
                return try body(connection)
            }
        } catch {
            throw AccountError(error, path: path)
        }
    }

    /// Runs `body` in one transaction. Returns once the transaction is on disk.
    func write<Result>(_ body: (Connection) throws -> Result) throws(AccountError) -> Result {
        do {
            if writer.withLock({ $0.hasMoved }) { try reopen() }
            return try writer.withLock { connection in
                if connection.hasMoved { throw AccountError.moved(path: path) }
                return try connection.transaction { try body(connection) }
            }
        } catch {
            throw AccountError(error, path: path)
        }
    }

    /// Increases whenever the store opens a replaced file. The contents of the new file may differ.
    var generation: Int { reopenings.withLock { $0 } }

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
                guard file.exists, FileStatus(path + "-wal").map({ $0.byteCount == 0 }) ?? true else {
                    throw AccountError.moved(path: path)
                }
                let opened = try file.openForWriting(now: now, makesFile: false)
                let (key, instanceID) = try file.identity(opened)
                guard instanceID == self.instanceID, Sodium.isEqual(key.fingerprint, self.key.fingerprint) else {
                    throw AccountError.moved(path: path)
                }
                let openedReader = try Connection(path: path, mode: .readOnly)
                if let trace = options.trace {
                    for connection in [opened, openedReader] { connection.trace(trace) }
                }
                (writer, reader) = (opened, openedReader)
                reopenings.withLock { $0 += 1 }
            }
        }
    }
}
