private import Dispatch
package import HTTPServer
package import System

/// A running service, from the start of listening to the end of the last response.
package final class ServiceRuntime: Sendable {
    /// How long requests in progress may continue after the signal to stop the service.
    private static let drainTime = Duration.seconds(10)

    private let server: HTTPServer
    private let service: Service
    private let manager: ServiceManager
    private let isDrained = DispatchSemaphore(value: 0)
    private let isDraining = Locked(false)

    package init(_ options: ServiceOptions, service: Service, manager: ServiceManager) {
        let server = HTTPServer(
            configuration: options.configuration(sockets: manager.sockets.map(\.descriptor)), responder: service)
        self.server = server
        self.service = service
        self.manager = manager
        service.metrics.setConnections { server.connectionCount }
    }

    /// Starts to answer requests.
    ///
    /// - Returns: the addresses on which the service listens.
    package func start() throws(HTTPServerError) -> [HTTPBoundAddress] { try server.start() }

    /// Tells the service manager that the service is ready, and starts to report regularly that it is alive.
    package func announce(_ status: String) {
        manager.tell(.ready, .status(status))
        guard let seconds = manager.watchdogSeconds else { return }
        Task.detached { [self] in await keepWatch(every: .seconds(seconds / 3)) }
    }

    /// Regularly reports that the service is alive, but only while the event loop and the writer respond. The service
    /// manager can then restart a service that hangs.
    private func keepWatch(every interval: Duration) async {
        while !isDraining.withLock({ $0 }) {
            if await server.isResponsive(), await service.isWriterAlive() { manager.tell(.watchdog) }
            try? await Task.sleep(for: interval)
        }
    }

    /// Applies new settings. If this method throws, the old settings stay in use.
    package func reload(_ options: ServiceOptions) throws(HTTPServerError) {
        try server.reload(options.configuration())
        service.setReach(hostNames: options.hostNames, base: options.base)
    }

    package func tellReloading() { manager.tell(.reloading) }
    package func tellReloaded() { manager.tell(.ready) }

    /// Stops accepting connections and gives requests in progress ten seconds to finish. Returns immediately; further
    /// calls do nothing.
    package func beginDraining() {
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

    /// Waits until the drain has ended. Must be called only once.
    package func finishDraining() {
        beginDraining()
        isDrained.wait()
    }
}
