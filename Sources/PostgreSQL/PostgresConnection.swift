private import CPQ
internal import Dispatch
private import Glibc
public import Pipelines

/// One connection to a PostgreSQL server. Not `Sendable`: its owner uses it on one thread at a time.
///
/// Every wait ends at the deadline, also one for a network that stalls.
@safe public final class PostgresConnection {
    public let address: PostgresAddress
    let handle: OpaquePointer
    /// The deadline of the current work, set by `withDeadline`.
    public internal(set) var deadline = Deadline.never
    /// How long a transaction may be without a statement before the server ends it with the connection.
    public var idleLimit = Duration.seconds(300)
    /// A pooler gives each transaction another connection to the server (PgBouncer in transaction mode): statements are not
    /// prepared by name, and notifications do not arrive.
    public private(set) var isPooled = false
    /// Names of prepared statements by text and types.
    var prepared: [String: String] = [:]
    var namesGiven = 0
    var transactionDepth = 0
    /// How long a cancelled statement may go on before the connection is given up.
    static let cancellationGrace = Duration.seconds(1)

    /// Connects.
    ///
    /// - Throws: `PostgresError`: `connectionFailed`, or `queryCanceled` at the deadline. Names of hosts are resolved by
    ///   libpq, which does not see the deadline.
    public init(_ address: PostgresAddress, until deadline: Deadline = .never) throws {
        self.address = address
        self.deadline = deadline
        guard let handle = unsafe Self.start(address.connectionParameters) else {
            throw PostgresError.connectionFailed("out of memory")
        }
        unsafe self.handle = handle
        try finishConnecting()
        unsafe cpq_ignore_notices(handle)
        unsafe cPQsetnonblocking(handle, 1)
        // PgBouncer answers with a number of its own.
        let process = try query("SELECT pg_catalog.pg_backend_pid()", isPrepared: false).first?.integer(0)
        isPooled = unsafe process != Int64(cPQbackendPID(handle))
        self.deadline = .never
    }

    deinit { unsafe cPQfinish(handle) }

    private static func start(_ parameters: [String: String]) -> OpaquePointer? {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        var names: [UnsafePointer<CChar>?] = unsafe []
        var values: [UnsafePointer<CChar>?] = unsafe []
        for (name, value) in parameters {
            let copies = unsafe (strdup(name), strdup(value))
            unsafe pointers += [copies.0, copies.1]
            unsafe names.append(UnsafePointer(copies.0))
            unsafe values.append(UnsafePointer(copies.1))
        }
        unsafe names.append(nil)
        unsafe values.append(nil)
        return unsafe cPQconnectStartParams(names, values, 0)
    }

    private func finishConnecting() throws {
        var state = PGRES_POLLING_WRITING
        // libpq checks connect_timeout only in its blocking functions.
        let limit = Deadline.after(.seconds(Int(address.connectionParameters["connect_timeout"] ?? "") ?? 10))
        let outer = deadline
        deadline = outer.or(limit)
        defer { deadline = outer }
        while true {
            switch state {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING, PGRES_POLLING_WRITING: break
            default: throw connectionError()
            }
            if deadline.isReached {
                throw outer.isReached
                    ? PostgresError.deadlineReached() : PostgresError.connectionFailed("no answer from the server")
            }
            wait(for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT)
            state = unsafe cPQconnectPoll(handle)
        }
    }

    // MARK: - State

    /// The host that answered, of those in the address; a folder for a socket.
    public var host: String { unsafe cPQhost(handle).map { unsafe String(cString: $0) } ?? "" }
    /// 150018 for 15.18.
    public var serverVersion: Int { Int(unsafe cPQserverVersion(handle)) }
    /// Whether the connection is lost; a new one is needed.
    public var isBroken: Bool { unsafe isGivenUp || cPQstatus(handle) != CONNECTION_OK }
    /// A statement did not end although it was cancelled.
    var isGivenUp = false
    /// Signalled once a request to cancel has arrived; nil where none is under way.
    var cancelling: DispatchSemaphore?
    public var isInTransaction: Bool {
        let status = unsafe cPQtransactionStatus(handle)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// The transaction can only be rolled back.
    var hasFailedStatement: Bool { unsafe cPQtransactionStatus(handle) == PQTRANS_INERROR }

    func connectionError(sql: String? = nil) -> PostgresError {
        let message = unsafe cPQerrorMessage(handle).map { unsafe String(cString: $0) } ?? ""
        return PostgresError(sqlState: PostgresError.Code.connectionFailed.characters, message: message, sql: sql)
    }

    // MARK: - Deadlines

    /// Runs `body` with a deadline for all its work on the server. A nested deadline can only be earlier.
    ///
    /// - Throws: `PostgresError.queryCanceled` once it is reached, and what `body` throws. A statement that then does not end
    ///   within a second breaks the connection.
    public func withDeadline<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        if deadline.isNever { return try body() }
        let outer = self.deadline
        self.deadline = outer.or(deadline)
        defer { self.deadline = outer }
        try checkDeadline()
        return try body()
    }

    /// - Throws: `PostgresError.queryCanceled` once the current deadline is reached.
    public func checkDeadline() throws {
        if deadline.isReached { throw PostgresError.deadlineReached() }
    }

    // MARK: - Waiting

    /// A cancellation by another thread is noticed within this time.
    private static let checkMilliseconds = 20

    /// Waits for the socket, until it is ready or the deadline has to be looked at again.
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
