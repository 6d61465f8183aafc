private import Dispatch
public import HTTPServer
public import System

/// A service that listens: from its first answer to the end of its last one.
public final class ServiceRuntime: Sendable {
    /// What requests in progress get after the signal to end.
    private static let drainTime = Duration.seconds(10)

    private let server: HTTPServer
    private let service: Service
    private let manager: ServiceManager
    private let isDrained = DispatchSemaphore(value: 0)
    private let isDraining = Locked(false)

    public init(_ options: ServiceOptions, service: Service, manager: ServiceManager) {
        let server = HTTPServer(
            configuration: options.configuration(sockets: manager.sockets.map(\.descriptor)), responder: service)
        self.server = server
        self.service = service
        self.manager = manager
        service.metrics.setConnections { server.connectionCount }
    }

    /// Begins to answer.
    ///
    /// - Returns: where it listens.
    public func start() throws(HTTPServerError) -> [HTTPBoundAddress] { try server.start() }

    /// Tells the service manager that the service answers, and from now on that it lives.
    public func announce(_ status: String) {
        manager.tell(.ready, .status(status))
        guard let seconds = manager.watchdogSeconds else { return }
        Task.detached { [self] in await keepWatch(every: .seconds(seconds / 3)) }
    }

    /// Only while the event loop and the writer answer: a service that hangs is to be started again.
    private func keepWatch(every interval: Duration) async {
        while !isDraining.withLock({ $0 }) {
            if await server.isResponsive(), await service.isWriterAlive() { manager.tell(.watchdog) }
            try? await Task.sleep(for: interval)
        }
    }

    /// Takes new settings; where it throws, the old ones stay.
    public func reload(_ options: ServiceOptions) throws(HTTPServerError) {
        try server.reload(options.configuration())
        service.setReach(hostNames: options.hostNames, base: options.base)
    }

    public func tellReloading() { manager.tell(.reloading) }
    public func tellReloaded() { manager.tell(.ready) }

    /// Accepts nothing more, and lets requests in progress end, for at most ten seconds. Returns at once; once is enough.
    public func beginDraining() {
        let isFirst = isDraining.withLock { draining in
            defer { draining = true }
            return !draining
        }
        guard isFirst else { return }
        manager.tell(.stopping)
        Task.detached { [self] in
            await server.drain(within: Self.drainTime)
            isDrained.signal()
        }
    }

    /// Waits until the drain has ended; called once.
    public func finishDraining() {
        beginDraining()
        isDrained.wait()
    }
}
