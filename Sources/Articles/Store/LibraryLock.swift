/// A lock of a library, which one process at a time holds for some work until it is released.
public protocol LibraryLock: AnyObject {
    /// Whether this process still holds the lock. Must be checked during the work, because a lock over a network may be
    /// lost.
    var isHeld: Bool { get }
}

/// Work on a library that only one process at a time does.
package enum LibraryWork: Sendable, CaseIterable {
    /// Delivering alerts.
    case delivery
    /// Refreshing the feeds that are due, and fetching icons and pages of articles.
    case refresh
}
