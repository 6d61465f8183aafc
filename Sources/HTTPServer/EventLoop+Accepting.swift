internal import Formats
internal import System

extension EventLoop {
    private static let acceptPause = Ticks(100_000_000)
    /// The maximum number of connections accepted before events of other descriptors are handled.
    private static let acceptsAtOnce = 64

    func startAccepting() {
        acceptsAgain = .never
        for (index, listener) in listeners.enumerated() {
            poller.add(listener.descriptor, key: UInt64(index), [.reading])
        }
    }

    func closeListeners() {
        for listener in listeners {
            // A socket from systemd stays open in systemd, so closing it here would not remove it from epoll.
            poller.remove(listener.descriptor)
            listener.close()
        }
        listeners = []
    }

    func accept(from listener: ListeningSocket) {
        for _ in 0..<Self.acceptsAtOnce {
            switch Socket.accept(from: listener.descriptor) {
            case .connection(let socket, let peer): open(socket, peer)
            case .none: return
            case .exhausted:
                for listener in listeners { poller.remove(listener.descriptor) }
                acceptsAgain = now + Self.acceptPause
                return
            }
        }
    }

    private func open(_ socket: Socket, _ peer: HTTPPeer) {
        let isTrustedProxy = isTrusted(peer)
        var isCounted = false
        var isRefused = false
        if case .address = peer, !isTrustedProxy {
            isCounted = counter.add(peer)
            isRefused = !isCounted
        }
        let isFull = connectionCount >= configuration.maxConnections && !closeIdlest()
        let context = peer == .unix ? nil : tls.withLock { $0 }
        let session = context?.session(socket)
        // OpenSSL could not allocate a session.
        if context != nil, session == nil { return socket.close() }
        let index = Int(socket.descriptor)
        while connections.count <= index { connections.append(nil) }
        let connection = HTTPConnection(
            socket: socket, tls: session, key: nextGeneration << 32 | UInt64(index), peer: peer, isCounted: isCounted,
            isTrustedProxy: isTrustedProxy, parser: RequestHeadParser(limits: headLimits),
            readDeadline: now + Ticks(configuration.headDeadline))
        // Generations have 32 bits; 0 is reserved for listeners.
        nextGeneration = nextGeneration == UInt64(UInt32.max) ? 1 : nextGeneration + 1
        connections[index] = connection
        connectionCount += 1
        gauge.set(connectionCount)
        poller.add(socket.descriptor, key: connection.key, connection.interest)
        schedule(connection)
        guard isRefused || isFull else { return }
        // Over TLS, send no error response, because it would require a handshake.
        if connection.isSecure { return close(connection) }
        refuse(connection, .tooManyConnections, requestIDs.next())
        // Close without lingering, because there is no room for this connection.
        if isFull { connection.lingers = false }
        settle(connection)
    }

    private func isTrusted(_ peer: HTTPPeer) -> Bool {
        guard case .address(let address) = peer else { return configuration.trustsUnixPeers }
        return configuration.trustedProxies.contains { $0.contains(address) }
    }

    /// Makes room for a new connection by closing another one: preferably one that is lingering, then one that is idle,
    /// then one that is slow to send its headers.
    private func closeIdlest() -> Bool {
        var least: (connection: HTTPConnection, use: Int)?
        for case let connection? in connections where connection.phase != .exchange && connection.output.isEmpty {
            let use = connection.phase == .lingering ? 0 : connection.isIdle ? 1 : 2
            if let least, (least.use, least.connection.readDeadline) <= (use, connection.readDeadline) { continue }
            least = (connection, use)
        }
        guard let least else { return false }
        close(least.connection)
        return true
    }

    /// Closes a connection immediately and cancels its request.
    ///
    /// - Parameter isCut: whether the client must be able to tell that the response is incomplete.
    func close(_ connection: HTTPConnection, isCut: Bool = false) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        connection.exchange?.cancel(.disconnected)
        uncount(connection, connection.exchange)
        connection.exchange = nil
        connections[Int(connection.descriptor)] = nil
        connectionCount -= 1
        gauge.set(connectionCount)
        connection.closeSocket(isCut: isCut)
    }

    /// Removes the connection and its request from the counts, because the client has presented credentials or is gone.
    func uncount(_ connection: HTTPConnection, _ exchange: Exchange?) {
        if connection.isCounted {
            connection.isCounted = false
            counter.remove(connection.peer)
        }
        if let exchange, let peer = exchange.countedPeer {
            exchange.countedPeer = nil
            counter.remove(peer)
        }
    }
}
