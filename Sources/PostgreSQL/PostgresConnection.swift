private import CPQ
public import Database
internal import Dispatch
private import Glibc
public import Pipelines

/// One connection to a PostgreSQL server. Not `Sendable`: only one thread may use the connection at a time.
///
/// Every wait ends at the deadline, even if the network stalls.
@safe public final class PostgresConnection {
    public let address: PostgresAddress
    let handle: OpaquePointer
    /// The deadline of the current operations, set by `withDeadline`.
    public internal(set) var deadline = Deadline.never
    /// The time that a transaction may be idle before the server ends it and closes the connection.
    public var idleLimit = Duration.seconds(300)
    /// Whether the connection goes through a pooler that may use a different server connection for each transaction,
    /// such as PgBouncer in transaction mode. Statements are then not prepared by name, and no notifications arrive.
    public private(set) var isPooled = false
    /// Names of prepared statements, by SQL text and parameter types.
    var prepared: [String: String] = [:]
    var namesGiven = 0
    var transactionDepth = 0
    /// Statements that will be sent together with the next statement.
    var postponed: [(request: PostgresRequest, answer: PostgresAnswer)] = []
    /// The `statement_timeout` of the current transaction, in milliseconds; 0 if there is none.
    var statementLimit = 0
    /// Whether a COMMIT is under way.
    var isCommitting = false
    /// Whether the COMMIT of a snapshot has been sent but its response has not been read.
    var isEnding = false
    /// The time that a cancelled statement may continue before the connection is abandoned.
    static let cancellationGrace = Duration.seconds(1)

    /// The reader whose state statements of a library read; nil for the owner of the library.
    public var reader: SQLReader?

    private var firstAnswers: [PostgresRows]?

    /// Connects to a server.
    ///
    /// - Parameter requests: queries to run in the same round trip as the session settings.
    /// - Throws: `PostgresError`: `connectionFailed`, or `queryCanceled` at the deadline.
    public init(
        _ address: PostgresAddress, until deadline: Deadline = .never, reading requests: [PostgresRequest] = []
    ) throws {
        self.address = address
        self.deadline = deadline
        guard let handle = unsafe try ConnectionAttempt.connect(address.connectionParameters, until: deadline) else {
            throw PostgresError.connectionFailed("out of memory")
        }
        unsafe self.handle = handle
        try requireConnected()
        unsafe cpq_ignore_notices(handle)
        unsafe cPQsetnonblocking(handle, 1)
        try beginSession(reading: requests)
        self.deadline = .never
    }

    deinit { unsafe cPQfinish(handle) }

    /// - Throws: libpq's message for each host if the connection has failed.
    private func requireConnected() throws {
        if unsafe cPQstatus(handle) == CONNECTION_OK { return }
        let message = unsafe cPQerrorMessage(handle).map { unsafe String(cString: $0) } ?? ""
        // Lines that begin with a tab are hints.
        let lines = message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }
        throw PostgresError.connectionFailed(lines.joined(separator: "; "))
    }

    /// Session settings that make the server quickly detect a lost client during a COPY, which neither a timeout nor a
    /// cancel request would end. They are not set behind a pooler, which manages its own connections.
    private static let keepalives = [
        ("tcp_keepalives_idle", 15), ("tcp_keepalives_interval", 5), ("tcp_keepalives_count", 3),
        ("tcp_user_timeout", 30_000),
    ]

    /// Detects a pooler by its process id, which differs from the server's. Without a pooler, sets `keepalives` in the
    /// same round trip.
    private func beginSession(reading requests: [PostgresRequest]) throws {
        let settings = Self.keepalives.map { "pg_catalog.set_config('\($0.0)', '\($0.1)', false)" }
        // Statements are not prepared by name until it is known that there is no pooler.
        let session = PostgresRequest(
            """
            SELECT pg_catalog.pg_backend_pid() <> $1,
                CASE WHEN pg_catalog.pg_backend_pid() = $1 THEN \(settings.joined(separator: " || ")) END
            """, [.int32(unsafe cPQbackendPID(handle))], isPrepared: false)
        var answers: [PostgresRows]
        do {
            answers = try pipeline([session] + requests.map { PostgresRequest($0.sql, $0.values, isPrepared: false) })
            firstAnswers = Array(answers.dropFirst())
        } catch let error as PostgresError
            where !requests.isEmpty && !isBroken && !(PostgresError.Code.queryCanceled ~= error)
        {
            // The failure has rolled back the settings, so send them again.
            answers = try pipeline([session])
        }
        isPooled = answers.first?.first?.bool(0) ?? true
        if !isPooled { return }
        do {
            try execute("BEGIN")
            try execute("COMMIT")
        } catch let error as PostgresError where .connection ~= error {
            throw PostgresError.connectionFailed(
                "\(error.message); behind a pooler transactions are needed: for PgBouncer set pool_mode = transaction")
        }
    }

    /// The rows of the requests passed to `init`; nil if a request failed. Only the first call returns them.
    public func takeFirstAnswers() -> [PostgresRows]? {
        defer { firstAnswers = nil }
        return firstAnswers
    }

    // MARK: - State

    /// The host that accepted the connection; a folder for a Unix socket.
    public var host: String { unsafe cPQhost(handle).map { unsafe String(cString: $0) } ?? "" }
    /// The server's version as a number, for example 150018 for 15.18.
    public var serverVersion: Int { Int(unsafe cPQserverVersion(handle)) }
    /// Whether the connection is already known to be broken and must be replaced. Unlike `isLost`, does not poll the
    /// socket.
    public var isBroken: Bool { unsafe isGivenUp || cPQstatus(handle) != CONNECTION_OK }
    /// Whether a new connection is needed, for example because the server has closed this one while it was idle. Does
    /// not wait.
    public var isLost: Bool {
        if isEnding, unsafe cPQconsumeInput(handle) == 1, unsafe cPQisBusy(handle) == 0 { try? finishEnding() }
        while !isBroken, unsafe cPQtransactionStatus(handle) == PQTRANS_IDLE {
            var polled = unsafe pollfd(fd: cPQsocket(handle), events: Int16(POLLIN), revents: 0)
            if unsafe poll(&polled, 1, 0) != 1 || cPQconsumeInput(handle) == 0 { break }
        }
        return isBroken
    }
    /// Whether the connection is unusable because a statement did not end although it was cancelled.
    var isGivenUp = false
    /// Signalled when a cancel request has been handled; nil if no request is pending.
    var cancelling: DispatchSemaphore?
    public var isInTransaction: Bool {
        let status = unsafe cPQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// Whether a statement of the transaction has failed, so that the transaction can only be rolled back.
    var hasFailedStatement: Bool { unsafe cPQtransactionStatus(handle) == PQTRANS_INERROR }

    func connectionError(sql: String? = nil) -> PostgresError {
        let message = unsafe cPQerrorMessage(handle).map { unsafe String(cString: $0) } ?? ""
        return PostgresError(sqlState: PostgresError.Code.connectionFailed.characters, message: message, sql: sql)
    }

    // MARK: - Deadlines

    /// Runs `body` with a deadline for all its work on the server. A nested deadline can only be earlier.
    ///
    /// - Throws: `PostgresError.queryCanceled` at the deadline, and errors of `body`. If a statement does not end
    ///   within a second after the deadline, the connection is abandoned.
    public func withDeadline<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        if deadline.isNever { return try body() }
        let outer = self.deadline
        self.deadline = outer.or(deadline)
        defer { self.deadline = outer }
        try checkDeadline()
        return try body()
    }

    /// - Throws: `PostgresError.queryCanceled` if the current deadline has been reached.
    public func checkDeadline() throws {
        if deadline.isReached { throw PostgresError.deadlineReached() }
    }

    // MARK: - Waiting

    /// Interval at which a cancellation by another thread is checked, in milliseconds.
    private static let checkMilliseconds = 20

    /// Waits until the socket is ready or the deadline must be checked again.
    func wait(for events: Int32, atMost milliseconds: Int? = nil) {
        var limit = Int32(clamping: milliseconds ?? -1)
        if !deadline.isNever {
            let left = deadline.remaining.map { Int($0 / .milliseconds(1)) + 1 } ?? Self.checkMilliseconds
            let check = Int32(clamping: min(left, Self.checkMilliseconds))
            limit = limit < 0 ? check : min(limit, check)
        }
        var polled = unsafe pollfd(fd: cPQsocket(handle), events: Int16(events), revents: 0)
        unsafe poll(&polled, 1, limit)
    }
}
