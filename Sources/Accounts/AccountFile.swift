internal import Formats
internal import SQLite
internal import System

/// The files of a service's accounts: `service.db` and `service.key`, in the folder of the library.
struct AccountFile {
    let path: String
    private let keyPath: String

    /// - Throws: `AccountError.nameOfLibrary` where the library itself is called so.
    init(besideLibrary libraryPath: String) throws(AccountError) {
        let library = DatabaseFile.resolved(libraryPath)
        let folder = FileSystem.parent(library)
        path = (folder == "/" ? "" : folder) + "/service.db"
        keyPath = (folder == "/" ? "" : folder) + "/service.key"
        if library.hasSuffix("/service.db") || library == "service.db" { throw .nameOfLibrary(path: library) }
    }

    var exists: Bool { FileStatus(path) != nil }

    /// Opens the file; makes it, and its key, where it is not there.
    ///
    /// - Parameter makesFile: if false, a missing file is an error.
    func openForWriting(now: Int64, makesFile: Bool = true) throws -> Connection {
        if makesFile, !exists { try DatabaseFile.createPrivate(path) }
        guard let status = FileStatus(path), status.kind == .file else { throw AccountError.notAFile(path: path) }
        guard status.isPrivate else { throw AccountError.notPrivate(path: path) }
        let connection = try Connection(path: path, mode: .readWrite)
        // FULL: who was told that a token is revoked, or has a session, keeps that over a power cut. Freed pages are
        // overwritten, since they hold hashes.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
        // In one snapshot: between two questions another process may have made what it opens.
        let path = path
        let version = try connection.snapshot { try AccountSchema.version(of: connection, path: path) }
        if version < AccountSchema.newestVersion { try upgrade(connection, now) }
        // The file is small: a few pages.
        if let problem = try connection.text("PRAGMA quick_check(1)"), problem != "ok" {
            throw AccountError.damaged(path: path, message: problem)
        }
        try connection.useWriteAheadLog()
        // A newer program may have changed the file while this one runs.
        connection.transactionDidBegin = { [unowned connection] in
            _ = try AccountSchema.version(of: connection, path: path)
        }
        return connection
    }

    /// The key and the name of the instance. The key must be the one that the file was made with.
    func identity(_ connection: Connection) throws -> (ServiceKey, String) {
        let row = try connection.cachedStatement("SELECT instance, key_fingerprint FROM service")
        defer { row.reset() }
        guard try row.step() else { throw AccountError.damaged(path: path, message: "no row in service") }
        let key = try ServiceKey(path: keyPath)
        guard Sodium.isEqual(key.fingerprint, row.bytes(1)) else { throw AccountError.keyForeign(path: keyPath) }
        return (key, row.text(0))
    }

    /// Of processes that come at once, one makes file and key, and the others find them made.
    private func upgrade(_ connection: Connection, _ now: Int64) throws {
        var hasMadeKey = false
        do {
            try connection.transaction(.exclusive) {
                let version = try AccountSchema.version(of: connection, path: path)
                if version == AccountSchema.newestVersion { return }
                try AccountSchema.upgrade(connection, from: version)
                if version > 0 { return }
                // An empty file beside a key has lost its accounts: a service must not think that it never had any.
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
