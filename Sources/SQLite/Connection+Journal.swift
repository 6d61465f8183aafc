private import CSQLite

/// How transactions are made atomic: <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
///
/// With the write-ahead log, readers never wait, but each page is written twice: to the log and later to the file. With
/// a rollback journal, only existing pages are written twice, so adding pages costs half as much, but readers wait for
/// the commit of a transaction that has outgrown its cache. Both survive a crash and a power failure.
extension Connection {
    /// Switches from the write-ahead log to a rollback journal, for bulk loads into a file without readers.
    ///
    /// - Returns: false, without any change, if another connection has the file open.
    public func useRollbackJournal() throws -> Bool {
        guard !isInTransaction, try text("PRAGMA journal_mode") == "wal" else { return false }
        do {
            // Truncate the journal at each commit instead of deleting it, so that the folder need not be synchronised.
            return try text("PRAGMA journal_mode = TRUNCATE") == "truncate"
        } catch let error as SQLiteError where error.code == SQLiteError.busy || error.code == SQLiteError.locked {
            return false
        }
    }

    /// Switches back to the write-ahead log. If another connection is using the file, the next writer that opens it
    /// switches instead.
    ///
    /// - Returns: whether the file now has a write-ahead log.
    @discardableResult
    public func useWriteAheadLog() throws -> Bool {
        do {
            // Another writer may already have switched to the write-ahead log.
            guard try text("PRAGMA journal_mode") != "wal" else { return true }
            // Changing to DELETE mode deletes the truncated journal file.
            _ = try text("PRAGMA journal_mode = DELETE")
            return try text("PRAGMA journal_mode = WAL") == "wal"
        } catch let error as SQLiteError where error.code == SQLiteError.busy || error.code == SQLiteError.locked {
            return false
        }
    }

    /// Sets the size of the page cache (<https://www.sqlite.org/pragma.html#pragma_cache_size>).
    public func setCache(bytes: Int) throws { try execute("PRAGMA cache_size = -\(bytes >> 10)") }

    /// Sleeps between two transactions of a load with a rollback journal, so that waiting connections get the lock.
    /// Without the pause, the load would lock the database again before their next attempt.
    public func yieldToWriters() { sqlite3_sleep(2 * Self.busyPauseMilliseconds) }

    /// Sets whether this connection leaves the write-ahead log to the next writer, instead of copying the log to the
    /// file after commits and when it is closed. Copying a large log takes as long as writing it did.
    public func deferCheckpointToNextWriter(_ leaves: Bool) {
        unsafe sqlite3_wal_autocheckpoint(handle, leaves ? 0 : Self.checkpointPages)
        _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves ? 1 : 0)
    }

    /// SQLite's default checkpoint interval, in pages: <https://www.sqlite.org/c3ref/wal_autocheckpoint.html>.
    private static let checkpointPages: Int32 = 1_000

    /// Rolls back the transaction of a writer process that died. A read-only connection cannot do this.
    public static func rollBackJournal(of path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        _ = try connection.integer("SELECT 1 FROM sqlite_schema")
    }

    /// Prevents a checkpoint when this connection is closed, even if it is the last connection to the file.
    func keepLogOnClose() { _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
}
