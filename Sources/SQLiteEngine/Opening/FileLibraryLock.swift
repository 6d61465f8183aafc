internal import Articles
private import SQLite
private import System

/// A lock on a file next to the database, with which only one process at a time does a certain kind of work on a
/// library. The kernel releases the lock however the process ends, so that another process can take over at once.
final class FileLibraryLock: LibraryLock {
    private let lock: FileLock

    /// - Returns: nil if another process holds the lock.
    /// - Throws: `StorageError.cannotOpen` if the file of the lock cannot be opened.
    init?(_ work: LibraryWork, database: String) throws {
        let suffix =
            switch work {
            case .delivery: "-alerts"
            case .refresh: "-refresh"
            }
        // All paths of a database must lead to the same lock.
        let database = DatabaseFile.resolved(database)
        do throws(SystemError) {
            lock = try FileLock(database + suffix, waits: false, followsLinks: true, ownedLike: database)
        } catch {
            if error.isLockHeld { return nil }
            throw StorageError.cannotOpen(location: error.path, message: error.words)
        }
    }

    var isHeld: Bool { true }
}
