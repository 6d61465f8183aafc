internal import Dispatch
internal import System

/// Passes elements between threads, in order. `put` waits while the queue is full.
public final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isFinished = false
        /// Whether consumers need no more elements; `put` then returns false.
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
        // A semaphore must not be destroyed while its value is less than its initial value.
        for _ in 0..<capacity { room.signal() }
    }

    /// Adds an element. Waits while the queue is full, and returns false if the queue is cancelled.
    public func put(_ element: Element) -> Bool {
        room.wait()
        let goesOn = state.withLock { state in
            if !state.isCancelled { state.elements.append(element) }
            return !state.isCancelled
        }
        if goesOn { filled.signal() } else { room.signal() }
        return goesOn
    }

    /// Returns the next element, waiting if necessary. After `finish` or `cancel`, returns nil once the queue is empty.
    public func take() -> Element? {
        filled.wait()
        let element = state.withLock { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
        if element == nil {
            // The queue is finished or cancelled. Wake the next waiting caller, so that it also returns nil.
            filled.signal()
        } else {
            room.signal()
        }
        return element
    }

    /// Waits until `take` would return at once, or until the time limit is reached.
    ///
    /// Only valid if there is a single consumer.
    public func isReady(within wait: Duration) -> Bool {
        let (seconds, attoseconds) = wait.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        guard filled.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return false }
        filled.signal()
        return true
    }

    /// Marks the end of the elements. Elements that are still in the queue can be taken.
    public func finish() {
        state.withLock { $0.isFinished = true }
        filled.signal()
    }

    /// Whether `finish` was called. The queue may still contain elements.
    public var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Discards all elements and accepts no more. Callers that are waiting in `put` or `take` return.
    ///
    /// - Returns: the elements that had not been taken.
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
