internal import Articles
internal import LibraryStorage
internal import PostgreSQL

/// Records the changes of a running action, using triggers on the server that store the changed rows.
///
/// The caller must have opened a transaction.
final class PostgresActionRecording {
    let id: Int64
    private let kind: UserAction.Kind
    private let subject: String?
    private let now: Int64
    private let library: LibraryConnection
    /// Number of articles whose state was changed.
    var changed = 0
    /// Number of articles that were moved to the bin.
    private var removed = 0

    /// A request that assigns an id to an action and starts recording.
    static func beginning(_ kind: UserAction.Kind, _ library: LibraryConnection) -> PostgresRequest {
        library.request(
            """
            WITH taken AS (\(LibraryConnection.taking))
            SELECT last, set_config('feedsearch.action', last::text, true), set_config('feedsearch.recorded', $5, true)
            FROM taken
            """,
            [.text(LibraryConnection.Counter.action.rawValue), .integer(1), .text(names(kind.tables))])
    }

    /// - Parameter rows: the result of `beginning`.
    init(
        _ kind: UserAction.Kind, subject: String?, now: Int64, _ library: LibraryConnection, _ rows: PostgresRows?
    ) {
        self.kind = kind
        self.subject = subject
        self.now = now
        self.library = library
        id = rows?.first?.integer(0) ?? 0
    }

    private static func names(_ tables: [String]) -> String {
        tables.isEmpty ? "" : " \(tables.joined(separator: " ")) "
    }

    /// Sets the tables whose changes are recorded until the end of the transaction.
    private func record(_ tables: [String]) throws {
        try library.connection.postpone(
            PostgresRequest(
                "SELECT set_config('feedsearch.action', $1, true), set_config('feedsearch.recorded', $2, true)",
                [.text("\(id)"), .text(Self.names(tables))]))
    }

    /// Runs `body`, which moves articles to the bin, without recording its changes, because undo restores the rows from
    /// the bin.
    ///
    /// - Parameter body: returns the number of articles that were moved.
    func removing(_ body: () throws -> Int) throws -> Int {
        try record([])
        let count = try body()
        try record(kind.tables)
        removed += count
        return count
    }

    /// Ends the recording and stores the action.
    ///
    /// - Returns: the pending result of the statement: one row, or no row if nothing was changed.
    func end() throws -> PostgresAnswer {
        try record([])
        // Delete the recorded changes of rows that have their old values again.
        try library.connection.postpone(
            library.request(
                """
                DELETE FROM feedsearch.action_change
                WHERE library = $1 AND slot = $2 AND action = $3 AND old IS NOT DISTINCT FROM new
                """, [.integer(id)]))
        return try library.connection.postpone(
            library.request(
                """
                INSERT INTO feedsearch.action (library, slot, id, at, kind, articles, subject)
                SELECT $1, $2, $3, $4, $5, $6, $7::text WHERE $8 OR EXISTS (
                    SELECT 1 FROM feedsearch.action_change WHERE library = $1 AND slot = $2 AND action = $3)
                RETURNING id
                """,
                [
                    .integer(id), .integer(now), .text(kind.rawValue), .integer(Int64(max(changed, removed))),
                    .text(orNull: subject), .bool(removed > 0),
                ]))
    }
}
