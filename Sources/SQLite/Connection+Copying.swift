private import CSQLite
internal import Database
private import Glibc

/// Which side of a copy failed: reading the source or writing the target.
public enum CopyError: Error, Sendable {
    case reading(SQLiteError)
    case writing(SQLiteError)
}

extension Connection {
    /// Copies a snapshot of the whole database into the empty file `path`.
    ///
    /// This connection holds a read transaction during the copy. Without this transaction, SQLite would restart the
    /// copy after each write by another process (<https://www.sqlite.org/backup.html>), so the copy might never end.
    /// With a write-ahead log, the transaction blocks no other connection. With a rollback journal, it blocks writers;
    /// if `isBlocking` is set, the copy is abandoned after `maxBlocking`.
    ///
    /// - Parameter onStep: called after each 1,000 pages.
    /// - Throws: `CopyError`, with `busy` if the copy would block a writer for too long.
    /// - Complexity: reads and writes the database once. Does not synchronise the copy to the disk.
    public func copy(
        to path: String, isBlocking: Bool = false, maxBlocking: Duration = .seconds(3), onStep: () throws -> Void = {}
    ) throws {
        let target: Connection
        do {
            target = try Connection(path: path, mode: .create)
            // Durability is not needed, because a file left unfinished by a crash is never used.
            try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        } catch let error as SQLiteError {
            throw CopyError.writing(error)
        }
        do {
            try run("BEGIN")
            _ = try integer("PRAGMA schema_version")
        } catch let error as SQLiteError {
            if isInTransaction { try? run("COMMIT") }
            throw CopyError.reading(error)
        }
        defer { try? run("COMMIT") }
        try copyPages(to: target, until: isBlocking ? .now + maxBlocking : nil, onStep)
    }

    private func copyPages(
        to target: Connection, until deadline: ContinuousClock.Instant?, _ onStep: () throws -> Void
    ) throws {
        guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw CopyError.writing(target.error(unsafe sqlite3_extended_errcode(target.handle), sql: nil))
        }
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code = unsafe sqlite3_backup_step(backup, 1_000)
            do { try onStep() } catch {
                unsafe sqlite3_backup_finish(backup)
                throw error
            }
            if code == SQLITE_OK, let deadline, ContinuousClock.now > deadline { code = SQLITE_BUSY }
        }
        unsafe sqlite3_backup_finish(backup)
        guard code != SQLITE_DONE else { return }
        var error = target.error(code, sql: nil)
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_BUSY, SQLITE_LOCKED: throw CopyError.reading(error)
        case SQLITE_IOERR where code == SQLITE_IOERR | (1 << 8) || code == SQLITE_IOERR | (2 << 8):
            // A read failed or returned too few bytes. Only the source can cause this, since the new file is never
            // read.
            throw CopyError.reading(error)
        default:
            let systemNumber = unsafe sqlite3_system_errno(target.handle)
            if systemNumber != 0 { error.message = unsafe String(cString: strerror(systemNumber)) }
            throw CopyError.writing(error)
        }
    }
}

extension Connection {
    /// Copies a snapshot of the database into a temporary database, which is deleted when its connection is closed. A
    /// small copy is kept in memory, a larger one in an unnamed file in the folder for temporary files, so that a crash
    /// leaves no file behind.
    ///
    /// With a write-ahead log, the copy blocks no other connection: <https://www.sqlite.org/backup.html>.
    ///
    /// - Throws: `SQLiteError`: `full` or another error if there is no space, `busy` if the database stays locked.
    /// - Complexity: reads and writes each page once.
    public func temporaryCopy() throws -> Connection {
        // An empty name creates a temporary database: <https://www.sqlite.org/inmemorydb.html#temp_db>.
        let copy = try Connection(path: "", mode: .create)
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
        guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw copy.error(unsafe sqlite3_extended_errcode(copy.handle), sql: nil)
        }
        // Copy all pages in one step, so that they come from one snapshot.
        let code = unsafe sqlite3_backup_step(backup, -1)
        unsafe sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw copy.error(code, sql: nil) }
        return copy
    }
}
