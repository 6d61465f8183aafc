internal import System

/// Accepts, reads, writes and closes all connections of a server, on one thread.
///
/// Tasks answer requests and post messages to the loop's mailbox. The loop blocks only in `Poller.wait`.
final class EventLoop {
    static let wakeKey = UInt64.max
    /// Maximum number of bytes to read ahead from a connection while a request is in progress.
    static let maxReadAhead = 64 << 10
    /// The maximum number of unsent bytes on a connection; above this limit, its stream has to wait.
    static let maxOutput = 64 << 10
    /// The number of bytes that a client must read within the write deadline; otherwise it is disconnected.
    static let minProgress = 4 << 10
    /// How long a client may continue to send after the last answer on a connection.
    private static let lingerTime = Ticks(10_000_000_000)
    private static let lingerTimeAtEnd = Ticks(1_000_000_000)

    private(set) var configuration: HTTPServerConfiguration
    let responder: any HTTPResponder
    /// The executor of the tasks that answer requests. It is separate from the cooperative pool, so that other work on
    /// the pool does not delay answers.
    let executor = QueueExecutor(label: "http.answers", width: max(2, Machine.processorCount))
    let poller: Poller
    let signal: WakeSignal
    let mailbox: LoopMailbox
    let gauge: ConnectionGauge
    /// The certificate for new connections.
    let tls: Locked<TLSContext?>
    var listeners: [ListeningSocket]
    let headLimits: RequestHeadParser.Limits
    var dateLine: DateLine

    /// The open connections, indexed by descriptor.
    var connections: [HTTPConnection?] = []
    var connectionCount = 0
    var counter: ConnectionCounter
    /// The next generation number, which is part of a connection's key because descriptors are reused.
    var nextGeneration: UInt64 = 1
    var nextExchange: UInt64 = 1
    var requestIDs = RequestID()
    var scratch = [UInt8](repeating: 0, count: 64 << 10)

    var now = Ticks.now
    /// The time of the next sweep, which is never later than the earliest deadline of a connection.
    var nextSweep = Ticks.never
    /// When to resume accepting after the system ran out of descriptors.
    var acceptsAgain = Ticks.never
    var drainDeadline: Ticks?

    init(
        _ configuration: HTTPServerConfiguration, responder: any HTTPResponder, poller: Poller, signal: WakeSignal,
        mailbox: LoopMailbox, gauge: ConnectionGauge, tls: Locked<TLSContext?>, listeners: [ListeningSocket],
        clock: @escaping @Sendable () -> Int64
    ) {
        self.configuration = configuration
        self.responder = responder
        self.poller = poller
        self.signal = signal
        self.mailbox = mailbox
        self.gauge = gauge
        self.tls = tls
        self.listeners = listeners
        headLimits = RequestHeadParser.Limits(configuration)
        dateLine = DateLine(now: clock)
        counter = ConnectionCounter(limit: configuration.maxConnectionsPerAddress)
    }

    /// Runs the loop until a drain has ended.
    func run() {
        poller.add(signal.descriptor, key: Self.wakeKey, [.reading])
        startAccepting()
        var events: [PollEvent] = []
        var messages: [LoopMessage] = []
        while !hasFinished {
            poller.wait(milliseconds: waitMilliseconds(), into: &events)
            now = .now
            for event in events { handle(event) }
            mailbox.take(into: &messages)
            for message in messages { handle(message) }
            messages.removeAll(keepingCapacity: messages.count <= 1_024)
            if now >= nextSweep { sweep() }
            if now >= acceptsAgain { startAccepting() }
        }
        closeListeners()
        for case let connection? in connections { close(connection) }
        mailbox.close()
    }

    private var hasFinished: Bool {
        guard let drainDeadline else { return false }
        return connectionCount == 0 || now >= drainDeadline
    }

    private func waitMilliseconds() -> Int32 {
        let next = min(nextSweep, acceptsAgain, drainDeadline ?? .never)
        if next == .never { return -1 }
        // Round up, so that the loop does not wake just before the deadline.
        return Int32(clamping: max(0, (next - .now + 999_999) / 1_000_000))
    }

    private func handle(_ event: PollEvent) {
        if event.key == Self.wakeKey { return signal.clear() }
        let index = Int(truncatingIfNeeded: event.key & 0xFFFF_FFFF)
        if event.key >> 32 == 0 { return index < listeners.count ? accept(from: listeners[index]) : () }
        guard let connection = connection(index), connection.key == event.key else { return }
        if event.isBroken { return close(connection) }
        if event.isWritable {
            flush(connection)
            // The next request may have been waiting until the previous answer was sent.
            if !connection.isClosed { advance(connection) }
        }
        if event.isReadable || connection.readWantsWrite, !connection.isClosed { read(connection) }
        if event.hasEnded, !connection.isClosed { noticeEnd(connection) }
        if !connection.isClosed { updateInterest(connection) }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .answer(let id, let answer):
            guard let (connection, exchange) = find(id), !exchange.hasAnswer else {
                if case .stream(let pipe) = answer.body { pipe.fail(.disconnected) }
                return
            }
            send(answer, connection, exchange)
            settle(connection)
        case .streamed(let id):
            guard let (connection, exchange) = find(id) else { return }
            pump(connection, exchange)
            settle(connection)
        case .bodyDemanded(let id):
            guard let (connection, exchange) = find(id) else { return }
            resumeBody(connection, exchange)
            settle(connection)
        case .authenticated(let id):
            guard let (connection, exchange) = find(id) else { return }
            uncount(connection, exchange)
        case .probe(let continuation): continuation.resume(returning: true)
        case .configure(let other):
            configuration = other
            counter.limit = other.maxConnectionsPerAddress
        case .drain(let deadline): drain(deadline)
        }
    }

    func connection(_ descriptor: Int) -> HTTPConnection? {
        descriptor < connections.count ? connections[descriptor] : nil
    }

    private func find(_ id: ExchangeID) -> (HTTPConnection, Exchange)? {
        guard let connection = connection(Int(id.descriptor)), let exchange = connection.exchange, exchange.id == id
        else {
            return nil
        }
        return (connection, exchange)
    }

    /// Continues a connection after a message from its task: sends output and parses the next request.
    func settle(_ connection: HTTPConnection) {
        if !connection.isClosed { flush(connection) }
        if !connection.isClosed { advance(connection) }
        if !connection.isClosed { updateInterest(connection) }
    }

    func updateInterest(_ connection: HTTPConnection) {
        var interest: PollInterest = connection.hasEnded || connection.endIsAhead ? [] : [.end]
        if connection.wantsInput { interest.insert(.reading) }
        if !connection.output.isEmpty || connection.readWantsWrite { interest.insert(.writing) }
        // While reading is paused, do not wait for the end of the input.
        if let exchange = connection.exchange, exchange.isPaused { interest.remove(.end) }
        guard interest != connection.interest else { return }
        connection.interest = interest
        poller.change(connection.descriptor, key: connection.key, interest)
    }

    /// How long a client may continue to send; the time is shorter during a drain.
    var lingerDeadline: Ticks { now + (drainDeadline == nil ? Self.lingerTime : Self.lingerTimeAtEnd) }

    /// Stops accepting, closes idle connections, and cancels followers.
    private func drain(_ deadline: Ticks) {
        let isFirst = drainDeadline == nil
        drainDeadline = min(drainDeadline ?? .never, deadline)
        guard isFirst else { return }
        closeListeners()
        acceptsAgain = .never
        for case let connection? in connections {
            if connection.isIdle {
                close(connection)
            } else if connection.phase == .lingering, connection.readDeadline != .never {
                connection.readDeadline = min(connection.readDeadline, lingerDeadline)
                schedule(connection)
            } else if let exchange = connection.exchange, exchange.isFollower {
                exchange.cancel(.shuttingDown)
            }
        }
    }
}
