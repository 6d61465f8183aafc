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
    /// none for `idleLimit`: it may hold a lock that others wait for. It notices a client that is gone while a statement waits.
    public func transaction<Result>(
        _ isolation: Isolation = .readCommitted, _ body: () throws -> Result
    ) throws -> Result {
        let isNested = isInTransaction
        let savepoint = "level\(transactionDepth)"
        if isNested {
            try execute("SAVEPOINT \(savepoint)")
        } else {
            let limit = deadline.remaining.map { Int64($0 / .milliseconds(1)) + 1 } ?? 0
            // Not by a value: SET takes none. Behind a pooler a setting of the session would reach other clients.
            var settings = [
                "statement_timeout = \(min(limit, Int64(Int32.max)))",
                "idle_in_transaction_session_timeout = \(Int64(idleLimit / .milliseconds(1)))",
            ]
            if serverVersion >= Self.checkingVersion { settings.append("client_connection_check_interval = 5000") }
            try execute(([isolation.rawValue] + settings.map { "SET LOCAL " + $0 }).joined(separator: "; "))
        }
        transactionDepth += 1
        defer { transactionDepth -= 1 }
        do {
            let result = try body()
            // COMMIT of a failed transaction rolls back and reports no error.
            if hasFailedStatement {
                throw PostgresError(sqlState: "25P02", message: "a statement of the transaction has failed")
            }
            try execute(isNested ? "RELEASE \(savepoint)" : "COMMIT")
            return result
        } catch {
            // The first error is thrown.
            let outer = deadline
            deadline = .after(Self.cancellationGrace)
            defer { deadline = outer }
            if isInTransaction {
                try? execute(isNested ? "ROLLBACK TO \(savepoint); RELEASE \(savepoint)" : "ROLLBACK")
                // Nothing else can be done with it; a statement of somebody else's would be part of the transaction.
                if !isNested, isInTransaction { isGivenUp = true }
            }
            throw error
        }
    }

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
