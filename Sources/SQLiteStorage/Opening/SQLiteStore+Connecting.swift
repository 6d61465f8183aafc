internal import Articles
internal import SQLite

/// How a database is opened, whatever is in it.
extension SQLiteStore {
    /// - Throws: `StorageError` of a file that must not be opened, `SQLiteError` of one that cannot be.
    static func open(path: String, access: StoreAccess) throws -> Connection {
        for suffix in [""] + DatabaseFile.sideSuffixes where DatabaseFile.kind(path + suffix) == .special {
            throw StorageError.notAFile(location: path + suffix)
        }
        if DatabaseFile.kind(path) == .file, DatabaseFile.byteCount(path) == 0 {
            // SQLite would take the log for an old one and delete it.
            if DatabaseFile.byteCount(path + "-wal") > 0 {
                throw StorageError.damaged(location: path, message: "the file is empty, and its log \(path)-wal is not")
            }
            if access == .read { throw StorageError.empty(location: path) }
        }
        switch access {
        case .read:
            guard DatabaseFile.exists(path) else { throw StorageError.notFound(location: path) }
            return try openForReading(path)
        case .write:
            if !DatabaseFile.exists(path) { try DatabaseFile.createPrivate(path) }
            return try openInPlace(path, mode: .readWrite)
        }
    }

    private static func openForReading(_ path: String) throws -> Connection {
        do {
            return try openInPlace(path, mode: .readOnly)
        } catch let error as SQLiteError where error.extendedCode == SQLiteError.readOnlyRollback {
            do {
                try Connection.rollBackJournal(of: path)
            } catch let error as SQLiteError where isReadOnlyFileSystem(error) {
                throw StorageError.unfinished(location: path)
            }
            return try openInPlace(path, mode: .readOnly)
        } catch let error as SQLiteError where isReadOnlyFileSystem(error) {
            return try openImmutable(path)
        }
    }

    /// A folder that cannot be written: no WAL index can be made there, and nothing taken back.
    ///
    /// What has been committed may stand in the log alone, and a journal says that the file is not whole: to look at the file
    /// alone would give old or half-written articles (<https://www.sqlite.org/wal.html#read_only_databases>).
    private static func openImmutable(_ path: String) throws -> Connection {
        if DatabaseFile.byteCount(path + "-journal") > 0 { throw StorageError.unfinished(location: path) }
        let hasLog = DatabaseFile.byteCount(path + "-wal") > 0
        let connection = try Connection(path: path, mode: hasLog ? .privateLog : .immutable)
        _ = try connection.integer("PRAGMA schema_version")
        return connection
    }

    private static func isReadOnlyFileSystem(_ error: SQLiteError) -> Bool {
        error.code == SQLiteError.cannotOpen || error.code == SQLiteError.readOnly
    }

    /// Opens the file and waits for anyone who has locked it. If that was a restore, another file has the name by then, and this
    /// one is nobody's: the other one is opened. With the log, a connection that has read once keeps others from replacing the
    /// file; with a journal, SQLite refuses to write to a file that has lost its name.
    private static func openInPlace(_ path: String, mode: Connection.Mode) throws -> Connection {
        var attempt = 1
        while true {
            let connection = try Connection(path: path, mode: mode)
            do {
                _ = try connection.integer("SELECT 1 FROM sqlite_schema")
                if attempt == maxAttempts || !connection.hasMoved { return connection }
            } catch {
                // It may have been read with the other file's log.
                if attempt == maxAttempts || !connection.hasMoved { throw error }
            }
            attempt += 1
        }
    }

    private static let maxAttempts = 5
}
