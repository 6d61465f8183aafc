internal import SQLite
public import System

/// Who may use a service: accounts, app passwords, API tokens, sessions and the sign-in log, in `service.db` next to
/// the library.
///
/// All calls block: reads take about 10 µs, writes return once the data is on disk, and `signIn` and calls with
/// passwords compute a hash. Never call it on the cooperative pool. Several processes may have the file open: each call
/// sees the changes of the others.
public final class AccountStore: Sendable {
    /// Options of a store; tests use other values.
    public struct Options: Sendable {
        public var passwordCost = PasswordCost.interactive
        /// Maximum number of addresses for which refusals are counted.
        public var maxAddresses = 10_000
        /// Whether last-use times and refusals are written on a separate thread, so that no request waits for the disk.
        public var writesInBackground = true
        /// Receives every SQL statement as it starts, without its values.
        public var trace: (@Sendable (String) -> Void)?

        public init() {}
    }

    /// The path of `service.db`.
    public let path: String
    /// Distinguishes this service from others: 32 hexadecimal digits, used in the name of its cookie.
    public let instanceID: String
    private let file: AccountFile
    private let clock: SystemClock
    let options: Options
    let key: ServiceKey
    let hasher: PasswordHasher
    let throttle: RefusalThrottle
    let pending = Locked(PendingWrites())
    /// Held by the thread that writes pending entries, so that `flush` returns only once they are written.
    let flushing = Locked(())
    // The reader is closed before the writer, so that the writer, as the last connection, checkpoints the log.
    private let reader: Locked<Connection>
    private let writer: Locked<Connection>
    /// How many times the file was opened again after it had been replaced.
    private let reopenings = Locked(0)

    /// Opens the accounts next to a library; creates them if there are none.
    ///
    /// - Parameter libraryPath: the path of the library's file, which need not exist.
    public convenience init(
        besideLibrary libraryPath: String, clock: SystemClock = .system, options: Options = Options()
    ) throws(AccountError) {
        try self.init(file: AccountFile(besideLibrary: libraryPath), clock, options)
    }

    /// Opens the accounts next to a library, for listing them; nil if no accounts have been created yet.
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

    /// Seconds since 1970.
    var now: Int64 { clock.now() }
    var monotonicNow: Double { clock.monotonicSeconds() }

    // MARK: - Access to the file

    /// Runs `body` on the committed state.
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

    /// Runs `body` in one transaction, which is on disk when this returns.
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

    /// Changes when another file is opened, whose contents may differ from what was read before.
    var generation: Int { reopenings.withLock { $0 } }

    /// Opens the file again after it was replaced by a copy of the same accounts with the same key.
    ///
    /// - Throws: `AccountError.moved` if the file is missing or belongs to another service, or if the write-ahead log
    ///   of the previous file is still there: SQLite would apply that log (<https://www.sqlite.org/howtocorrupt.html>,
    ///   1.4). Errors of opening.
    private func reopen() throws {
        try writer.withLock { writer in
            try reader.withLock { reader in
                // Another thread may have opened it in the meantime.
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
