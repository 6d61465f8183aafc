private import CPQ

/// An SQL statement with the values of its parameters.
public struct PostgresRequest: Sendable {
    public var sql: String
    public var values: [PostgresValue]
    /// Whether the server keeps the prepared statement under a name for reuse.
    var isPrepared: Bool

    public init(_ sql: String, _ values: [PostgresValue] = []) { self.init(sql, values, isPrepared: true) }

    init(_ sql: String, _ values: [PostgresValue] = [], isPrepared: Bool) {
        self.sql = sql
        self.values = values
        self.isPrepared = isPrepared
    }
}

/// The result of a postponed statement.
public final class PostgresAnswer {
    /// Nil until the statement has run.
    public fileprivate(set) var rows: PostgresRows?

    init() {}
}

extension PostgresConnection {
    /// Queues a statement of the current transaction. To save a round trip, it is sent with the next statement, or at
    /// the latest with COMMIT. If the queued statement fails, the next statement throws its error, and the transaction
    /// has failed.
    @discardableResult
    public func postpone(_ request: PostgresRequest) throws -> PostgresAnswer {
        let answer = PostgresAnswer()
        if isInTransaction {
            postponed.append((request, answer))
        } else {
            answer.rows = try pipeline([request]).first
        }
        return answer
    }

    /// Runs the postponed statements.
    public func runPostponed() throws {
        if !postponed.isEmpty { _ = try pipeline([]) }
    }

    /// Runs statements in one round trip (<https://www.postgresql.org/docs/15/libpq-pipeline-mode.html>).
    ///
    /// Outside a transaction, the statements form a transaction of their own, so either all or none of their changes
    /// are stored.
    ///
    /// - Returns: the rows of each statement.
    /// - Throws: the first error. Statements after the failed one have not run.
    public func pipeline(_ requests: [PostgresRequest]) throws -> [PostgresRows] {
        try pipeline(requests, followingDeadline: true)
    }

    func pipeline(_ requests: [PostgresRequest], followingDeadline: Bool) throws -> [PostgresRows] {
        if requests.isEmpty, postponed.isEmpty { return [] }
        try requireUsable(followingDeadline: followingDeadline, keepsPostponed: true)
        let earlier = postponed
        postponed = []
        guard unsafe cPQenterPipelineMode(handle) == 1 else { throw connectionError() }
        defer { unsafe cPQexitPipelineMode(handle) }
        var added: [String] = []
        /// The expected results, in order. `isAnswer` is true for a result with the rows of a request.
        var expected: [(request: PostgresRequest, isAnswer: Bool)] = []
        for request in earlier.map(\.request) + requests {
            let parameters = StatementParameters(request.values)
            let name = request.isPrepared ? name(of: request.sql, parameters) : ""
            let key = key(request.sql, parameters)
            if !name.isEmpty, prepared[key] == nil {
                try send(prepare: name, request.sql, parameters)
                prepared[key] = name
                added.append(key)
                expected.append((request, false))
            }
            try send(request.sql, parameters, name: name)
            expected.append((request, true))
        }
        guard unsafe cPQpipelineSync(handle) == 1 else { throw connectionError() }
        do {
            try flush()
            let rows = try answers(expected)
            for (place, answer) in zip(rows, earlier.map(\.answer)) { answer.rows = place }
            return Array(rows.dropFirst(earlier.count))
        } catch {
            // It is unknown which of the new statements the server has prepared, so assume none.
            for key in added { prepared[key] = nil }
            throw error
        }
    }

    private func answers(_ expected: [(request: PostgresRequest, isAnswer: Bool)]) throws -> [PostgresRows] {
        var out: [PostgresRows] = []
        var failure: PostgresError?
        for (request, isAnswer) in expected {
            while let result = unsafe try nextResult() {
                let rows = unsafe PostgresRows(result)
                if let error = error(rows, request.sql) { failure = failure ?? error }
                if isAnswer { out.append(rows) }
            }
        }
        try finishPipeline()
        if let failure { throw failure }
        return out
    }

    /// Reads the end of a pipeline, after the results of its statements.
    func finishPipeline() throws {
        while let result = unsafe try nextResult() {
            let isSync = unsafe cPQresultStatus(result) == PGRES_PIPELINE_SYNC
            unsafe cPQclear(result)
            if isSync { break }
        }
    }
}
