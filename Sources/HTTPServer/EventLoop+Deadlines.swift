extension EventLoop {
    private static let minSweepInterval = Ticks(100_000_000)

    /// Ensures that the next sweep is no later than this connection's next deadline.
    func schedule(_ connection: HTTPConnection) { nextSweep = min(nextSweep, connection.nextDeadline) }

    /// Ends every connection and request whose deadline has passed. Runs at most ten times a second, and takes a few
    /// nanoseconds per connection.
    func sweep() {
        nextSweep = .never
        for case let connection? in connections {
            if connection.nextDeadline <= now {
                expire(connection)
                settle(connection)
            }
            if !connection.isClosed { schedule(connection) }
        }
        if nextSweep != .never { nextSweep = max(nextSweep, now + Self.minSweepInterval) }
    }

    private func expire(_ connection: HTTPConnection) {
        if connection.writeDeadline <= now {
            return close(connection, isCut: true)
        }
        if let exchange = connection.exchange {
            if exchange.bodyDeadline <= now {
                exchange.bodyDeadline = .never
                exchange.dropsInput = true
                exchange.pipe?.fail(.requestTimeout)
            }
            if exchange.deadline <= now { expire(connection, exchange) }
        }
        guard connection.readDeadline <= now else { return }
        connection.readDeadline = .never
        switch connection.phase {
        case .head where connection.isReadingHead: refuse(connection, .requestTimeout, requestIDs.next())
        // The previous answer is still being sent, so only the write deadline applies.
        case .head where !connection.output.isEmpty:
            connection.readDeadline = now + Ticks(configuration.idleDeadline)
            schedule(connection)
        default: close(connection)
        }
    }

    private func expire(_ connection: HTTPConnection, _ exchange: Exchange) {
        exchange.deadline = .never
        if exchange.hasAnswer {
            exchange.cancel(.deadlineExceeded)
            close(connection, isCut: true)
        } else {
            // If the body is incomplete, the client was too slow.
            let error = exchange.bodyIsWhole || exchange.isPaused ? HTTPError.deadlineExceeded : .requestTimeout
            refuse(connection, error, exchange.requestNumber)
        }
    }
}
