private import CSQLite

extension Connection {
    /// Copies the database, in one state, into a temporary one that exists as long as its connection. It is in memory
    /// while it is small, else in an unnamed file in the folder for temporary files, so that nothing is left over after
    /// a crash.
    ///
    /// With a write-ahead log, the copy blocks nobody: <https://www.sqlite.org/backup.html>.
    ///
    /// - Throws: `SQLiteError`: `full` and others if there is no space, `busy` if the database stays locked.
    /// - Complexity: reads and writes each page once.
    public func temporaryCopy() throws -> Connection {
        // An empty name: <https://www.sqlite.org/inmemorydb.html#temp_db>.
        let copy = try Connection(path: "", mode: .create)
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
        guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.error(unsafe sqlite3_extended_errcode(copy.handle), sql: nil)
        }
        // One step, so that all pages are of one snapshot.
        let code = unsafe sqlite3_backup_step(backup, -1)
        unsafe sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw copy.error(code, sql: nil) }
        return copy
    }
}
