internal import Dispatch
internal import System

/// Hands elements from one thread to others, in order, and makes the giver wait while many lie unread.
public final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isFinished = false
        /// No more are wanted.
        var isCancelled = false
    }
    private let state = Locked(State())
    private let room: DispatchSemaphore
    private let filled = DispatchSemaphore(value: 0)
    private let capacity: Int

    public init(capacity: Int) {
        self.capacity = capacity
        room = DispatchSemaphore(value: capacity)
    }

    deinit {
        // A semaphore must not go with a lower value than it was made with.
        for _ in 0..<capacity { room.signal() }
    }

    /// Gives one element; false once no more are wanted.
    public func put(_ element: Element) -> Bool {
        room.wait()
        let goesOn = state.withLock { state in
            if !state.isCancelled { state.elements.append(element) }
            return !state.isCancelled
        }
        if goesOn { filled.signal() } else { room.signal() }
        return goesOn
    }

    /// The next element; nil when there are no more, for every taker.
    public func take() -> Element? {
        filled.wait()
        let element = state.withLock { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
        if element == nil {
            // Finished or cancelled: anyone else who waits is to learn it too.
            filled.signal()
        } else {
            room.signal()
        }
        return element
    }

    /// Waits until `take` would not wait, or the time is over.
    ///
    /// For one taker.
    public func isReady(within wait: Duration) -> Bool {
        let (seconds, attoseconds) = wait.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        guard filled.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return false }
        filled.signal()
        return true
    }

    /// Says that no more are given; what was given is still taken.
    public func finish() {
        state.withLock { $0.isFinished = true }
        filled.signal()
    }

    /// Whether no more are given; what was given may still lie here.
    public var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Says that no more are wanted; anyone who waits to give or to take goes on.
    ///
    /// - Returns: what was given and not taken.
    @discardableResult
    public func cancel() -> [Element] {
        let rest = state.withLock { state in
            state.isCancelled = true
            defer { state.elements.removeAll() }
            return state.elements
        }
        room.signal()
        filled.signal()
        return rest
    }
}
