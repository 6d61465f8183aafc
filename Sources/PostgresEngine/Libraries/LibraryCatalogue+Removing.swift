internal import Articles
internal import Database
internal import PostgreSQL

/// A removal takes many transactions, since a single one for millions of rows would hold up VACUUM for hours. The first
/// transaction marks the library, so that no program opens it or writes to it; the last one removes it from the list.
/// An interrupted removal is continued by the next call.
extension LibraryCatalogue {
    /// The number of rows that are removed in one transaction.
    private static let rowsAtOnce = 5_000

    /// Removes a library with all of its rows.
    ///
    /// - Parameter onProgress: called after each transaction with the number of rows removed so far.
    /// - Throws: `StorageError.noSuchLibrary`. After an error or a crash, the next call continues the removal.
    package func remove(_ name: LibraryName, onProgress: (Int) -> Void = { _ in }) throws {
        try requireCatalogue(for: name)
        let place = LibrarySlot(library: try mark(name))
        var removed = 0
        var isLeft = true
        while isLeft {
            isLeft = false
            for table in try tables() {
                try remove(place, from: table) { count in
                    isLeft = true
                    removed += count
                    onProgress(removed)
                }
            }
        }
        try connection.transaction {
            for sql in [
                "DELETE FROM feedsearch.library_identity WHERE library = $1",
                "DELETE FROM feedsearch.schema_version WHERE library = $1",
                "DELETE FROM feedsearch.library WHERE number = $1",
            ] {
                try connection.run(sql, [.integer(place.library)])
            }
        }
    }

    /// Waits for transactions that write to the library, then marks the library as being removed.
    ///
    /// - Returns: the library's number.
    private func mark(_ name: LibraryName) throws -> Int64 {
        let sql = "SELECT number, is_being_removed FROM feedsearch.library WHERE name = $1"
        func missing() -> StorageError { .noSuchLibrary(name: name.text, location: location) }
        guard let known = try connection.query(sql, [.text(name.text)]).first else { throw missing() }
        let number = known.integer(0)
        if known.bool(1) { return number }
        let place = LibrarySlot(library: number)
        return try connection.transaction {
            // The first lock keeps the library from being renamed. Take the others in the same order as writers do.
            // Merges take only the index lock, and writers of accounts and of shared fetches only their own.
            for lock in [Self.lock, place.writeLock, place.indexLock, place.accountLock, place.fetchLock] {
                _ = try connection.lock(lock)
            }
            // The library may have been renamed in the meantime.
            guard try connection.query(sql + " FOR UPDATE", [.text(name.text)]).first?.integer(0) == number else {
                throw missing()
            }
            let library = LibraryConnection(connection: connection, place: place)
            _ = try connection.pipeline([
                PostgresRequest(
                    "UPDATE feedsearch.library SET is_being_removed = true WHERE number = $1", [.integer(number)]),
                // Earlier programs, which do not know this mark, treat the library as an unfinished copy.
                library.request(
                    """
                    INSERT INTO feedsearch.schema_version (library, slot, version, least_program)
                    VALUES ($1, $2, 0, \(Int32.max)) ON CONFLICT DO NOTHING
                    """),
                // No merge begins without this row.
                library.request("DELETE FROM feedsearch.index_state WHERE library = $1 AND slot = $2"),
                Self.refusalOfEarlierPrograms,
                PostgresRequest("SELECT pg_catalog.pg_notify($1, '')", [.text(place.channel)]),
            ])
            return number
        }
    }

    // MARK: - Tables

    /// A table that contains rows of libraries.
    private struct LibraryTable {
        /// The name as SQL text, including the schema.
        let name: String
        /// The columns of the primary key after `library`, as SQL text, with their types.
        let key: [(column: String, type: String)]
    }

    /// All tables with a column `library`. They are read from the server's catalogue, so that tables of later schema
    /// steps are included. `schema_version` and `library_identity` are excluded: their rows mark the library and name its
    /// folder on this machine until all other rows are gone.
    private func tables() throws -> [LibraryTable] {
        let rows = try connection.query(
            """
            SELECT format('%I.%I', s.nspname, c.relname), quote_ident(a.attname), format_type(a.atttypid, NULL)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace
            JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
            CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
            WHERE s.nspname = 'feedsearch' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
                AND c.relname NOT IN ('schema_version', 'library_identity') AND a.attname <> 'library'
                AND EXISTS (
                    SELECT 1 FROM pg_catalog.pg_attribute l
                    WHERE l.attrelid = c.oid AND l.attname = 'library' AND NOT l.attisdropped)
            ORDER BY c.relname, k.place
            """)
        var tables: [LibraryTable] = []
        for row in rows {
            let name = row.text(0)
            let known = tables.last?.name == name ? tables.removeLast().key : []
            tables.append(LibraryTable(name: name, key: known + [(row.text(1), row.text(2))]))
        }
        return tables
    }

    /// Removes a library's rows from a table, in the order of their keys. Each transaction starts after the last
    /// removed key, so it does not scan removed rows that VACUUM has not freed yet.
    private func remove(_ place: LibrarySlot, from table: LibraryTable, onProgress: (Int) -> Void) throws {
        let columns = table.key.map(\.column).joined(separator: ", ")
        let after = table.key.enumerated().map { "$\($0 + 2)::text::\($1.type)" }.joined(separator: ", ")
        let descending = table.key.map { "\($0.column) DESC" }.joined(separator: ", ")
        let shown = table.key.map { "\($0.column)::text" }.joined(separator: ", ")
        var last: [PostgresValue] = []
        while true {
            let condition = last.isEmpty ? "" : "AND (\(columns)) > (\(after))"
            let row = try connection.transaction {
                // Disable sorting: until the server has statistics for a table, it would sort all remaining rows for
                // each transaction. The planner adds 10^10 to the cost of disabled plans, for which the server would
                // compile each statement (0.2 s).
                try connection.execute(
                    "SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off; SET LOCAL jit = off")
                return try connection.query(
                    """
                    WITH part AS (
                        SELECT ctid AS row_place, \(columns) FROM \(table.name) WHERE library = $1 \(condition)
                        ORDER BY \(columns) LIMIT \(Self.rowsAtOnce)
                    ), gone AS (
                        DELETE FROM \(table.name) WHERE library = $1 AND ctid = ANY (ARRAY (SELECT row_place FROM part))
                    )
                    SELECT (SELECT count(*) FROM part), \(shown) FROM part ORDER BY \(descending) LIMIT 1
                    """, [.integer(place.library)] + last
                ).first
            }
            guard let row else { return }
            last = table.key.indices.map { .text(row.text(Int32($0 + 1))) }
            onProgress(Int(clamping: row.integer(0)))
        }
    }
}
