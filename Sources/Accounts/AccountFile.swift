internal import Formats
internal import SQLite
internal import System

/// The files `service.db` and `service.key`, which store a service's accounts in the folder of the library.
struct AccountFile {
    let path: String
    let keyPath: String

    /// - Throws: `AccountError.nameOfLibrary` if the library's own file is named `service.db`.
    init(besideLibrary libraryPath: String) throws(AccountError) {
        let library = DatabaseFile.resolved(libraryPath)
        let folder = FileSystem.parent(library)
        path = (folder == "/" ? "" : folder) + "/service.db"
        keyPath = (folder == "/" ? "" : folder) + "/service.key"
        if library.hasSuffix("/service.db") || library == "service.db" { throw .nameOfLibrary(path: library) }
    }

    var exists: Bool { FileStatus(path) != nil }

    /// Opens the database of the accounts. If it does not exist, creates it together with its key.
    ///
    /// - Parameter makesFile: whether to create a missing database; if false, a missing database is an error.
    func openForWriting(now: Int64, makesFile: Bool = true) throws -> Connection {
        if makesFile, !exists { try DatabaseFile.createPrivate(path) }
        guard let status = FileStatus(path), status.kind == .file else { throw AccountError.notAFile(path: path) }
        guard status.isPrivate else { throw AccountError.notPrivate(path: path) }
        let connection = try Connection(path: path, mode: .readWrite)
        // synchronous = FULL: a new session or a reported revocation must survive a power failure. secure_delete
        // overwrites freed pages, because they contain hashes.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
        // Read everything in one snapshot, because another process might create the tables between two separate
        // queries.
        let path = path
        let version = try connection.snapshot { try AccountSchema.version(of: connection, path: path) }
        if version < AccountSchema.newestVersion { try upgrade(connection, now) }
        // quick_check is fast here, because the file has only a few pages.
        if let problem = try connection.text("PRAGMA quick_check(1)"), problem != "ok" {
            throw AccountError.damaged(path: path, message: problem)
        }
        try connection.useWriteAheadLog()
        // A newer version of the program may have upgraded the file in the meantime.
        connection.transactionDidBegin = { [unowned connection] in
            _ = try AccountSchema.version(of: connection, path: path)
        }
        return connection
    }

    /// The service's key and the instance ID. Throws an error if the file was created with another key.
    func identity(_ connection: Connection) throws -> (ServiceKey, String) {
        let (instanceID, fingerprint) = try service(connection)
        let key = try ServiceKey(path: keyPath)
        guard key.has(fingerprint: fingerprint) else { throw AccountError.keyForeign(path: keyPath) }
        return (key, instanceID)
    }

    /// The instance ID, and the fingerprint of the key.
    func service(_ connection: Connection) throws -> (instanceID: String, keyFingerprint: [UInt8]) {
        let row = try connection.cachedStatement("SELECT instance, key_fingerprint FROM service")
        defer { row.reset() }
        guard try row.step() else { throw AccountError.damaged(path: path, message: "no row in service") }
        return (row.text(0), row.bytes(1))
    }

    /// Creates or upgrades the tables. If several processes start at once, only one of them creates the file and the
    /// key.
    private func upgrade(_ connection: Connection, _ now: Int64) throws {
        var hasMadeKey = false
        do {
            try connection.transaction(.exclusive) {
                let version = try AccountSchema.version(of: connection, path: path)
                if version == AccountSchema.newestVersion { return }
                try AccountSchema.upgrade(connection, from: version)
                if version > 0 { return }
                // A key next to an empty database means that the accounts were lost, so the service must not start as a
                // new one.
                if FileStatus(keyPath) != nil { throw AccountError.emptied(path: path, keyPath: keyPath) }
                let key = try ServiceKey(creating: keyPath)
                hasMadeKey = true
                try connection.run(
                    "INSERT INTO service (id, instance, key_fingerprint, created) VALUES (1, ?, ?, ?)",
                    [.text(Hexadecimal.encode(Sodium.randomBytes(16))), .blob(key.fingerprint), .integer(now)])
            }
        } catch {
            if hasMadeKey { try? FileSystem.remove(keyPath) }
            throw error
        }
    }
}
