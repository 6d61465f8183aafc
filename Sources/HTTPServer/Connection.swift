/// A connection, as the loop sees it.
final class Connection {
    enum Phase {
        /// Waits for a request, or reads its head.
        case head
        /// A request is answered.
        case exchange
        /// The last answer is made; input is discarded until the client closes.
        case lingering
    }

    private let socket: Socket
    private let tls: TLSSession?
    /// The key of the connection in the poller.
    let key: UInt64
    let peer: HTTPPeer
    /// Whether it counts among the connections of its address.
    var isCounted: Bool
    let isTrustedProxy: Bool

    var phase = Phase.head
    var interest: PollInterest = [.reading, .end]

    // Input.
    var input: [UInt8] = []
    /// Where in `input` the current request begins.
    var inputStart = 0
    var parser: RequestHeadParser
    var exchange: Exchange?
    /// Whether a byte of the next request has come.
    var isReadingHead = false
    /// The client has finished sending.
    var hasEnded = false
    /// The client has finished sending; input before the end is not read yet.
    var endIsAhead = false
    private var hasFinishedSending = false
    var isClosed = false

    // Output.
    var output: [[UInt8]] = []
    /// What of the first piece is sent.
    var outputStart = 0
    var outputBytes = 0
    /// What was sent since the write deadline was set.
    var progressBytes = 0
    var closesAfterOutput = false
    /// Whether to wait for the client to close first, since it may still be sending.
    var lingers = false

    // Moments.
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
    /// Whether a read waits until something can be written.
    var readWantsWrite: Bool { tls?.wantsWrite ?? false }

    /// Reads into the beginning of `room`.
    func read(into room: inout [UInt8]) -> TransferResult {
        // After the end of our side of TLS, input is only discarded.
        if let tls, !hasFinishedSending { return tls.read(into: &room) }
        return socket.read(into: &room)
    }

    /// Writes the first piece of the output.
    func writeFirst() -> TransferResult {
        if let tls { return tls.write(output[0], from: outputStart) }
        return socket.write(output[0], from: outputStart, hasMore: output.count > 1)
    }

    /// Ends our direction of the connection.
    func finishSending() {
        hasFinishedSending = true
        tls?.finishSending()
        socket.finishSending()
    }

    /// Closes the socket.
    ///
    /// - Parameter isCut: the client has to see that the answer is not whole.
    func closeSocket(isCut: Bool) {
        if isCut { socket.resetOnClose() } else if !hasFinishedSending { tls?.finishSending() }
        socket.close()
    }

    /// Bytes that came and are not read yet.
    var availableBytes: Int { input.count - inputStart }

    /// Nothing is read, answered or sent.
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

    /// When something has to be done at the latest.
    var nextDeadline: Ticks {
        var next = min(writeDeadline, readDeadline)
        if let exchange { next = min(next, exchange.deadline, exchange.bodyDeadline) }
        return next
    }

    /// Takes `count` bytes away from the input.
    func consume(_ count: Int) {
        inputStart += count
        if inputStart == input.count {
            // An idle connection holds no memory.
            input = []
            inputStart = 0
        } else if inputStart > 64 << 10 {
            input.removeFirst(inputStart)
            inputStart = 0
        }
    }
}
