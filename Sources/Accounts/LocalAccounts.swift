package import Database
internal import SQLite
internal import System

/// Accounts that an earlier version stored on this machine for a library on a server, in the file `service.db` in the
/// library's local folder.
package struct LocalAccounts: Sendable {
    private let file: AccountFile
    /// The path of `service.db`.
    package var path: String { file.path }
    /// The path of `service.key`.
    package var keyPath: String { file.keyPath }

    /// - Parameter libraryPath: a path in the library's local folder.
    package init(besideLibrary libraryPath: String) throws(AccountError) {
        file = try AccountFile(besideLibrary: libraryPath)
    }

    package var exist: Bool { file.exists }

    /// The accounts while they are locked against changes by other processes.
    package struct Content {
        package let instanceID: String
        /// The fingerprint of the key that decrypts the secrets.
        package let keyFingerprint: [UInt8]
        private let connection: Connection

        init(_ connection: Connection, _ file: AccountFile) throws {
            (instanceID, keyFingerprint) = try file.service(connection)
            self.connection = connection
        }

        /// Copies all rows to empty tables of another database, which must be in a transaction.
        package func copy(to target: any LibraryDatabase) throws {
            try AccountCopy.run(from: connection, to: target)
        }
    }

    /// Runs `body` with the content of the file while the file is locked. Does not change the file.
    package func locked<Result>(now: Int64, _ body: (Content) throws -> Result) throws -> Result {
        do {
            let connection = try file.openForWriting(now: now, makesFile: false)
            return try connection.transaction(.exclusive) { try body(Content(connection, file)) }
        } catch let error as SQLiteError {
            throw AccountError(error, path: path)
        }
    }

    /// Renames an unused accounts file, which stays as a backup.
    ///
    /// - Parameter ending: the suffix of the new name.
    /// - Returns: the new path.
    package func setAside(_ ending: String) throws(AccountError) -> String {
        var name = path + ending
        var number = 2
        while FileStatus(name, followsLinks: false) != nil {
            name = path + ending + "-\(number)"
            number += 1
        }
        do throws(SystemError) {
            try FileSystem.move(path, to: name)
            for suffix in ["-wal", "-shm"] where FileStatus(path + suffix) != nil {
                try FileSystem.move(path + suffix, to: name + suffix)
            }
        } catch {
            throw .cannotOpen(path: error.path, message: error.words)
        }
        return name
    }
}
