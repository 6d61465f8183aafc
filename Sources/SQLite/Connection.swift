internal import CSQLite
public import Database
public import Pipelines

/// One connection to one database file. Not `Sendable`: its owner uses it on one thread at a time.
@safe public final class Connection {
    /// How a file is opened.
    public enum Mode: Sendable {
        /// Read-only; a file that does not exist is an error.
        case readOnly
        /// Read-only, without locks and without a WAL index, for a file in a folder that is not writable. The caller
        /// must make sure that no process writes to the file: <https://www.sqlite.org/uri.html#uriimmutable>.
        case immutable
        /// Like `immutable`, for a file with a write-ahead log. The log's index is kept in memory, since no file can be
        /// created: <https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory>.
        case privateLog
        /// Reads and writes an existing file.
        case readWrite
        /// Reads and writes; creates the file if it does not exist.
        case create
    }

    /// The result of configuring SQLite, which happens once per process.
    private static let configuration: Int32 = csqlite_leave_memory_uncounted()

    let handle: OpaquePointer
    private var cached: [String: Statement] = [:]
    private var transactionDepth = 0
    /// How long to wait for a locked database, in milliseconds.
    public var busyTimeoutMilliseconds: Int32
    private var busySince = ContinuousClock.now
    /// Pause between two attempts to lock a database. SQLite's own handler soon waits 100 ms between attempts, and
    /// therefore misses the short gaps between the transactions of a busy writer.
    static let busyPauseMilliseconds: Int32 = 5
    /// Called at the start of each write transaction. If this closure throws, the transaction is rolled back.
    public var transactionDidBegin: (() throws -> Void)?
    /// SQLite's file object, set once `BlockReads` is enabled. SQLite frees it when the connection is closed.
    var blockFile: UnsafeMutablePointer<csqlite_block_file>?
    /// The reader whose state statements read; nil for the owner of the library.
    public var reader: SQLReader?
    /// The deadline of the current work, set by `withDeadline`.
    public internal(set) var deadline = Deadline.never

    /// Opens `path` defensively: views and triggers in the file cannot call functions with side effects, shadow tables
    /// cannot be written, and extensions cannot be loaded.
    ///
    /// `cell_size_check` stays off, because SQLite would check each page of a mapped file at every access: looking up
    /// 5,000 rows by their ids took 4.6 times as long.
    ///
    /// - Parameter busyTimeoutMilliseconds: how long to wait for a locked database.
    /// - Throws: `SQLiteError`, such as `cannotOpen` or `notADatabase`.
    public init(path: String, mode: Mode, busyTimeoutMilliseconds: Int32 = 5_000) throws {
        _ = Self.configuration
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var name = path
        switch mode {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:" + Self.uriPath(path) + "?immutable=1"
        case .privateLog:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            // Open the file without locks. A lock would have to be exclusive, which needs a writable file.
            name = "file:" + Self.uriPath(path) + "?vfs=unix-none"
        }
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard let opened = unsafe opened else {
            throw SQLiteError(extendedCode: code, message: "out of memory")
        }
        unsafe handle = opened
        guard code == SQLITE_OK else {
            // All properties are set at this point, so `deinit` closes the handle.
            throw unsafe SQLiteError(extendedCode: code, message: String(cString: sqlite3_errmsg(opened)))
        }
        waitWhileBusy()
        _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)
        if mode == .privateLog { unsafe sqlite3_exec(handle, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil) }
    }

    /// Installs a busy handler: <https://www.sqlite.org/c3ref/busy_handler.html>.
    private func waitWhileBusy() {
        unsafe sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context = unsafe context else { return 0 }
                let connection = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                if count == 0 { connection.busySince = .now }
                let wait = ContinuousClock.now - connection.busySince
                guard wait < .milliseconds(connection.busyTimeoutMilliseconds), !connection.deadline.isReached else {
                    return 0
                }
                sqlite3_sleep(Connection.busyPauseMilliseconds)
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        cached.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    /// Percent-encodes the characters that have a special meaning in a URI file name.
    private static func uriPath(_ path: String) -> String {
        var out = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "?"): out += "%3f"
            case UInt8(ascii: "#"): out += "%23"
            case UInt8(ascii: "%"): out += "%25"
            default: out.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return path.utf8.allSatisfy { $0 < 0x80 } ? out : path
    }

    // MARK: - Statements

    /// An uncached statement, finalized when its last reference is released.
    public func prepare(_ sql: String) throws -> Statement {
        try Statement(connection: self, sql: sql, persistent: false)
    }

    /// A cached statement that has been reset. It stays cached until the connection is closed. No caller further up the
    /// stack may be using the same statement.
    public func cachedStatement(_ sql: String) throws -> Statement {
        if let statement = cached[sql] {
            statement.reset()
            return statement
        }
        let statement = try Statement(connection: self, sql: sql, persistent: true)
        cached[sql] = statement
        return statement
    }

    /// Finalizes the cached statements; needed before a virtual table is dropped.
    public func dropCachedStatements() { cached.removeAll() }

    /// Runs one or more statements that take no values and return no rows.
    public func execute(_ sql: String) throws {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code, sql: sql) }
    }

    /// Runs one statement with values.
    public func run(_ sql: String, _ values: [SQLValue] = []) throws {
        let statement = try cachedStatement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// The first column of the first row as an integer; nil if there is no row or the column is NULL.
    public func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        let statement = try cachedStatement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.integer(0)
    }

    /// The first column of the first row as text; nil if there is no row or the column is NULL.
    public func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
        let statement = try cachedStatement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.text(0)
    }

    public var lastInsertRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }
    public var changedRows: Int64 { unsafe sqlite3_changes64(handle) }
    /// Frees cached pages that are not in use: <https://www.sqlite.org/c3ref/db_release_memory.html>.
    public func releaseMemory() { unsafe sqlite3_db_release_memory(handle) }

    /// The number of rows that this connection has changed since it was opened.
    public var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }
    /// The path of the file; nil for a database in memory.
    public var path: String? {
        guard let name = unsafe sqlite3_db_filename(handle, "main") else { return nil }
        let path = unsafe String(cString: name)
        return path.isEmpty ? nil : path
    }
    /// Whether the file has been renamed or deleted since it was opened:
    /// <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved>.
    public var hasMoved: Bool {
        var moved: Int32 = 0
        return unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }
    /// Size of the database in bytes, as of the last commit.
    public func byteCount() throws -> Int64 {
        try (integer("PRAGMA page_count") ?? 0) * (integer("PRAGMA page_size") ?? 0)
    }

    public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Whether the current transaction may have uncommitted changes.
    public var hasUncommittedWrites: Bool { unsafe sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE }

    // MARK: - Transactions

    /// How a transaction begins: <https://www.sqlite.org/lang_transaction.html>.
    public enum Locking: String, Sendable {
        /// BEGIN waits for other writers, so that the first write does not have to.
        case immediate = "BEGIN IMMEDIATE"
        /// Without a write-ahead log, BEGIN also waits for readers.
        case exclusive = "BEGIN EXCLUSIVE"
    }

    /// Runs `body` in one atomic transaction, or in a savepoint if a transaction is already open.
    public func transaction<Result>(
        _ locking: Locking = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        let nested = isInTransaction
        let savepoint = "level\(transactionDepth)"
        try execute(nested ? "SAVEPOINT \(savepoint)" : locking.rawValue)
        transactionDepth += 1
        defer { transactionDepth -= 1 }
        do {
            if !nested { try transactionDidBegin?() }
            let result = try body()
            try withoutDeadline { try execute(nested ? "RELEASE \(savepoint)" : "COMMIT") }
            return result
        } catch {
            // Throw the original error. SQLite may already have rolled back, for example because the disk is full.
            if isInTransaction {
                try? withoutDeadline {
                    try execute(nested ? "ROLLBACK TO \(savepoint); RELEASE \(savepoint)" : "ROLLBACK")
                }
            }
            throw error
        }
    }

    /// Runs `body` on one snapshot of the database.
    public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        if isInTransaction { return try body() }
        try run("BEGIN")
        defer { try? withoutDeadline { try run("COMMIT") } }
        return try body()
    }

    /// Sets whether shadow tables of virtual tables are protected from writes. Only a bulk loader turns this protection
    /// off.
    public func setDefensive(_ on: Bool) {
        _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, on ? 1 : 0)
    }

    /// Calls `sink` with the SQL of each statement when it starts, without bound values.
    public func trace(_ sink: @escaping @Sendable (String) -> Void) {
        traceSink = sink
        unsafe sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, context, statement, _ in
                guard let context = unsafe context, let statement = unsafe statement else { return 0 }
                let connection = unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                if let sql = unsafe sqlite3_sql(OpaquePointer(statement)) {
                    connection.traceSink?(unsafe String(cString: sql))
                }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
    private var traceSink: (@Sendable (String) -> Void)?

    func error(_ code: Int32, sql: String?) -> SQLiteError {
        var error = unsafe SQLiteError(
            extendedCode: code == SQLITE_ERROR ? sqlite3_extended_errcode(handle) : code,
            message: String(cString: sqlite3_errmsg(handle)), sql: sql)
        if error.extendedCode == SQLiteError.inputOutputWrite {
            error.systemNumber = unsafe csqlite_write_errno(handle)
        } else if SQLiteError.inputOutput ~= error {
            error.systemNumber = unsafe sqlite3_system_errno(handle)
        }
        return error
    }
}
