internal import System

/// Identifies the connection and the request that a message refers to. These numbers are never reused, so the loop can
/// ignore late messages.
struct ExchangeID: Hashable, Sendable {
    var descriptor: Int32
    var number: UInt64
}

/// A message from another thread to the event loop.
enum LoopMessage: Sendable {
    /// The complete answer, or the head of a streamed answer.
    case answer(ExchangeID, PreparedAnswer)
    /// A stream has bytes in its pipe, or has ended.
    case streamed(ExchangeID)
    /// The reader of a body waits for bytes.
    case bodyDemanded(ExchangeID)
    case authenticated(ExchangeID)
    /// A check that the loop is still running.
    case probe(CheckedContinuation<Bool, Never>)
    /// New limits and trusted proxies.
    case configure(HTTPServerConfiguration)
    /// A request to end the loop once no request is in progress, or at the given time.
    case drain(Ticks)
}

/// A queue of messages from any thread to the event loop.
final class LoopMailbox: Sendable {
    private struct State {
        var messages: [LoopMessage] = []
        /// Whether the loop has been signalled to take the queued messages.
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

    /// Moves the queued messages into `messages`, which must be empty.
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
