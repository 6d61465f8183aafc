internal import System

/// Passes the bytes of a streamed response from the task that answers to the event loop.
final class OutputPipe: HTTPBodySink {
    /// Limits in bytes. Once the pipe contains `sendMark` bytes, they are sent without `flush`. Once it contains
    /// `highMark` bytes, the task waits.
    private static let sendMark = 16 << 10
    private static let highMark = 64 << 10

    /// Bytes and state that the loop takes from the pipe.
    struct Taken {
        var bytes: [UInt8]
        /// Whether the stream is complete, if it has ended; nil while it continues.
        var isWhole: Bool?
    }

    private struct State {
        var bytes: [UInt8] = []
        var isWhole: Bool?
        var failure: HTTPError?
        /// Whether `onBytes` has been called for the bytes in the pipe.
        var isAnnounced = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())
    private let onBytes: @Sendable () -> Void

    /// - Parameter onBytes: posts a message to the loop.
    init(onBytes: @escaping @Sendable () -> Void) { self.onBytes = onBytes }

    // MARK: - The task

    func write(_ bytes: [UInt8], isFlushing: Bool) async throws(HTTPError) {
        let (failure, announces, waits) = state.withLock { state -> (HTTPError?, Bool, Bool) in
            if let failure = state.failure { return (failure, false, false) }
            state.bytes += bytes
            let isDue = isFlushing ? !state.bytes.isEmpty : state.bytes.count >= Self.sendMark
            let announces = isDue && !state.isAnnounced
            if announces { state.isAnnounced = true }
            return (nil, announces, state.bytes.count >= Self.highMark)
        }
        if let failure { throw failure }
        if announces { onBytes() }
        if waits { try await waitForRoom() }
    }

    /// Marks the stream as ended.
    ///
    /// - Parameter isWhole: if false, the connection is closed abruptly, so that the client can tell that the body is
    ///   incomplete.
    func finish(isWhole: Bool) {
        let announces = state.withLock { state in
            state.isWhole = isWhole
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
        if announces { onBytes() }
    }

    private func waitForRoom() async throws(HTTPError) {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    precondition(state.waiter == nil, "a stream has one writer")
                    if state.bytes.count < Self.highMark || state.failure != nil { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            fail(.disconnected)
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    // MARK: - The loop

    func take() -> Taken {
        let (taken, waiter) = state.withLock { state -> (Taken, CheckedContinuation<Void, Never>?) in
            let taken = Taken(bytes: state.bytes, isWhole: state.isWhole)
            state.bytes = []
            state.isAnnounced = false
            defer { state.waiter = nil }
            return (taken, state.waiter)
        }
        waiter?.resume()
        return taken
    }

    /// Makes the task's writes throw from now on.
    func fail(_ error: HTTPError) {
        let waiter = state.withLock { state in
            if state.failure == nil { state.failure = error }
            state.bytes = []
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
