private import CSQLite

extension Connection {
    /// Copies the database, as it is at one moment, into one that goes with its connection: in memory while it is small, else in
    /// a file without a name in the folder for temporary files, so that nothing stays behind whatever happens.
    ///
    /// Beside a write-ahead log nobody waits for it: <https://www.sqlite.org/backup.html>.
    ///
    /// - Throws: `SQLiteError.full` and others where there is no room for the copy; `busy` where the database stays locked.
    /// - Complexity: reads and writes each page once.
    public func temporaryCopy() throws -> Connection {
        // An empty name: <https://www.sqlite.org/inmemorydb.html#temp_db>.
        let copy = try Connection(path: "", mode: .create)
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
        guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.error(unsafe sqlite3_extended_errcode(copy.handle), sql: nil)
        }
        // All pages in one step are of one snapshot.
        let code = unsafe sqlite3_backup_step(backup, -1)
        unsafe sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw copy.error(code, sql: nil) }
        return copy
    }
}
