internal import Dispatch
private import System

/// Passes results from the fetch thread to the task that consumes them.
final class ResultQueue: Sendable {
    private struct State {
        var results: [FetchResult?] = []
        var first = 0
        var heldBytes = 0
        var isFinished = false
        var isCancelled = false
        var slowest: FetchRun.SlowRequest?
        var waiting: CheckedContinuation<FetchResult?, Never>?
        /// The semaphore on which a thread waits for a result.
        var bell: DispatchSemaphore?
        var waker: LoopWaker?
    }

    private let state = Locked(State())
    private let maxHeldBytes: Int

    init(maxHeldBytes: Int) { self.maxHeldBytes = maxHeldBytes }

    func attach(_ waker: LoopWaker) { state.withLock { $0.waker = waker } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    var slowest: FetchRun.SlowRequest? {
        get { state.withLock { $0.slowest } }
        set { state.withLock { $0.slowest = newValue } }
    }

    /// The number of bytes of bodies not yet taken, plus 1 KB for each result.
    var heldBytes: Int { state.withLock { $0.heldBytes } }

    func cancel() {
        let waker = state.withLock { state in
            state.isCancelled = true
            return state.waker
        }
        waker?.wake()
    }

    func put(_ result: FetchResult) {
        let waiting = state.withLock { state -> CheckedContinuation<FetchResult?, Never>? in
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            state.results.append(result)
            state.heldBytes &+= Self.weight(result)
            state.bell?.signal()
            return nil
        }
        waiting?.resume(returning: result)
    }

    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            state.waker = nil
            state.bell?.signal()
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }

    func next() async -> FetchResult? {
        await withCheckedContinuation { continuation in
            let (ready, result, waker) = state.withLock { state -> (Bool, FetchResult?, LoopWaker?) in
                // Only one task may take results: a second task ends the wait of the first.
                state.waiting?.resume(returning: nil)
                state.waiting = nil
                if state.first < state.results.count {
                    let (result, waker) = Self.pop(&state, limit: maxHeldBytes)
                    return (true, result, waker)
                }
                if state.isFinished { return (true, nil, nil) }
                state.waiting = continuation
                return (false, nil, nil)
            }
            waker?.wake()
            if ready { continuation.resume(returning: result) }
        }
    }

    /// Takes a result. Blocks the thread until a result arrives or the time limit is reached.
    func take(within wait: DispatchTimeInterval) -> FetchRun.Taken {
        let bell = DispatchSemaphore(value: 0)
        if let taken = take(leaving: bell) { return taken }
        _ = bell.wait(timeout: .now() + wait)
        return take(leaving: nil) ?? .nothingYet
    }

    private func take(leaving bell: DispatchSemaphore?) -> FetchRun.Taken? {
        let (taken, waker) = state.withLock { state -> (FetchRun.Taken?, LoopWaker?) in
            state.bell = bell
            if state.first < state.results.count {
                state.bell = nil
                let (result, waker) = Self.pop(&state, limit: maxHeldBytes)
                return (result.map { .result($0) }, waker)
            }
            return (state.isFinished ? .end : nil, nil)
        }
        waker?.wake()
        return taken
    }

    // MARK: -

    /// Takes the oldest result. Also returns the loop's waker if the loop may have paused because of `maxHeldBytes`.
    private static func pop(_ state: inout State, limit: Int) -> (FetchResult?, LoopWaker?) {
        let result = state.results[state.first]
        state.results[state.first] = nil
        state.first += 1
        if state.first == state.results.count {
            state.results.removeAll(keepingCapacity: state.results.count <= 4096)
            state.first = 0
        } else if state.first >= 1024, state.first * 2 > state.results.count {
            state.results.removeFirst(state.first)
            state.first = 0
        }
        let before = state.heldBytes
        state.heldBytes &-= result.map { weight($0) } ?? 0
        return (result, before > limit / 2 && state.heldBytes <= limit / 2 ? state.waker : nil)
    }

    private static func weight(_ result: FetchResult) -> Int {
        if case .fetched(let feed) = result.outcome { return 1024 + feed.body.count }
        return 1024
    }
}
