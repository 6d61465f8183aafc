internal import System

/// The connection and the request that a message is for. Numbers are never reused, so late messages are ignored.
struct ExchangeID: Hashable, Sendable {
    var descriptor: Int32
    var number: UInt64
}

/// A message from a task to the loop.
enum LoopMessage: Sendable {
    /// The answer, or the head of one whose body is streamed.
    case answer(ExchangeID, PreparedAnswer)
    /// A stream has bytes in its pipe, or has ended.
    case streamed(ExchangeID)
    /// The reader of a body waits for bytes.
    case bodyDemanded(ExchangeID)
    case authenticated(ExchangeID)
    /// Checks whether the loop is still running.
    case probe(CheckedContinuation<Bool, Never>)
    /// Applies other limits and proxies.
    case configure(HTTPServerConfiguration)
    /// Ends the loop once no request is in progress, or at the given time.
    case drain(Ticks)
}

/// Messages from any thread to the loop.
final class LoopMailbox: Sendable {
    private struct State {
        var messages: [LoopMessage] = []
        /// Whether the wake signal has been sent for the messages.
        var isSignalled = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let signal: WakeSignal

    init(signal: WakeSignal) { self.signal = signal }

    /// - Returns: false if the loop has ended.
    @discardableResult
    func post(_ message: LoopMessage) -> Bool {
        let (isOpen, wakes) = state.withLock { state -> (Bool, Bool) in
            if state.isClosed { return (false, false) }
            state.messages.append(message)
            defer { state.isSignalled = true }
            return (true, !state.isSignalled)
        }
        if wakes { signal.send() }
        return isOpen
    }

    /// Moves the messages into `messages`, which must be empty.
    func take(into messages: inout [LoopMessage]) {
        state.withLock { state in
            state.isSignalled = false
            swap(&state.messages, &messages)
        }
    }

    /// Refuses further messages.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for case .probe(let continuation) in state.messages { continuation.resume(returning: false) }
            state.messages = []
        }
    }
}
