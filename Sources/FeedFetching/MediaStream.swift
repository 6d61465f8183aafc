private import Dispatch
private import System

/// Streams a body from its host to one client. The buffer is small, so the host has to wait for a slow client.
public final class MediaStream: Sendable {
    /// The head of the response.
    public let answer: FetchAnswer
    private let pipe: MediaPipe

    fileprivate init(_ answer: FetchAnswer, _ pipe: MediaPipe) {
        self.answer = answer
        self.pipe = pipe
    }

    deinit { pipe.cancel() }

    /// The next chunk of the body; nil at the end.
    ///
    /// - Throws: `FetchFailure` if the body is incomplete.
    public func next() async throws(FetchFailure) -> [UInt8]? { try await pipe.next() }
}

extension Fetcher {
    /// Starts to fetch a body and returns it as a stream.
    ///
    /// - Parameter request: the request; its sink is replaced.
    /// - Throws: `FetchFailure`.
    public func stream(_ request: FetchRequest) async throws(FetchFailure) -> MediaStream {
        let pipe = MediaPipe()
        var asked = request
        asked.sink = pipe
        let (client, request) = (self, asked)
        Task {
            switch await client.fetch(request) {
            case .failed(let failure): pipe.finish(failure)
            case .gone: pipe.finish(FetchFailure(.httpStatus(410), "status 410"))
            case .cancelled: pipe.finish(FetchFailure(.connect, "cancelled"))
            case .fetched, .notModified: pipe.finish(nil)
            }
        }
        return MediaStream(try await pipe.head(), pipe)
    }
}

/// Passes bytes from the fetch thread to the task that consumes them.
private final class MediaPipe: BodySink {
    private static let maxHeldBytes = 512 << 10
    /// The longest wait for a client. A client that reads nothing for this long has paused; a browser requests the rest
    /// when it continues.
    private static let longestWait = DispatchTimeInterval.seconds(30)

    private struct State {
        var answer: FetchAnswer?
        var bytes: [UInt8] = []
        var hasEnded = false
        var failure: FetchFailure?
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?

        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }
    }

    private let state = Locked(State())
    private let room = DispatchSemaphore(value: 0)

    // MARK: - Called on the fetch thread

    func begin(at offset: Int, _ answer: FetchAnswer) -> Bool {
        change { $0.answer = answer }
        return true
    }

    func take(_ bytes: Span<UInt8>) -> Bool {
        var piece: [UInt8] = []
        piece.reserveCapacity(bytes.count)
        for index in bytes.indices { piece.append(bytes[index]) }
        change { $0.bytes += piece }
        while true {
            let (held, isCancelled) = state.withLock { ($0.bytes.count, $0.isCancelled) }
            if isCancelled { return false }
            if held < Self.maxHeldBytes { return true }
            if room.wait(timeout: .now() + Self.longestWait) == .timedOut { return false }
        }
    }

    func finish(_ failure: FetchFailure?) {
        change {
            $0.hasEnded = true
            $0.failure = failure
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    // MARK: - Called by the client

    func cancel() {
        state.withLock { $0.isCancelled = true }
        room.signal()
    }

    func head() async throws(FetchFailure) -> FetchAnswer {
        while true {
            let (answer, hasEnded, failure) = state.withLock { ($0.answer, $0.hasEnded, $0.failure) }
            if let answer { return answer }
            if hasEnded { throw failure ?? FetchFailure(.badAnswer, "the answer is empty") }
            await wait { $0.answer != nil || $0.hasEnded }
        }
    }

    func next() async throws(FetchFailure) -> [UInt8]? {
        while true {
            let (bytes, hasEnded, failure) = state.withLock { state in
                defer { state.bytes = [] }
                return (state.bytes, state.hasEnded, state.failure)
            }
            room.signal()
            if !bytes.isEmpty { return bytes }
            if hasEnded {
                if let failure { throw failure }
                return nil
            }
            await wait { !$0.bytes.isEmpty || $0.hasEnded }
        }
    }

    private func wait(until isReady: (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if isReady(state) { return true }
                state.waiter = continuation
                return false
            }
            if isDone { continuation.resume() }
        }
    }
}
