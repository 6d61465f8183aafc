internal import Database
public import System

/// The accounts, app passwords, API tokens, sessions and the sign-in log of a service. They are stored in the file
/// `service.db` next to a library in a file, or in tables on the server of the library.
///
/// All calls block: a read takes about 10 µs from a file, and one round trip from a server. A write returns once the
/// data is on disk, and `signIn` and other calls with passwords compute a slow hash, so never call this class on the
/// cooperative pool. Several processes may open the same accounts. With a file, each call sees their committed changes;
/// with a server, a credential that another process revokes is accepted for at most `maxCacheSeconds`.
public final class AccountStore: Sendable {
    /// Options of an account store; tests override the defaults.
    public struct Options: Sendable {
        public var passwordCost = PasswordCost.interactive
        /// Maximum number of client addresses for which refusals are counted.
        public var maxAddresses = 10_000
        /// Whether last-use times and refusals are written on a separate thread, so that requests do not wait for the
        /// disk.
        public var writesInBackground = true
        /// How long a credential that was read from a server may be used without checking whether credentials have
        /// changed. Credentials read from a file are not cached.
        public var maxCacheSeconds = 0.5
        /// The administrator whose changes are recorded in the audit log; nil for a service.
        public var actor: String?
        /// Receives every SQL statement that runs on a file, without its values, when it starts. Statements that run on
        /// a server are not traced.
        public var trace: (@Sendable (String) -> Void)?

        public init() {}
    }

    /// The path of `service.db`, or the address of the server.
    public var location: String { database.location }
    /// Identifies this service: 32 hexadecimal digits, which are part of the name of the session cookie.
    public var instanceID: String { database.instanceID }
    let database: any AccountDatabase
    private let clock: SystemClock
    let options: Options
    var key: ServiceKey { database.key }
    let hasher: PasswordHasher
    let throttle: RefusalThrottle
    let pending = Locked(PendingWrites())
    /// Locked by the thread that writes pending entries, so that `flush` returns only once they are written.
    let flushing = Locked(())
    /// Cached credentials that were read from a server.
    let found = Locked(CredentialCache())

    /// Opens the accounts database next to a library. Creates the database if it does not exist.
    ///
    /// - Parameter libraryPath: the path of the library's file, which need not exist.
    public convenience init(
        besideLibrary libraryPath: String, clock: SystemClock = .system, options: Options = Options()
    ) throws(AccountError) {
        try self.init(file: AccountFile(besideLibrary: libraryPath), clock, options)
    }

    /// Opens the accounts database next to a library to list the accounts; returns nil if the database does not exist.
    public static func existing(
        besideLibrary libraryPath: String, clock: SystemClock = .system, options: Options = Options()
    ) throws(AccountError) -> AccountStore? {
        let file = try AccountFile(besideLibrary: libraryPath)
        return file.exists ? try AccountStore(file: file, clock, options) : nil
    }

    private convenience init(
        file: AccountFile, _ clock: SystemClock, _ options: Options
    ) throws(AccountError) {
        guard Sodium.isReady else { throw .noCryptography }
        let database = try AccountFileDatabase(file, clock, trace: options.trace)
        try self.init(database, clock: clock, options: options)
    }

    /// Creates a store for an account database that is already open.
    package init(
        _ database: any AccountDatabase, clock: SystemClock = .system, options: Options = Options()
    ) throws(AccountError) {
        guard Sodium.isReady else { throw .noCryptography }
        self.database = database
        self.clock = clock
        self.options = options
        hasher = PasswordHasher(cost: options.passwordCost)
        throttle = RefusalThrottle(maxAddresses: options.maxAddresses)
    }

    // MARK: - Time

    /// The current time in seconds since 1970.
    var now: Int64 { clock.now() }
    var monotonicNow: Double { clock.monotonicSeconds() }

    // MARK: - Access to the database

    /// Runs `body` with a connection that reads the committed state.
    func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        try database.read(body)
    }

    /// Runs `body` in one transaction. Returns once the transaction is on disk.
    @discardableResult
    func write<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        // Also clear the cache after an error: if only the server's response was lost, the transaction is stored.
        defer { found.withLock { $0.forget() } }
        return try database.write(changesCredentials: true, body)
    }

    /// Throws an error if the accounts database is missing, was replaced, or cannot be read. In these cases, requests
    /// would be refused or writes lost.
    public func verify() throws(AccountError) { try database.verify() }
}
