internal import Formats
internal import Pipelines
internal import System

extension EventLoop {
    /// Reads from the socket once.
    func read(_ connection: HTTPConnection) {
        guard connection.wantsInput else { return }
        switch connection.read(into: &scratch) {
        case .bytes(let count):
            if connection.phase == .lingering { return }
            if connection.inputStart == 0, connection.input.isEmpty {
                connection.input = Array(scratch[..<count])
            } else {
                connection.input += scratch[..<count]
            }
            advance(connection)
            if !connection.isClosed { flush(connection) }
        case .wouldBlock: break
        case .end: end(connection)
        case .failed: close(connection)
        }
    }

    /// Records that the client has shut down its sending side while the loop is not reading. Input that was sent
    /// earlier is read later.
    func noticeEnd(_ connection: HTTPConnection) {
        guard !connection.wantsInput else { return }
        connection.endIsAhead = true
        if let exchange = connection.exchange, exchange.isFollower { exchange.cancel(.disconnected) }
    }

    /// Handles the end of the client's input. A client that has shut down its sending side may still wait for answers,
    /// so its complete requests are answered (<https://www.rfc-editor.org/rfc/rfc9112#section-9.6>). Only a failing
    /// write shows that the client is gone.
    private func end(_ connection: HTTPConnection) {
        connection.hasEnded = true
        switch connection.phase {
        case .lingering: if connection.output.isEmpty { close(connection) }
        case .head: advance(connection)
        case .exchange:
            guard let exchange = connection.exchange else { return }
            failCutBody(exchange)
            // Cancel a follower's request as soon as the client shuts down its sending side.
            if exchange.isFollower { exchange.cancel(.disconnected) }
        }
    }

    /// Parses the requests and bodies in the connection's input.
    func advance(_ connection: HTTPConnection) {
        do throws(HTTPError) {
            // Do not parse the next request before the previous answer was sent, so that answers do not accumulate in
            // memory.
            if connection.phase == .head, connection.output.isEmpty {
                if connection.availableBytes > 0 { try readHead(connection) }
                if connection.phase == .head, connection.hasEnded { return close(connection) }
            }
            guard let exchange = connection.exchange else { return }
            takeBody(connection)
            if connection.hasEnded { failCutBody(exchange) }
        } catch {
            refuse(connection, error, requestIDs.next())
        }
    }

    /// Handles a client that has shut down its sending side in the middle of a body.
    private func failCutBody(_ exchange: Exchange) {
        guard !exchange.bodyIsWhole, !exchange.dropsInput, !exchange.isPaused else { return }
        exchange.dropsInput = true
        exchange.bodyDeadline = .never
        exchange.pipe?.fail(.badRequest("the body ends early"))
    }

    private func readHead(_ connection: HTTPConnection) throws(HTTPError) {
        if !connection.isReadingHead {
            connection.isReadingHead = true
            connection.readDeadline = min(connection.readDeadline, now + Ticks(configuration.headDeadline))
            schedule(connection)
        }
        guard let (raw, length) = try connection.parser.read(connection.input, from: connection.inputStart) else {
            return
        }
        connection.consume(length)
        connection.parser = RequestHeadParser(limits: headLimits)
        connection.isReadingHead = false
        connection.readDeadline = .never
        let target = try RequestTarget(raw.target, method: raw.method)
        let framing = try RequestFraming(raw, target: target)
        begin(connection, makeHead(connection, raw, target, framing), framing)
    }

    private func makeHead(
        _ connection: HTTPConnection, _ raw: RawRequestHead, _ target: RequestTarget, _ framing: RequestFraming
    ) -> HTTPRequestHead {
        var client = (peer: connection.peer, isSecure: connection.isSecure)
        if connection.isTrustedProxy {
            let forwarded = ForwardedClient(
                raw.headers, from: connection.peer, isSecure: connection.isSecure, proxies: configuration.trustedProxies
            )
            client = (forwarded.peer, forwarded.isSecure)
        }
        let length: Int? =
            switch framing.body {
            case .none: 0
            case .length(let length): length
            case .chunked: nil
            }
        return HTTPRequestHead(
            method: HTTPMethod(rawValue: raw.method), target: raw.target, path: target.path, query: target.query,
            headers: raw.headers, host: framing.host, isHTTP10: raw.isHTTP10, contentLength: length, peer: client.peer,
            isSecure: client.isSecure, number: requestIDs.next())
    }

    /// Starts the task that answers a request.
    private func begin(_ connection: HTTPConnection, _ head: HTTPRequestHead, _ framing: RequestFraming) {
        let limits = responder.limits(for: head)
        if case .length(let length) = framing.body, length > limits.maxBodyBytes {
            return refuse(
                connection, .bodyTooLarge(limit: limits.maxBodyBytes), head.number,
                acceptLanguage: head.headers["Accept-Language"] ?? "")
        }
        let id = ExchangeID(descriptor: connection.descriptor, number: nextExchange)
        nextExchange += 1
        let mailbox = mailbox
        var pipe: BodyPipe?
        if framing.body != .none {
            pipe = BodyPipe(announcesDemand: framing.expectsContinue) { mailbox.post(.bodyDemanded(id)) }
        }
        let cancellation = Cancellation()
        let exchange = Exchange(
            id: id, head: head, framing: framing, limits: limits, cancellation: cancellation, pipe: pipe, now: now)
        if connection.isTrustedProxy, head.peer != connection.peer {
            guard counter.add(head.peer) else {
                return refuse(connection, .tooManyConnections, head.number, acceptLanguage: exchange.acceptLanguage)
            }
            exchange.countedPeer = head.peer
        }
        var onAuthenticated: (@Sendable () -> Void)?
        if connection.isCounted || exchange.countedPeer != nil {
            onAuthenticated = { mailbox.post(.authenticated(id)) }
        }
        let request = HTTPRequest(
            head: head, body: pipe.map { HTTPBody(source: $0) } ?? .empty,
            deadline: Deadline(after: limits.deadline, orOn: cancellation),
            onAuthenticated: onAuthenticated)
        connection.phase = .exchange
        connection.exchange = exchange
        schedule(connection)
        exchange.task = Task(executorPreference: executor) { [responder] in
            await RequestTask(responder, mailbox, id).answer(request)
        }
    }

    // MARK: - Bodies

    /// Moves input that belongs to the body into the pipe.
    private func takeBody(_ connection: HTTPConnection) {
        guard let exchange = connection.exchange, let pipe = exchange.pipe, !exchange.bodyIsWhole else { return }
        guard !exchange.dropsInput else { return connection.consume(connection.availableBytes) }
        guard connection.availableBytes > 0, !exchange.isPaused else { return }
        exchange.awaitsContinue = false
        do throws(HTTPError) {
            let chunk = try decode(connection, exchange)
            if !chunk.isEmpty, pipe.push(chunk), !exchange.bodyIsWhole {
                exchange.isPaused = true
                exchange.pausedTime = exchange.bodyDeadline == .never ? .never : exchange.bodyDeadline - now
                exchange.bodyDeadline = .never
            }
            if exchange.bodyIsWhole {
                exchange.bodyDeadline = .never
                pipe.finish()
            }
        } catch {
            exchange.dropsInput = true
            exchange.bodyDeadline = .never
            pipe.fail(error)
        }
    }

    private func decode(_ connection: HTTPConnection, _ exchange: Exchange) throws(HTTPError) -> [UInt8] {
        var chunk: [UInt8] = []
        if case .chunked = exchange.framing {
            let count = try exchange.decoder.decode(connection.input, from: connection.inputStart, into: &chunk)
            connection.consume(count)
            exchange.bodyIsWhole = exchange.decoder.isAtEnd
            guard chunk.count <= exchange.remainingBytes else { throw .bodyTooLarge(limit: exchange.maxBodyBytes) }
        } else {
            let count = min(exchange.remainingBytes, connection.availableBytes)
            if connection.inputStart == 0, count == connection.input.count {
                swap(&chunk, &connection.input)
            } else {
                chunk = Array(connection.input[connection.inputStart..<connection.inputStart + count])
                connection.consume(count)
            }
            exchange.bodyIsWhole = count == exchange.remainingBytes
        }
        exchange.remainingBytes -= chunk.count
        return chunk
    }

    /// Sends `100 Continue` if the client waits for it before it sends the body.
    func inviteBody(_ connection: HTTPConnection, _ exchange: Exchange) {
        guard exchange.awaitsContinue else { return }
        exchange.awaitsContinue = false
        enqueue(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), connection)
    }

    /// Resumes reading for a task that waits for bytes of the body.
    func resumeBody(_ connection: HTTPConnection, _ exchange: Exchange) {
        if !exchange.hasAnswer { inviteBody(connection, exchange) }
        if exchange.isPaused {
            exchange.isPaused = false
            if exchange.pausedTime != .never { exchange.bodyDeadline = now + exchange.pausedTime }
            schedule(connection)
        }
    }
}
