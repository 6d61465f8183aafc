internal import Dispatch
internal import Synchronization

/// Hands elements from one thread to another, in order, and makes the giver wait while many lie unread.
final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isCancelled = false
    }
    private let state = Mutex(State())
    private let room: DispatchSemaphore
    private let filled = DispatchSemaphore(value: 0)
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        room = DispatchSemaphore(value: capacity)
    }

    deinit {
        // A semaphore must not go with a lower value than it was made with.
        for _ in 0..<capacity { room.signal() }
    }

    /// False once the taker has given up.
    func put(_ element: Element) -> Bool {
        room.wait()
        let goesOn = state.withLock { state in
            if !state.isCancelled { state.elements.append(element) }
            return !state.isCancelled
        }
        // Nobody takes any more: the place is the next giver's.
        if goesOn { filled.signal() } else { room.signal() }
        return goesOn
    }

    /// Waits for an element; nil once the queue is cancelled.
    func take() -> Element? {
        filled.wait()
        let element = state.withLock { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
        if element == nil { filled.signal() } else { room.signal() }
        return element
    }

    /// Nobody wants more; whoever waits to give or to take goes on.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.elements.removeAll()
        }
        room.signal()
        filled.signal()
    }
}
