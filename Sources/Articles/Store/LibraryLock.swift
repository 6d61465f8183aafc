/// A lock of a library that one process at a time holds for some work, until the lock is released.
public protocol LibraryLock: AnyObject {
    /// Whether this process still holds the lock. Checked during the work, since a lock over a network may be lost.
    var isHeld: Bool { get }
}

/// Work on a library that one process at a time does.
package enum LibraryWork: Sendable, CaseIterable {
    /// Delivering alerts.
    case delivery
    /// Refreshing the feeds that are due, and fetching pages of articles and icons.
    case refresh
}
