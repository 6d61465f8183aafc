internal import Articles
private import System

/// A lock on a file next to the database, with which only one process at a time does a certain kind of work on a
/// library. The kernel releases the lock however the process ends, so that another process can take over at once.
final class FileLibraryLock: LibraryLock {
    private let lock: FileLock

    /// - Returns: nil if another process holds the lock.
    init?(_ work: LibraryWork, database: String) {
        let suffix =
            switch work {
            case .delivery: "-alerts"
            case .refresh: "-refresh"
            }
        guard let lock = try? FileLock(database + suffix, waits: false, followsLinks: true) else { return nil }
        self.lock = lock
    }

    var isHeld: Bool { true }
}
