internal import Articles
private import System

/// A lock on a file beside the database. The kernel lets go of it however the process ends, so that the next one can go on
/// at once.
final class FileDeliveryLock: DeliveryLock {
    private let lock: FileLock

    /// - Returns: nil where another process is delivering.
    init?(database: String) {
        guard let lock = try? FileLock(database + "-alerts", waits: false, followsLinks: true) else { return nil }
        self.lock = lock
    }

    var isHeld: Bool { true }
}
