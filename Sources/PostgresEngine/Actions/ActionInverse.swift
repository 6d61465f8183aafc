internal import Database
internal import PostgreSQL

/// Undoes the recorded changes of an action to the rows of one table.
///
/// A row is left unchanged if the values that the action wrote were changed later.
struct ActionInverse {
    let library: LibraryConnection
    let action: Int64
    /// The name of a table whose changes are recorded (`PostgresSchema.recording`).
    let table: String

    /// - Returns: the number of rows that were not restored.
    func apply() throws -> Int {
        let rows = try library.query(
            """
            SELECT key, count(*) FILTER (WHERE NOT is_new) FROM (
                SELECT jsonb_object_keys(key) AS key, old IS NULL AS is_new FROM feedsearch.action_change
                WHERE library = $1 AND slot = $2 AND action = $3 AND relation = $4
            ) k GROUP BY key
            """, values)
        let keys = rows.map { $0.text(0) }
        guard let recorded = rows.first?.count(1) else { return 0 }
        let columns = try library.query(
            """
            SELECT quote_ident(attname), attname::text IN (
                SELECT jsonb_object_keys(old) FROM feedsearch.action_change
                WHERE library = $1 AND slot = $2 AND action = $3 AND relation = $4 AND new IS NULL)
            FROM pg_catalog.pg_attribute
            WHERE attrelid = ('feedsearch.' || $4)::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
            """, values)
        let all = columns.map { $0.text(0) }.joined(separator: ", ")
        let known = columns.filter { $0.bool(1) }.map { $0.text(0) }.joined(separator: ", ")
        // Deletes come first: a row that the action deleted may have been replaced by a row with the same key, which
        // must be deleted before the old row is inserted again.
        try library.run(deletion(keys), values)
        // A row that the action inserted may already be gone, because it was deleted with its parent row.
        let left = Int(try library.integer(remaining(keys), values) ?? 0)
        var restored = Int(try library.integer(update(keys, all), values) ?? 0)
        if !known.isEmpty { restored += try library.run(insertion(known), values) }
        return left + recorded - restored
    }

    private var values: [PostgresValue] { [.integer(action), .text(table)] }

    /// The FROM and WHERE clauses that join the recorded rows `c` to the rows `t` with the same key. Rows that were
    /// changed after the action are excluded.
    private func recorded(_ keys: [String], where condition: String) -> String {
        """
        \(found(keys, where: condition))
            AND NOT EXISTS (SELECT 1 FROM jsonb_each(c.new) e WHERE e.value IS DISTINCT FROM to_jsonb(t) -> e.key)
        """
    }

    /// The FROM and WHERE clauses of `recorded`, but including rows that were changed after the action.
    private func found(_ keys: [String], where condition: String) -> String {
        """
        feedsearch.action_change c
        CROSS JOIN LATERAL jsonb_populate_record(NULL::feedsearch.\(table), c.key) k
        WHERE c.library = $1 AND c.slot = $2 AND c.action = $3 AND c.relation = $4 AND \(condition)
            AND t.library = $1 AND t.slot = $2 \(keys.map { "AND t.\"\($0)\" = k.\"\($0)\"" }.joined(separator: " "))
        """
    }

    private func remaining(_ keys: [String]) -> String {
        "SELECT count(*) FROM feedsearch.\(table) t, \(found(keys, where: "c.old IS NULL"))"
    }

    private func deletion(_ keys: [String]) -> String {
        "DELETE FROM feedsearch.\(table) t USING \(recorded(keys, where: "c.old IS NULL"))"
    }

    /// A statement that restores updated rows, and adjusts the unread counts of feeds.
    private func update(_ keys: [String], _ columns: String) -> String {
        let reading = table == "article" ? "t.feed, t.read, c.old ? 'read'" : "NULL::int8, NULL::bool, false"
        return """
            WITH changed (feed, read, is_flipped) AS (
                UPDATE feedsearch.\(table) t
                SET (\(columns)) = (SELECT r.* FROM jsonb_populate_record(t, c.old) r)
                FROM \(recorded(keys, where: "c.old IS NOT NULL AND c.new IS NOT NULL"))
                RETURNING \(reading)
            ), sums AS (
                UPDATE feedsearch.feed f SET unread = f.unread + s.unread FROM (
                    SELECT feed, sum(CASE WHEN read THEN -1 ELSE 1 END) AS unread FROM changed
                    WHERE is_flipped GROUP BY feed
                ) s WHERE f.library = $1 AND f.slot = $2 AND f.id = s.feed
            )
            SELECT count(*) FROM changed
            """
    }

    private func insertion(_ columns: String) -> String {
        """
        INSERT INTO feedsearch.\(table) (\(columns))
        SELECT \(columns) FROM (
            SELECT (jsonb_populate_record(NULL::feedsearch.\(table), c.old)).* FROM feedsearch.action_change c
            WHERE c.library = $1 AND c.slot = $2 AND c.action = $3 AND c.relation = $4 AND c.new IS NULL
        ) r ON CONFLICT DO NOTHING
        """
    }
}
