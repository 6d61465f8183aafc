internal import System

/// An HTTP/1.1 server.
///
/// One thread (`EventLoop`) reads from and writes to all connections. Tasks answer the requests.
public final class HTTPServer: Sendable {
    private enum State {
        case new
        case running(LoopMailbox)
        case stopped
    }

    private let configuration: HTTPServerConfiguration
    private let responder: any HTTPResponder
    private let clock: SystemClock
    private let gauge = ConnectionGauge()
    private let tls = Locked<TLSContext?>(nil)
    private let state = Locked((State.new, waiters: [CheckedContinuation<Void, Never>]()))

    public convenience init(configuration: HTTPServerConfiguration, responder: any HTTPResponder) {
        self.init(configuration: configuration, responder: responder, clock: .system)
    }

    init(configuration: HTTPServerConfiguration, responder: any HTTPResponder, clock: SystemClock) {
        self.configuration = configuration
        self.responder = responder
        self.clock = clock
    }

    /// Binds the listeners and starts to answer requests on a separate thread.
    ///
    /// - Returns: the bound addresses in the order of the listeners. A host name may have two addresses.
    /// - Precondition: the server has not been started before.
    public func start() throws(HTTPServerError) -> [HTTPBoundAddress] {
        try reloadCertificate()
        var listeners: [ListeningSocket] = []
        do throws(HTTPServerError) {
            for listener in configuration.listeners { listeners += try ListeningSocket.open(listener) }
            guard let signal = WakeSignal() else { throw .system("eventfd", number: 0) }
            try start(listeners, signal)
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        return listeners.map(\.address)
    }

    private func start(_ listeners: [ListeningSocket], _ signal: WakeSignal) throws(HTTPServerError) {
        DescriptorLimit.raise(toAllow: configuration.maxConnections)
        let mailbox = LoopMailbox(signal: signal)
        state.withLock { state in
            guard case .new = state.0 else { preconditionFailure("started twice") }
            state.0 = .running(mailbox)
        }
        let hasStarted = BackgroundThread.start { [self] in
            if let poller = Poller() {
                EventLoop(
                    configuration, responder: responder, poller: poller, signal: signal, mailbox: mailbox, gauge: gauge,
                    tls: tls,
                    listeners: listeners, clock: clock.now
                ).run()
            }
            finish()
        }
        if !hasStarted { throw .system("thread", number: 0) }
    }

    /// Applies another configuration to new connections and requests, and reads the certificate again. The listeners do
    /// not change, and TLS is not switched on or off. If this method throws, nothing changes.
    public func reload(_ other: HTTPServerConfiguration) throws(HTTPServerError) {
        try reloadCertificate(other.certificate)
        DescriptorLimit.raise(toAllow: other.maxConnections)
        state.withLock { state in
            if case .running(let mailbox) = state.0 { _ = mailbox.post(.configure(other)) }
        }
    }

    /// Reloads the certificate and its key for new connections. If this method throws, the old ones stay in use.
    ///
    /// - Parameter other: files to use instead of the configured ones.
    public func reloadCertificate(_ other: HTTPCertificate? = nil) throws(HTTPServerError) {
        guard let certificate = configuration.certificate else { return }
        let context = try TLSContext(other ?? certificate)
        tls.withLock { $0 = context }
    }

    /// Whether the event loop responds; false if the server is not running. If the loop is blocked, waits until it is
    /// running again.
    public func isResponsive() async -> Bool {
        let mailbox = state.withLock { state -> LoopMailbox? in
            if case .running(let mailbox) = state.0 { return mailbox }
            return nil
        }
        guard let mailbox else { return false }
        return await withCheckedContinuation { continuation in
            if !mailbox.post(.probe(continuation)) { continuation.resume(returning: false) }
        }
    }

    /// Stops accepting connections, waits for requests in progress, then closes all connections. Followers, which have
    /// no deadline, are cancelled immediately.
    ///
    /// - Parameter duration: the time after which requests in progress are cancelled.
    public func drain(within duration: Duration) async {
        let mailbox = state.withLock { state -> LoopMailbox? in
            if case .running(let mailbox) = state.0 { return mailbox }
            return nil
        }
        guard let mailbox else { return }
        mailbox.post(.drain(.now + Ticks(duration)))
        await withCheckedContinuation { continuation in
            let hasStopped = state.withLock { state in
                if case .stopped = state.0 { return true }
                state.waiters.append(continuation)
                return false
            }
            if hasStopped { continuation.resume() }
        }
    }

    /// Cancels all requests and closes all connections. Does nothing if the server has stopped.
    public func stop() async { await drain(within: .zero) }

    /// The number of open connections.
    public var connectionCount: Int { gauge.value }

    private func finish() {
        let waiters = state.withLock { state in
            state.0 = .stopped
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
