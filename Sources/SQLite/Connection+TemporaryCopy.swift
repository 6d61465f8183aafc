private import CSQLite

extension Connection {
    /// Copies a snapshot of the database into a temporary database that exists as long as its connection. A small one
    /// is in memory, a larger one in an unnamed file in the folder for temporary files, so that nothing is left after a
    /// crash.
    ///
    /// With a write-ahead log, the copy blocks no other connection: <https://www.sqlite.org/backup.html>.
    ///
    /// - Throws: `SQLiteError`: `full` or another error if there is no space, `busy` if the database stays locked.
    /// - Complexity: reads and writes each page once.
    public func temporaryCopy() throws -> Connection {
        // An empty name: <https://www.sqlite.org/inmemorydb.html#temp_db>.
        let copy = try Connection(path: "", mode: .create)
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
        guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.error(unsafe sqlite3_extended_errcode(copy.handle), sql: nil)
        }
        // One step, so that all pages come from one snapshot.
        let code = unsafe sqlite3_backup_step(backup, -1)
        unsafe sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw copy.error(code, sql: nil) }
        return copy
    }
}
