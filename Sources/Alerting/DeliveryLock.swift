private import Glibc

/// One process at a time delivers for a database. The kernel lets go of the lock however the process ends, so that the
/// next one can go on at once.
final class DeliveryLock {
    private let descriptor: Int32

    /// - Returns: nil where another process is delivering.
    init?(database: String) {
        descriptor = unsafe open(database + "-alerts", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }
}
