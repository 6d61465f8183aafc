package import Database
internal import SQLite
internal import System

/// A file of a host whose content can be fetched again, such as `fetches.db` in its folder. A damaged file is replaced,
/// and commits do not wait for the disk.
package final class SharedFetchFile: SharedFetchDatabase {
    private let path: String
    private let schema: SharedFileSchema
    private let connection: Locked<Connection>

    package init(_ path: String, _ schema: SharedFileSchema = .fetches) throws(AccountError) {
        self.path = path
        self.schema = schema
        do {
            connection = try Locked(Self.open(path, schema))
        } catch {
            throw AccountError(error, path: path)
        }
    }

    package func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        try run { connection in try connection.snapshot { try body(connection) } }
    }

    package func write<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        try run { connection in try connection.transaction { try body(connection) } }
    }

    private func run<Result>(_ body: (Connection) throws -> Result) throws(AccountError) -> Result {
        do {
            return try connection.withLock { connection in
                if connection.hasMoved { connection = try Self.open(path, schema) }
                do {
                    return try body(connection)
                } catch let error as SQLiteError where Self.isDamage(error) {
                    try Self.remove(path)
                    connection = try Self.open(path, schema)
                    return try body(connection)
                }
            }
        } catch {
            throw AccountError(error, path: path)
        }
    }

    private static func open(_ path: String, _ schema: SharedFileSchema) throws -> Connection {
        do {
            if let connection = try openExisting(path, schema) { return connection }
        } catch let error as SQLiteError where isDamage(error) {}
        try remove(path)
        try DatabaseFile.createPrivate(path)
        let connection = try connect(path)
        try connection.transaction(.exclusive) {
            // Another process may have created the tables.
            if try connection.integer("PRAGMA user_version") == schema.version { return }
            try connection.execute(schema.tables)
            try connection.execute(
                """
                PRAGMA application_id = \(schema.applicationID);
                PRAGMA user_version = \(schema.version)
                """)
        }
        try connection.useWriteAheadLog()
        return connection
    }

    /// - Returns: nil if the file does not exist, is empty, or has another version.
    private static func openExisting(_ path: String, _ schema: SharedFileSchema) throws -> Connection? {
        guard let status = FileStatus(path), status.byteCount > 0 else { return nil }
        guard status.kind == .file else { throw AccountError.notAFile(path: path) }
        let connection = try connect(path)
        guard try connection.integer("PRAGMA application_id") == schema.applicationID else {
            throw AccountError.notOurs(path: path)
        }
        return try connection.integer("PRAGMA user_version") == schema.version ? connection : nil
    }

    private static func connect(_ path: String) throws -> Connection {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute("PRAGMA synchronous = NORMAL")
        return connection
    }

    private static func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] where FileStatus(path + suffix) != nil {
            try FileSystem.remove(path + suffix)
        }
    }

    private static func isDamage(_ error: SQLiteError) -> Bool {
        [SQLiteError.corrupt, SQLiteError.notADatabase].contains(error.code)
    }
}
