internal import Synchronization

/// Ends work from another thread: the caller that gave it calls `cancel`, and the deadline made of it is reached.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Can be called from any thread, any number of times.
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
