private import System

/// One process at a time delivers for a database. The kernel lets go of the lock however the process ends, so that the
/// next one can go on at once.
final class DeliveryLock {
    private let lock: FileLock

    /// - Returns: nil where another process is delivering.
    init?(database: String) {
        guard let lock = try? FileLock(database + "-alerts", waits: false, followsLinks: true) else { return nil }
        self.lock = lock
    }
}
