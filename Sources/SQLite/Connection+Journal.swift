private import CSQLite

/// How a transaction is made whole or nothing: <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
///
/// With the write-ahead log, readers never wait; what is written goes into the log and, later, once more into the file. With a
/// rollback journal only pages that were there before are written twice, so that new ones cost half; but readers wait from
/// when a transaction outgrows its cache until it is committed. Both outlive a crash and a power cut.
extension Connection {
    /// Goes over from the log to a rollback journal, for a load into a file where there is nothing to read yet.
    ///
    /// - Returns: false where others have the file open; nothing has changed then.
    public func useRollbackJournal() throws -> Bool {
        guard !isInTransaction, try text("PRAGMA journal_mode") == "wal" else { return false }
        do {
            // Emptied rather than deleted at each commit: that is synchronised without the folder.
            return try text("PRAGMA journal_mode = TRUNCATE") == "truncate"
        } catch let error as SQLiteError where error.code == SQLiteError.busy || error.code == SQLiteError.locked {
            return false
        }
    }

    /// Goes over to the log, as is the rule. Where others use the file just now, the next writer that opens it does.
    public func useWriteAheadLog() throws {
        do {
            // Another writer may have done so.
            guard try text("PRAGMA journal_mode") != "wal" else { return }
            // The emptied journal goes when the mode is one that deletes it.
            _ = try text("PRAGMA journal_mode = DELETE")
            _ = try text("PRAGMA journal_mode = WAL")
        } catch let error as SQLiteError where error.code == SQLiteError.busy || error.code == SQLiteError.locked {
            return
        }
    }

    /// Sleeps between two transactions of a load with a rollback journal, so that others who wait for the lock get it:
    /// the load would take it back before they look again.
    public func letOthersWrite() { sqlite3_sleep(2 * Self.busyPauseMilliseconds) }

    /// Whether a commit and the end of the connection leave what is in the log there, for the next writer to copy into the
    /// file: with much in the log that takes as long as writing did.
    public func leaveLogToNextWriter(_ leaves: Bool) {
        unsafe sqlite3_wal_autocheckpoint(handle, leaves ? 0 : Self.checkpointPages)
        _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves ? 1 : 0)
    }

    /// As SQLite has it: <https://www.sqlite.org/c3ref/wal_autocheckpoint.html>.
    private static let checkpointPages: Int32 = 1_000

    /// Takes back what a writer that died has left half done, which a connection for reading cannot.
    public static func rollBackJournal(of path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        _ = try connection.integer("SELECT 1 FROM sqlite_schema")
    }

    /// Leaves log and file as they are when this connection is closed, even if it is the last one.
    func keepLogOnClose() { _ = unsafe csqlite_db_config_int(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
}
