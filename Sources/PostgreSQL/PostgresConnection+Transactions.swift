private import CPQ
internal import Database
private import Pipelines

extension PostgresConnection {
    /// The isolation level of a transaction.
    public enum Isolation: String, Sendable {
        /// Each statement sees what was committed before it began.
        case readCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED"
        /// All statements see the same snapshot. Writing is not allowed.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Runs `body` in one transaction, so that either all or none of its changes are stored. If a transaction is
    /// already open, a savepoint is used instead.
    ///
    /// The server also enforces time limits, in case this process no longer exists. It ends statements at the deadline.
    /// It ends a transaction that is idle for `idleLimit` or past the deadline, because the transaction may hold a lock
    /// that others wait for. While a statement runs, it detects whether the client is lost.
    ///
    /// A COMMIT is not cancelled at the deadline. If it waits for a synchronous standby, the server would end the wait
    /// and report success (<https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION-HA>). Instead,
    /// the connection is abandoned, and it is unknown whether the transaction was stored.
    public func transaction<Result>(
        _ isolation: Isolation = .readCommitted, _ body: () throws -> Result
    ) throws -> Result {
        try transaction(isolation, reading: []) { _ in try body() }
    }

    /// Like the overload without `requests`, but also runs queries in the round trip that begins the transaction.
    ///
    /// - Parameter body: receives the rows of each query.
    public func transaction<Result>(
        _ isolation: Isolation, reading requests: [PostgresRequest], _ body: ([PostgresRows]) throws -> Result
    ) throws -> Result {
        let isNested = isInTransaction
        let savepoint = "level\(transactionDepth)"
        let outerLimit = statementLimit
        var isBegun = false
        var postponedSavepoint: PostgresAnswer?
        do {
            let rows: [PostgresRows]
            if isNested, requests.isEmpty, limitToSet(isNew: false) == nil {
                postponedSavepoint = try postpone(PostgresRequest("SAVEPOINT \(savepoint)", isPrepared: false))
                rows = []
            } else {
                rows = try begin(isNested ? "SAVEPOINT \(savepoint)" : isolation.rawValue, isNested, requests)
            }
            isBegun = true
            transactionDepth += 1
            defer { transactionDepth -= 1 }
            let result = try body(rows)
            // A COMMIT of a failed transaction rolls it back without reporting an error.
            if hasFailedStatement {
                throw PostgresError(sqlState: "25P02", message: "a statement of the transaction has failed")
            }
            if !isNested, isolation == .snapshot {
                try endSnapshot()
                return result
            }
            isCommitting = !isNested
            defer { isCommitting = false }
            if isNested {
                try postpone(PostgresRequest("RELEASE \(savepoint)", isPrepared: false))
            } else if postponed.isEmpty {
                try execute("COMMIT", followingDeadline: false)
            } else {
                _ = try pipeline([PostgresRequest("COMMIT", isPrepared: false)], followingDeadline: false)
            }
            return result
        } catch {
            // If the savepoint has not been sent to the server, only discard the statements queued since then.
            if let first = postponed.firstIndex(where: { $0.answer === postponedSavepoint }) {
                postponed.removeSubrange(first...)
                statementLimit = outerLimit
                throw error
            }
            postponed = []
            // Ignore errors of the rollback, so that the original error is thrown.
            let outer = deadline
            deadline = .after(Self.cancellationGrace)
            defer { deadline = outer }
            if isInTransaction, isBegun || !isNested {
                try? execute(
                    isNested ? "ROLLBACK TO \(savepoint); RELEASE \(savepoint)" : "ROLLBACK", followingDeadline: false)
                // If the rollback failed, later statements would still belong to the transaction, so abandon the
                // connection.
                if !isNested, isInTransaction { isGivenUp = true }
            }
            // The rollback also restores the settings.
            statementLimit = outerLimit
            throw error
        }
    }

    /// Begins a transaction or a savepoint, and sets the time limit of its statements, in one round trip.
    private func begin(
        _ statement: String, _ isNested: Bool, _ requests: [PostgresRequest]
    ) throws -> [PostgresRows] {
        let limit = limitToSet(isNew: !isNested)
        var settings = isNested ? [] : transactionSettings
        if let limit { settings.append(("statement_timeout", limit)) }
        // Do not prepare utility statements such as BEGIN, because they have no plan.
        var first = [PostgresRequest(statement, isPrepared: false)]
        if !settings.isEmpty { first.append(Self.setting(settings)) }
        let rows = try pipeline(first + requests, followingDeadline: false)
        statementLimit = limit ?? statementLimit
        return Array(rows.dropFirst(first.count))
    }

    /// Changes settings for this transaction only, because behind a pooler, session settings would affect other
    /// clients.
    private static func setting(_ settings: [(name: String, value: Int)]) -> PostgresRequest {
        let calls = settings.enumerated().map { "pg_catalog.set_config('\($1.name)', $\($0 + 1), true)" }
        return PostgresRequest(
            "SELECT \(calls.joined(separator: ", "))", settings.map { .text(String($0.value)) })
    }

    private var transactionSettings: [(name: String, value: Int)] {
        var limit = idleLimit
        if let left = deadline.remaining { limit = min(limit, left + Self.cancellationGrace) }
        // Compilation takes longer than these statements. The planner chooses it by its estimates, which are too high for
        // the conditions of members.
        var settings = [("idle_in_transaction_session_timeout", Int(limit / .milliseconds(1))), ("jit", 0)]
        if serverVersion >= Self.checkingVersion { settings.append(("client_connection_check_interval", 5_000)) }
        return settings
    }

    /// Commits a read-only transaction without waiting for the response, which is read before the next statement.
    private func endSnapshot() throws {
        // If a postponed statement writes, it must be sent, so that it fails in the read-only snapshot. Savepoints need
        // not be sent.
        if postponed.contains(where: \.request.isPrepared) { try runPostponed() }
        postponed = []
        guard unsafe cPQsendQuery(handle, "COMMIT") == 1 else { throw connectionError(sql: "COMMIT") }
        isEnding = true
        try flush()
    }

    /// Reads the response to the COMMIT of a snapshot. Server errors are ignored, because all reads have succeeded.
    func finishEnding() throws {
        guard isEnding else { return }
        isEnding = false
        do { _ = try finishStatement("COMMIT") } catch { if isBroken { throw error } }
    }

    /// Updates the statement timeout on the server if it differs too much from the time left. A statement then ends at
    /// the deadline even if a cancel request does not arrive.
    func followDeadline() throws {
        guard transactionDepth > 0, isInTransaction, !hasFailedStatement, let limit = limitToSet(isNew: false) else {
            return
        }
        try postpone(PostgresRequest("SET LOCAL statement_timeout = \(limit)", isPrepared: false))
        statementLimit = limit
    }

    /// The `statement_timeout` to set, in milliseconds; nil if the current timeout is close enough to the time left.
    private func limitToSet(isNew: Bool) -> Int? {
        let limit = deadline.remaining.map { min(Int($0 / .milliseconds(1)) + 1, Int(Int32.max)) } ?? 0
        if isNew || limit == 0 || statementLimit == 0 { return isNew || limit != statementLimit ? limit : nil }
        let isNear = limit <= statementLimit && statementLimit <= limit + max(Self.limitSlack, limit / 4)
        return isNear ? nil : limit
    }

    /// The server may end a statement at most this long after the deadline, in milliseconds.
    private static let limitSlack = 100

    /// From version 14, a server can check during a statement whether its client still exists.
    private static let checkingVersion = 140_000

    /// Takes an advisory lock, which is held until the end of the transaction
    /// (<https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS>).
    ///
    /// - Parameter wait: whether to wait for the lock; if false, returns at once.
    /// - Returns: whether this transaction has acquired the lock.
    public func lock(_ key: Int64, wait: Bool = true) throws -> Bool {
        precondition(isInTransaction)
        if wait {
            _ = try query("SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(key)])
            return true
        }
        return try query("SELECT pg_catalog.pg_try_advisory_xact_lock($1)", [.integer(key)]).first?.bool(0) ?? false
    }
}
