internal import Articles
internal import SQLite

/// Opens database files, regardless of their content.
extension SQLiteStore {
    /// - Throws: `StorageError` if the file must not be opened, `SQLiteError` if it cannot be opened.
    static func open(path: String, access: StoreAccess) throws -> Connection {
        for suffix in [""] + DatabaseFile.sideSuffixes where DatabaseFile.kind(path + suffix) == .special {
            throw StorageError.notAFile(location: path + suffix)
        }
        if DatabaseFile.kind(path) == .file, DatabaseFile.byteCount(path) == 0 {
            // SQLite would treat the log as stale and delete it.
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

    /// Opens a file in a folder that cannot be written, where SQLite cannot create a WAL index or roll back.
    ///
    /// Commits may be in the log only, and a journal means that the file is incomplete: the file alone would give old
    /// or half-written articles (<https://www.sqlite.org/wal.html#read_only_databases>).
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

    /// Opens the file, waiting while another process has it locked. A restore may have replaced the file meanwhile, so
    /// that this connection has the old one; then the new file is opened. In WAL mode a connection that has read once
    /// keeps others from replacing the file; with a journal, SQLite refuses to write to a renamed or deleted file.
    private static func openInPlace(_ path: String, mode: Connection.Mode) throws -> Connection {
        var attempt = 1
        while true {
            let connection = try Connection(path: path, mode: mode)
            do {
                _ = try connection.integer("SELECT 1 FROM sqlite_schema")
                if attempt == maxAttempts || !connection.hasMoved { return connection }
            } catch {
                // The old file may have been read with the new file's log.
                if attempt == maxAttempts || !connection.hasMoved { throw error }
            }
            attempt += 1
        }
    }

    private static let maxAttempts = 5
}
