extension EventLoop {
    /// Sends an answer, or only its head if the body is streamed.
    func send(_ answer: PreparedAnswer, _ connection: HTTPConnection, _ exchange: Exchange) {
        exchange.hasAnswer = true
        var isStream = false
        if case .stream = answer.body { isStream = true }
        // While a task writes a stream, it may still read the request body.
        if isStream { inviteBody(connection, exchange) }
        let isChunked = isStream && !exchange.isHTTP10
        // Requests that arrived before the client shut down its sending side are still answered.
        let mayFollow = !connection.hasEnded || connection.availableBytes > 0
        let keepsAlive =
            exchange.keepsAlive && exchange.bodyIsWhole && mayFollow && drainDeadline == nil
            && (isChunked || !isStream)
        connection.closesAfterOutput = !keepsAlive
        // A client that did not request to close the connection may already be sending its next request.
        connection.lingers = !exchange.bodyIsWhole || connection.availableBytes > 0 || exchange.keepsAlive
        var bytes = answer.head
        bytes += dateLine.bytes()
        if isChunked { bytes += "Transfer-Encoding: chunked\r\n".utf8 }
        if !keepsAlive {
            bytes += "Connection: close\r\n".utf8
        } else if exchange.isHTTP10 {
            bytes += "Connection: keep-alive\r\n".utf8
        }
        bytes += "\r\n".utf8
        switch answer.body {
        case .bytes(let body):
            // Send a small answer with one system call; do not copy a large one.
            if body.count <= 16 << 10 {
                bytes += body
                enqueue(bytes, connection)
            } else {
                enqueue(bytes, connection)
                enqueue(body, connection)
            }
            finish(connection, exchange)
        case .stream(let pipe):
            enqueue(bytes, connection)
            exchange.stream = pipe
            pump(connection, exchange)
        }
    }

    /// Sends the available bytes of a stream, as fast as the client reads.
    func pump(_ connection: HTTPConnection, _ exchange: Exchange) {
        guard let pipe = exchange.stream else { return }
        guard connection.outputBytes < Self.maxOutput else {
            exchange.streamIsWaiting = true
            return
        }
        exchange.streamIsWaiting = false
        let taken = pipe.take()
        if !taken.bytes.isEmpty {
            if exchange.isHTTP10 {
                enqueue(taken.bytes, connection)
            } else {
                enqueue(
                    Array("\(String(taken.bytes.count, radix: 16))\r\n".utf8) + taken.bytes + "\r\n".utf8, connection)
            }
        }
        guard let isWhole = taken.isWhole else { return }
        guard isWhole else {
            flush(connection)
            return close(connection, isCut: true)
        }
        if !exchange.isHTTP10 { enqueue(Array("0\r\n\r\n".utf8), connection) }
        finish(connection, exchange)
    }

    /// Ends an exchange whose answer is complete but may not have been sent yet.
    private func finish(_ connection: HTTPConnection, _ exchange: Exchange) {
        if !exchange.bodyIsWhole { exchange.pipe?.fail(.disconnected) }
        if let peer = exchange.countedPeer { counter.remove(peer) }
        connection.exchange = nil
        if connection.closesAfterOutput {
            connection.phase = .lingering
            connection.consume(connection.availableBytes)
            connection.readDeadline = .never
        } else {
            connection.phase = .head
            connection.readDeadline = now + Ticks(configuration.idleDeadline)
            schedule(connection)
        }
    }

    /// Sends an error response of the HTTP layer, and closes the connection.
    ///
    /// - Parameter acceptLanguage: the `Accept-Language` field of a request that has no exchange yet.
    func refuse(
        _ connection: HTTPConnection, _ error: HTTPError, _ requestNumber: UInt64, acceptLanguage: String = ""
    ) {
        var acceptLanguage = acceptLanguage
        var isForHead = false
        if let exchange = connection.exchange {
            isForHead = exchange.isForHead
            acceptLanguage = exchange.acceptLanguage
            exchange.cancel(error)
            if let peer = exchange.countedPeer { counter.remove(peer) }
            connection.exchange = nil
        }
        let response = responder.failure(
            error, acceptLanguage: acceptLanguage, requestID: RequestID.text(requestNumber))
        let answer = PreparedAnswer(response, stream: nil, isForHead: isForHead)
        var bytes = answer.head + dateLine.bytes() + "Connection: close\r\n\r\n".utf8
        if case .bytes(let body) = answer.body { bytes += body }
        enqueue(bytes, connection)
        connection.closesAfterOutput = true
        connection.lingers = true
        connection.phase = .lingering
        connection.readDeadline = .never
        connection.consume(connection.availableBytes)
    }

    func enqueue(_ bytes: [UInt8], _ connection: HTTPConnection) {
        if bytes.isEmpty { return }
        connection.output.append(bytes)
        connection.outputBytes += bytes.count
    }

    /// Writes as much output as the system accepts. After the last byte, closes the connection if it is not kept alive.
    func flush(_ connection: HTTPConnection) {
        while !connection.isClosed {
            while !connection.output.isEmpty {
                switch connection.writeFirst() {
                case .bytes(let count): advanceOutput(connection, count)
                case .wouldBlock:
                    if connection.writeDeadline == .never {
                        connection.writeDeadline = now + Ticks(configuration.writeDeadline)
                        schedule(connection)
                    }
                    return
                case .end, .failed: return close(connection)
                }
            }
            guard let exchange = connection.exchange, exchange.streamIsWaiting else { break }
            pump(connection, exchange)
        }
        guard connection.exchange == nil, !connection.isClosed else { return }
        if connection.closesAfterOutput { return finishOutput(connection) }
        if drainDeadline != nil, connection.isIdle { close(connection) }
    }

    private func advanceOutput(_ connection: HTTPConnection, _ count: Int) {
        connection.outputBytes -= count
        connection.progressBytes += count
        if connection.outputBytes == 0 || connection.progressBytes >= Self.minProgress {
            connection.progressBytes = 0
            connection.writeDeadline = .never
        }
        connection.outputStart += count
        if connection.outputStart == connection.output[0].count {
            connection.output.removeFirst()
            connection.outputStart = 0
        }
    }

    /// Closes a connection whose output has been sent. If the connection were closed while the client is still sending,
    /// the system would discard the answer. Therefore our sending side is shut down first, which gives the client some
    /// time to read the answer and to close the connection.
    private func finishOutput(_ connection: HTTPConnection) {
        if !connection.lingers || connection.hasEnded { return close(connection) }
        guard connection.readDeadline == .never else { return }
        connection.finishSending()
        connection.readDeadline = lingerDeadline
        schedule(connection)
    }
}
