private import Pipelines

extension PostgresConnection {
    /// What a transaction sees and may do.
    public enum Isolation: String, Sendable {
        /// Each statement sees what is committed when it begins.
        case readCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED"
        /// All statements see one snapshot; nothing is written.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Runs `body` in one transaction, stored completely or not at all. Inside a transaction, uses a savepoint.
    ///
    /// The server ends its statements at the deadline too, if this side should be gone by then, and a transaction that has had
    /// none for `idleLimit`, or since the deadline: it may hold a lock that others wait for. It notices a client that is gone
    /// while a statement waits.
    ///
    /// A COMMIT is not cancelled at the deadline. Where it waits for a synchronous standby, the server would end the wait and
    /// report success (<https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION-HA>). Instead the
    /// connection is given up; whether the transaction is stored is not known then.
    public func transaction<Result>(
        _ isolation: Isolation = .readCommitted, _ body: () throws -> Result
    ) throws -> Result {
        let isNested = isInTransaction
        let savepoint = "level\(transactionDepth)"
        let outerLimit = statementLimit
        try execute(beginning: isNested ? ["SAVEPOINT \(savepoint)"] : [isolation.rawValue] + settings)
        transactionDepth += 1
        defer { transactionDepth -= 1 }
        do {
            let result = try body()
            // COMMIT of a failed transaction rolls back and reports no error.
            if hasFailedStatement {
                throw PostgresError(sqlState: "25P02", message: "a statement of the transaction has failed")
            }
            isCommitting = !isNested
            defer { isCommitting = false }
            try execute(isNested ? "RELEASE \(savepoint)" : "COMMIT", followingDeadline: false)
            return result
        } catch {
            // The first error is thrown.
            let outer = deadline
            deadline = .after(Self.cancellationGrace)
            defer { deadline = outer }
            if isInTransaction {
                try? execute(
                    isNested ? "ROLLBACK TO \(savepoint); RELEASE \(savepoint)" : "ROLLBACK", followingDeadline: false)
                // Nothing else can be done with it; a statement of somebody else's would be part of the transaction.
                if !isNested, isInTransaction { isGivenUp = true }
            }
            // Settings go with what is rolled back.
            statementLimit = outerLimit
            throw error
        }
    }

    /// Begins a transaction or a part of one, with the time that is left for its statements.
    private func execute(beginning statements: [String]) throws {
        let limit = limitToSet(isNew: transactionDepth == 0)
        // Not by a value: SET takes none. Behind a pooler a setting of the session would reach other clients.
        let setting = limit.map { ["SET LOCAL statement_timeout = \($0)"] } ?? []
        try execute((statements + setting).joined(separator: "; "), followingDeadline: false)
        statementLimit = limit ?? statementLimit
    }

    private var settings: [String] {
        var limit = idleLimit
        if let left = deadline.remaining { limit = min(limit, left + Self.cancellationGrace) }
        var settings = ["SET LOCAL idle_in_transaction_session_timeout = \(Int64(limit / .milliseconds(1)))"]
        if serverVersion >= Self.checkingVersion {
            settings.append("SET LOCAL client_connection_check_interval = 5000")
        }
        return settings
    }

    /// Tells the server the time that is left, where it knows another: a statement ends there at the deadline even if a
    /// request to cancel it does not arrive.
    func followDeadline() throws {
        guard transactionDepth > 0, isInTransaction, !hasFailedStatement, let limit = limitToSet(isNew: false) else {
            return
        }
        try execute("SET LOCAL statement_timeout = \(limit)", followingDeadline: false)
        statementLimit = limit
    }

    /// The `statement_timeout` to set, if that of the transaction is too far from the time that is left: each change of it
    /// costs a round trip.
    private func limitToSet(isNew: Bool) -> Int? {
        let limit = deadline.remaining.map { min(Int($0 / .milliseconds(1)) + 1, Int(Int32.max)) } ?? 0
        if isNew || limit == 0 || statementLimit == 0 { return isNew || limit != statementLimit ? limit : nil }
        let isNear = limit <= statementLimit && statementLimit <= limit + max(Self.limitSlack, limit / 4)
        return isNear ? nil : limit
    }

    /// How many milliseconds late a statement may end on the server.
    private static let limitSlack = 100

    /// From this version on a server looks whether its client is still there.
    private static let checkingVersion = 140_000

    /// Waits for a lock of the library's own, held to the end of the transaction
    /// (<https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS>).
    ///
    /// - Parameter wait: false to return at once.
    /// - Returns: whether this transaction has it.
    public func lock(_ key: Int64, wait: Bool = true) throws -> Bool {
        precondition(isInTransaction)
        if wait {
            _ = try query("SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(key)])
            return true
        }
        return try query("SELECT pg_catalog.pg_try_advisory_xact_lock($1)", [.integer(key)]).first?.bool(0) ?? false
    }
}
