internal import Articles
package import Pipelines
internal import PostgreSQL
internal import PostingIndex
internal import SavedSearchMatching

extension PostgresStore {
    /// Runs `body`, and translates errors of the server. If the connection was lost, reconnects first, until the
    /// deadline.
    func guarded<Result>(until deadline: Deadline = .never, _ body: () throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        do {
            if depth == 1, connection.isLost { try reconnect(until: deadline) }
            return try body()
        } catch let error as PostgresError {
            let deadline = connection.deadline.or(deadline)
            if PostgresError.Code.queryCanceled ~= error, deadline.isReached {
                throw deadline.isCancelled ? SearchError.cancelled : .deadlineExceeded
            }
            throw StorageError(error, location: location)
        } catch let error as MalformedIndexError {
            throw StorageError.damaged(location: location, message: error.description)
        } catch let error as UnreadableTextError {
            throw StorageError.damaged(location: location, message: error.description)
        }
    }

    /// Runs `body`, which writes, in one transaction; other writers of the library wait until it ends. A nested call
    /// joins the outer transaction, and commits or rolls back with it.
    @discardableResult
    func writing<Result>(_ body: () throws -> Result) throws -> Result {
        try writing(reading: []) { _ in try body() }
    }

    /// The same, with queries that run in the round trip that begins the transaction.
    @discardableResult
    func writing<Result>(reading requests: [PostgresRequest], _ body: ([PostgresRows]) throws -> Result) throws
        -> Result
    {
        try guarded {
            do {
                if connection.isInTransaction {
                    return try connection.transaction {
                        try body(requests.isEmpty ? [] : connection.pipeline(requests))
                    }
                }
                let result = try connection.transaction(.readCommitted, reading: beginning + requests) { rows in
                    try verify(PostgresSchema.Version(rows[beginning.count - 1].first))
                    let result = try body(Array(rows.dropFirst(beginning.count)))
                    try announce()
                    return result
                }
                ownChanges += 1
                hasChangedSearches = false
                return result
            } catch {
                // The cached lists may contain rolled-back changes.
                lists.forget()
                if connection.isInTransaction { throw error }
                retentionAction = nil
                if hasChangedSearches { alerting.forget() }
                hasChangedSearches = false
                throw error
            }
        }
    }

    /// The statements that begin a write transaction. They wait for other writers, and read the schema version, because
    /// another process may have upgraded the database. Generic plans are used: for a new library in a large database
    /// the statistics estimate one row, and the server would scan the whole library for each article.
    private var beginning: [PostgresRequest] {
        [
            PostgresRequest("SET LOCAL plan_cache_mode = force_generic_plan"),
            PostgresRequest("SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(place.writeLock)]),
            PostgresSchema.versionRequest(of: place),
        ]
    }

    /// Counts the change and sends a notification, both when the transaction commits.
    private func announce() throws {
        try connection.postpone(
            library.request(
                """
                INSERT INTO feedsearch.counter (library, slot, name, last) VALUES ($1, $2, 'change', 1)
                ON CONFLICT (library, slot, name) DO UPDATE SET last = counter.last + 1
                """))
        try connection.postpone(PostgresRequest("SELECT pg_catalog.pg_notify($1, '')", [.text(channel)]))
    }

    package func atomically<Result>(_ body: () throws -> Result) throws -> Result { try writing(body) }

    package func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        try guarded(until: deadline) { try connection.withDeadline(deadline, body) }
    }

    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try guarded {
            if connection.isInTransaction { return try body() }
            return try connection.transaction(.snapshot, body)
        }
    }
}
