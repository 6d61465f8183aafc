/// The event loop's state of one connection.
final class HTTPConnection {
    enum Phase {
        /// Waiting for a request, or reading its head.
        case head
        /// A request is being answered.
        case exchange
        /// The last answer is complete; input is discarded until the client closes.
        case lingering
    }

    private let socket: Socket
    private let tls: TLSSession?
    /// The key of the connection in the poller.
    let key: UInt64
    let peer: HTTPPeer
    /// Whether this connection is included in the connection count of its address.
    var isCounted: Bool
    let isTrustedProxy: Bool

    var phase = Phase.head
    var interest: PollInterest = [.reading, .end]

    var input: [UInt8] = []
    /// The offset in `input` at which the current request begins.
    var inputStart = 0
    var parser: RequestHeadParser
    var exchange: Exchange?
    /// Whether a byte of the next request has arrived.
    var isReadingHead = false
    /// Whether the client has shut down its sending side.
    var hasEnded = false
    /// Whether the client has shut down its sending side, but earlier input has not been read yet.
    var endIsAhead = false
    private var hasFinishedSending = false
    var isClosed = false

    var output: [[UInt8]] = []
    /// The number of bytes of the first piece of `output` that have been sent.
    var outputStart = 0
    var outputBytes = 0
    /// Bytes sent since the write deadline was set.
    var progressBytes = 0
    var closesAfterOutput = false
    /// Whether to wait until the client closes the connection, because the client may still be sending.
    var lingers = false

    var readDeadline: Ticks
    var writeDeadline = Ticks.never

    init(
        socket: Socket, tls: TLSSession?, key: UInt64, peer: HTTPPeer, isCounted: Bool, isTrustedProxy: Bool,
        parser: RequestHeadParser,
        readDeadline: Ticks
    ) {
        self.socket = socket
        self.tls = tls
        self.key = key
        self.peer = peer
        self.isCounted = isCounted
        self.isTrustedProxy = isTrustedProxy
        self.parser = parser
        self.readDeadline = readDeadline
    }

    var descriptor: Int32 { socket.descriptor }
    var isSecure: Bool { tls != nil }
    /// Whether a read has to wait until the socket is writable.
    var readWantsWrite: Bool { tls?.wantsWrite ?? false }

    /// Reads bytes from the socket into the start of `room`.
    func read(into room: inout [UInt8]) -> TransferResult {
        // Once our side of TLS has been shut down, input is only discarded.
        if let tls, !hasFinishedSending { return tls.read(into: &room) }
        return socket.read(into: &room)
    }

    /// Writes the first piece of the output.
    func writeFirst() -> TransferResult {
        if let tls { return tls.write(output[0], from: outputStart) }
        return socket.write(output[0], from: outputStart, hasMore: output.count > 1)
    }

    /// Shuts down our sending side of the connection.
    func finishSending() {
        hasFinishedSending = true
        tls?.finishSending()
        socket.finishSending()
    }

    /// Closes the socket.
    ///
    /// - Parameter isCut: whether the response was cut short. The client must be able to detect this.
    func closeSocket(isCut: Bool) {
        if isCut { socket.resetOnClose() } else if !hasFinishedSending { tls?.finishSending() }
        socket.close()
    }

    /// The number of received bytes that have not been read yet.
    var availableBytes: Int { input.count - inputStart }

    /// Whether no request is being read or answered and no output is waiting.
    var isIdle: Bool { phase == .head && availableBytes == 0 && output.isEmpty }

    /// Whether there is room for more input.
    var wantsInput: Bool {
        if hasEnded { return false }
        switch phase {
        case .lingering: return true
        case .head: return availableBytes < EventLoop.maxReadAhead
        case .exchange:
            if let exchange, !exchange.bodyIsWhole { return !exchange.isPaused }
            return availableBytes < EventLoop.maxReadAhead
        }
    }

    /// The earliest deadline of the connection.
    var nextDeadline: Ticks {
        var next = min(writeDeadline, readDeadline)
        if let exchange { next = min(next, exchange.deadline, exchange.bodyDeadline) }
        return next
    }

    /// Removes `count` bytes from the start of the input.
    func consume(_ count: Int) {
        inputStart += count
        if inputStart == input.count {
            // Release the memory of an idle connection.
            input = []
            inputStart = 0
        } else if inputStart > 64 << 10 {
            input.removeFirst(inputStart)
            inputStart = 0
        }
    }
}
