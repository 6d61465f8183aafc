internal import System

/// Passes the bytes of a request body from the event loop to the task that answers the request.
final class BodyPipe: HTTPBodySource {
    /// Limits in bytes: the loop stops reading at `highMark` and resumes at `lowMark`.
    private static let highMark = 256 << 10
    private static let lowMark = 64 << 10

    fileprivate struct State {
        var chunks: [[UInt8]] = []
        var queuedBytes = 0
        var hasEnded = false
        var failure: HTTPError?
        var waiter: CheckedContinuation<Void, Never>?
        /// Whether the task's next read calls `onDemand`.
        var announcesDemand: Bool
    }

    private let state: Locked<State>
    private let onDemand: @Sendable () -> Void

    /// - Parameters:
    ///   - announcesDemand: whether the task's first read calls `onDemand`, because the client waits for `100
    ///     Continue`.
    ///   - onDemand: posts a message to the loop.
    init(announcesDemand: Bool, onDemand: @escaping @Sendable () -> Void) {
        state = Locked(State(announcesDemand: announcesDemand))
        self.onDemand = onDemand
    }

    // MARK: - The loop

    /// Adds bytes to the pipe.
    ///
    /// - Returns: true if the loop must stop reading until `onDemand` is called.
    func push(_ chunk: [UInt8]) -> Bool {
        let (waiter, isFull) = state.withLock { state in
            state.chunks.append(chunk)
            state.queuedBytes += chunk.count
            let isFull = state.queuedBytes >= Self.highMark
            if isFull { state.announcesDemand = true }
            defer { state.waiter = nil }
            return (state.waiter, isFull)
        }
        waiter?.resume()
        return isFull
    }

    /// Marks the body as complete.
    func finish() { end(nil) }

    /// Ends the body early and drops the bytes in the pipe. Does nothing if the body has already ended.
    func fail(_ error: HTTPError) { end(error) }

    private func end(_ failure: HTTPError?) {
        let waiter = state.withLock { state in
            if !state.hasEnded {
                state.hasEnded = true
                state.failure = failure
                if failure != nil { state.chunks = [] }
            }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    // MARK: - The task

    func next() async throws(HTTPError) -> [UInt8]? {
        while true {
            let (outcome, isDemanding) = state.withLock { state in state.take(lowMark: Self.lowMark) }
            if isDemanding { onDemand() }
            switch outcome {
            case .chunk(let chunk): return chunk
            case .end: return nil
            case .failure(let error): throw error
            case .wait: await wait()
            }
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    precondition(state.waiter == nil, "a body has one reader")
                    if !state.chunks.isEmpty || state.hasEnded { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            fail(.disconnected)
        }
    }
}

private enum BodyOutcome {
    case chunk([UInt8])
    case end
    case failure(HTTPError)
    case wait
}

extension BodyPipe.State {
    fileprivate mutating func take(lowMark: Int) -> (BodyOutcome, isDemanding: Bool) {
        if let failure { return (.failure(failure), false) }
        var outcome = hasEnded ? BodyOutcome.end : .wait
        if !chunks.isEmpty {
            let chunk = chunks.removeFirst()
            queuedBytes -= chunk.count
            outcome = .chunk(chunk)
        }
        let isDemanding = announcesDemand && queuedBytes <= lowMark && !hasEnded
        if isDemanding { announcesDemand = false }
        return (outcome, isDemanding)
    }
}
