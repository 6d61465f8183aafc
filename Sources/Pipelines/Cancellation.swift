internal import Synchronization

/// Stops work from another thread. After `cancel`, every deadline that was created with this object is reached.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Cancels the work. May be called from any thread, any number of times.
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
