internal import Articles

/// The exclusive right of one process to refresh the due feeds of a library. It is held until the object is released.
final class RefreshRight {
    private let lock: any LibraryLock
    private var asked = ContinuousClock.now
    private var isLost = false
    /// The interval between checks that the right is still held. On a server, a check takes a round trip.
    private static let interval = Duration.seconds(10)

    /// - Returns: nil if another process has the right.
    /// - Throws: `StorageError` if the lock cannot be used.
    init?(_ library: Library) throws {
        guard let lock = try library.store.refreshLock() else { return nil }
        self.lock = lock
    }

    /// Whether the right was held at the last check, at most ten seconds ago.
    var isHeld: Bool {
        let now = ContinuousClock.now
        if !isLost, now - asked >= Self.interval {
            isLost = !lock.isHeld
            asked = now
        }
        return !isLost
    }
}
