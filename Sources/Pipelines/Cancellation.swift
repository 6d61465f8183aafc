internal import Synchronization

/// Ends work from another thread: `cancel` makes every deadline created with this object reached.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// May be called from any thread, any number of times.
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
