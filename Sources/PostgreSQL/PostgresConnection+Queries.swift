private import CPQ
internal import Database

extension PostgresConnection {
    /// Maximum number of statements that are prepared under a name.
    private static let maxPrepared = 256

    /// Runs one statement with values and returns its rows.
    public func query(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresRows {
        try query(sql, values, isPrepared: true)
    }

    /// Runs one statement and returns the number of changed rows.
    @discardableResult
    public func run(_ sql: String, _ values: [PostgresValue] = []) throws -> Int {
        try query(sql, values).changedRows
    }

    /// The first column of the first row as an integer; nil if there is no row or the value is NULL.
    public func integer(_ sql: String, _ values: [PostgresValue] = []) throws -> Int64? {
        try query(sql, values).first?.integerOrNil(0)
    }

    /// Runs one or more statements that take no values and return no rows.
    public func execute(_ sql: String) throws { try execute(sql, followingDeadline: true) }

    func execute(_ sql: String, followingDeadline: Bool) throws {
        try requireUsable(followingDeadline: followingDeadline)
        guard unsafe cPQsendQuery(handle, sql) == 1 else { throw connectionError(sql: sql) }
        try flush()
        _ = try finishStatement(sql)
    }

    func query(_ sql: String, _ values: [PostgresValue] = [], isPrepared: Bool) throws -> PostgresRows {
        try requireUsable(keepsPostponed: true)
        if !postponed.isEmpty {
            let request = PostgresRequest(sql, values, isPrepared: isPrepared)
            guard let rows = try pipeline([request]).last else { throw connectionError(sql: sql) }
            return rows
        }
        let parameters = StatementParameters(values)
        let name = isPrepared ? name(of: sql, parameters) : ""
        if !name.isEmpty, prepared[key(sql, parameters)] == nil {
            // Prepare and run the statement in one round trip, because a short-lived process runs most statements only
            // once.
            guard let rows = try pipeline([PostgresRequest(sql, values)]).first else { throw connectionError(sql: sql) }
            return rows
        }
        try send(sql, parameters, name: name)
        try flush()
        guard let rows = try finishStatement(sql) else { throw connectionError(sql: sql) }
        return rows
    }

    /// Calls `body` with each row as it arrives, so that memory use stays low for many rows. `body` must not use the
    /// connection.
    ///
    /// The statement runs in a pipeline of its own, because libpq leaves single-row mode at the end of a statement in a
    /// pipeline. After a statement outside a pipeline, libpq would stay in single-row mode and return each row of the
    /// next pipeline's first statement as a separate result.
    ///
    /// - Parameter body: returns false to stop, which cancels the statement.
    public func forEachRow(
        _ sql: String, _ values: [PostgresValue] = [], _ body: (PostgresRow) throws -> Bool
    ) throws {
        try requireUsable()
        guard unsafe cPQenterPipelineMode(handle) == 1 else { throw connectionError(sql: sql) }
        defer { unsafe cPQexitPipelineMode(handle) }
        try send(sql, StatementParameters(values), name: "")
        guard unsafe cPQsetSingleRowMode(handle) == 1, unsafe cPQpipelineSync(handle) == 1 else {
            throw connectionError(sql: sql)
        }
        try flush()
        var failure: (any Error)?
        var isStopped = false
        while let result = unsafe try nextResult() {
            let rows = unsafe PostgresRows(result)
            if isStopped { continue }
            if let error = error(rows, sql) {
                failure = error
            } else if let row = rows.first {
                do { isStopped = try !body(row) } catch {
                    failure = error
                    isStopped = true
                }
                if isStopped { cancelStatement() }
            }
        }
        try finishPipeline()
        if let failure { throw failure }
    }

    // MARK: - Sending

    func key(_ sql: String, _ parameters: StatementParameters) -> String { "\(parameters.types) \(sql)" }

    /// The name of a prepared statement; empty if the statement should not be prepared. Names are never reused, because
    /// some statements may still exist on the server after a failed pipeline.
    func name(of sql: String, _ parameters: StatementParameters) -> String {
        if isPooled { return "" }
        if let known = prepared[key(sql, parameters)] { return known }
        guard prepared.count < Self.maxPrepared else { return "" }
        namesGiven += 1
        return "s\(namesGiven)"
    }

    func send(prepare name: String, _ sql: String, _ parameters: StatementParameters) throws {
        guard unsafe cPQsendPrepare(handle, name, sql, parameters.count, parameters.types) == 1 else {
            throw connectionError(sql: sql)
        }
    }

    /// - Parameter name: the name of the prepared statement; empty for an unnamed statement.
    func send(_ sql: String, _ parameters: StatementParameters, name: String) throws {
        let isSent = unsafe parameters.withPointers { values, lengths, formats in
            unsafe name.isEmpty
                ? cPQsendQueryParams(
                    handle, sql, parameters.count, parameters.types, values, lengths, formats, 1)
                : cPQsendQueryPrepared(handle, name, parameters.count, values, lengths, formats, 1)
        }
        if isSent != 1 { throw connectionError(sql: sql) }
    }
}
