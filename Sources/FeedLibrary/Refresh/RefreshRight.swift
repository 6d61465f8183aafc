internal import Articles

/// The right to refresh the due feeds of a library, which one process at a time has; held as long as the object exists.
final class RefreshRight {
    private let lock: any LibraryLock
    private var asked = ContinuousClock.now
    private var isLost = false
    /// How often the store is asked whether the right is still held, which takes a round trip on a server.
    private static let interval = Duration.seconds(10)

    /// - Returns: nil if another process has the right.
    init?(_ library: Library) {
        guard let lock = library.store.refreshLock() else { return nil }
        self.lock = lock
    }

    /// Whether the right is still held, as of at most ten seconds ago.
    var isHeld: Bool {
        let now = ContinuousClock.now
        if !isLost, now - asked >= Self.interval {
            isLost = !lock.isHeld
            asked = now
        }
        return !isLost
    }
}
