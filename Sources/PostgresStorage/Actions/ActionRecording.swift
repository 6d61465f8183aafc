internal import ArticleBatches
internal import Articles
internal import PostgreSQL
internal import PostgresSearch

/// An action while it is carried out: triggers of the server record what it does to the rows of its tables, in its transaction.
///
/// Works inside the caller's transaction.
final class ActionRecording {
    let id: Int64
    private let kind: UserAction.Kind
    private let subject: String?
    private let now: Int64
    private let library: LibraryConnection
    /// Articles whose state was changed.
    var changed = 0
    /// Articles that went into the bin.
    private var removed = 0

    init(_ kind: UserAction.Kind, subject: String?, now: Int64, _ library: LibraryConnection) throws {
        self.kind = kind
        self.subject = subject
        self.now = now
        self.library = library
        id = try library.take(1, .action)
        try record(kind.tables)
    }

    /// Settings end with the transaction.
    private func record(_ tables: [String]) throws {
        _ = try library.connection.query(
            "SELECT set_config('feedsearch.action', $1, true), set_config('feedsearch.recorded', $2, true)",
            [.text("\(id)"), .text(tables.isEmpty ? "" : " \(tables.joined(separator: " ")) ")])
    }

    /// Runs `body`, which puts articles into the bin: what it does to rows it takes back itself.
    ///
    /// - Parameter body: returns how many.
    func removing(_ body: () throws -> Int) throws -> Int {
        try record([])
        let count = try body()
        try record(kind.tables)
        removed += count
        return count
    }

    /// Ends it.
    ///
    /// - Returns: the action's id; nil where nothing was changed.
    func end() throws -> Int64? {
        try record([])
        // A row that is again as it was has not been changed.
        let changes = try library.pipeline([
            library.request(
                """
                DELETE FROM feedsearch.action_change
                WHERE library = $1 AND slot = $2 AND action = $3 AND old IS NOT DISTINCT FROM new
                """, [.integer(id)]),
            library.request(
                "SELECT 1 FROM feedsearch.action_change WHERE library = $1 AND slot = $2 AND action = $3 LIMIT 1",
                [.integer(id)]),
        ])
        if changes[1].isEmpty, removed == 0 { return nil }
        try library.run(
            """
            INSERT INTO feedsearch.action (library, slot, id, at, kind, articles, subject)
            VALUES ($1, $2, $3, $4, $5, $6, $7::text)
            """,
            [
                .integer(id), .integer(now), .text(kind.rawValue), .integer(Int64(max(changed, removed))),
                .text(orNull: subject),
            ])
        return id
    }
}
