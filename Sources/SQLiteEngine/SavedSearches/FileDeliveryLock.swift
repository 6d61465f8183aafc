internal import Articles
private import System

/// Ensures that only one process delivers alerts, with a lock on a file next to the database. The kernel releases the
/// lock however the process ends, so that the next process can take over at once.
final class FileDeliveryLock: DeliveryLock {
    private let lock: FileLock

    /// - Returns: nil if another process holds the lock.
    init?(database: String) {
        guard let lock = try? FileLock(database + "-alerts", waits: false, followsLinks: true) else { return nil }
        self.lock = lock
    }

    var isHeld: Bool { true }
}
