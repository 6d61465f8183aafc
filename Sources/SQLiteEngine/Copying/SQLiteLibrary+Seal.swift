internal import Articles
internal import SQLite

extension SQLiteLibrary {
    /// Whether the file is sealed (`StorageError.sealed`).
    package static func isSealed(path: String) throws -> Bool {
        try guarded(path) { connection in
            let version = try connection.integer("PRAGMA user_version") ?? 0
            return SQLiteSchema.withoutSeal(version) != version
        }
    }

    /// Removes the seal of a file. Does nothing if there is none.
    package static func unseal(path: String) throws {
        try guarded(path) { connection in
            try connection.execute("PRAGMA synchronous = FULL")
            try connection.transaction {
                let version = try connection.integer("PRAGMA user_version") ?? 0
                let own = SQLiteSchema.withoutSeal(version)
                if own != version { try connection.execute("PRAGMA user_version = \(own)") }
            }
        }
    }

    private static func guarded<Result>(_ path: String, _ body: (Connection) throws -> Result) throws -> Result {
        do { return try body(Connection(path: path, mode: .readWrite)) } catch let error as SQLiteError {
            throw StorageError(error, path: path)
        }
    }
}
