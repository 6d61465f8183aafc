private import CSQLite

/// How transactions are made atomic: <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
///
/// With the write-ahead log, readers never wait, but each page is written twice: to the log and later to the file. With
/// a rollback journal, only pages that already exist are written twice, so new pages cost half as much; but once a
/// transaction outgrows its cache, readers wait until its commit. Both survive a crash and a power failure.
extension Connection {
    /// Switches from the log to a rollback journal, for bulk loads into a file without readers.
    ///
    /// - Returns: false if others have the file open; nothing has changed then.
    public func useRollbackJournal() throws -> Bool {
        guard !isInTransaction, try text("PRAGMA journal_mode") == "wal" else { return false }
        do {
            // The journal is truncated rather than deleted at each commit, so that the folder need not be synchronised.
            return try text("PRAGMA journal_mode = TRUNCATE") == "truncate"
        } catch let error as SQLiteError where error.code == SQLiteError.busy || error.code == SQLiteError.locked {
            return false
        }
    }

    /// Switches back to the log. If others are using the file, the next writer that opens it switches instead.
    ///
    /// - Returns: whether the file has a log now.
    @discardableResult
    public func useWriteAheadLog() throws -> Bool {
        do {
            // Another writer may already have switched.
            guard try text("PRAGMA journal_mode") != "wal" else { return true }
            // The truncated journal file is deleted on the change to DELETE.
            _ = try text("PRAGMA journal_mode = DELETE")
            return try text("PRAGMA journal_mode = WAL") == "wal"
        } catch let error as SQLiteError where error.code == SQLiteError.busy || error.code == SQLiteError.locked {
            return false
        }
    }

    /// Sets the size of the cache of pages (<https://www.sqlite.org/pragma.html#pragma_cache_size>).
    public func setCache(bytes: Int) throws { try execute("PRAGMA cache_size = -\(bytes >> 10)") }

    /// Sleeps between two transactions of a load with a rollback journal, so that waiting connections get the lock:
    /// without the pause, the load would lock the database again before their next attempt.
    public func yieldToWriters() { sqlite3_sleep(2 * Self.busyPauseMilliseconds) }

    /// Sets whether commits and closing the connection leave the log for the next writer to copy, instead of copying it
    /// to the file. Copying a large log takes as long as writing it did.
    public func deferCheckpointToNextWriter(_ leaves: Bool) {
        unsafe sqlite3_wal_autocheckpoint(handle, leaves ? 0 : Self.checkpointPages)
        _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves ? 1 : 0)
    }

    /// SQLite's default: <https://www.sqlite.org/c3ref/wal_autocheckpoint.html>.
    private static let checkpointPages: Int32 = 1_000

    /// Rolls back the transaction of a writer that died, which a read-only connection cannot do.
    public static func rollBackJournal(of path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        _ = try connection.integer("SELECT 1 FROM sqlite_schema")
    }

    /// Keeps log and file unchanged when this connection is closed, even if it is the last one.
    func keepLogOnClose() { _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
}
