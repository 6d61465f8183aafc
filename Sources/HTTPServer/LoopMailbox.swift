internal import System

/// Which connection a message is about, and which of its requests. Numbers of requests are never used twice, so that a late
/// message is ignored.
struct ExchangeID: Hashable, Sendable {
    var descriptor: Int32
    var number: UInt64
}

/// Messages of tasks to the loop.
enum LoopMessage: Sendable {
    /// The answer, or the head of one whose body is streamed.
    case answer(ExchangeID, PreparedAnswer)
    /// A stream has something to take from its pipe.
    case streamed(ExchangeID)
    /// The reader of a body waits for bytes.
    case bodyDemanded(ExchangeID)
    case authenticated(ExchangeID)
    /// Asks whether the loop still runs.
    case probe(CheckedContinuation<Bool, Never>)
    /// Takes other limits and proxies.
    case configure(HTTPServerConfiguration)
    /// Ends the loop once no request is in progress, at the latest at a moment.
    case drain(Ticks)
}

/// Messages from any thread to the loop.
final class LoopMailbox: Sendable {
    private struct State {
        var messages: [LoopMessage] = []
        /// Whether the wake signal is sent for the messages.
        var isSignalled = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let signal: WakeSignal

    init(signal: WakeSignal) { self.signal = signal }

    /// - Returns: false where the loop has ended.
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

    /// Refuses what is posted from now on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            for case .probe(let continuation) in state.messages { continuation.resume(returning: false) }
            state.messages = []
        }
    }
}
