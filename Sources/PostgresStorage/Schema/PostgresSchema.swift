package import PostgreSQL

/// The numbered steps that bring a database to the form that this program reads. Steps are only ever added.
///
/// All objects are in the schema `feedsearch`, and statements name it: other users of the database may own others.
package enum PostgresSchema {
    /// Two programs that upgrade one database at once wait for each other here: "fdsr".
    private static let upgradeLock: Int64 = 0x6664_7372

    /// Runs the steps that the database does not have yet, each in one transaction. A role without superuser rights that may
    /// create a schema is enough.
    package static func upgrade(_ connection: PostgresConnection) throws {
        try connection.transaction {
            _ = try connection.lock(upgradeLock)
            try connection.execute(
                """
                CREATE SCHEMA IF NOT EXISTS feedsearch;
                CREATE TABLE IF NOT EXISTS feedsearch.schema_version (
                    library int8 NOT NULL, slot int2 NOT NULL, version int4 NOT NULL, PRIMARY KEY (library, slot, version)
                )
                """)
            let version = Int(
                try connection.integer("SELECT coalesce(max(version), 0)::int8 FROM feedsearch.schema_version") ?? 0)
            for number in steps.indices.dropFirst(version) {
                try connection.execute(steps[number])
                try connection.run(
                    "INSERT INTO feedsearch.schema_version VALUES (0, 0, $1)", [.int32(Int32(number + 1))])
            }
        }
    }

    private static let steps = [
        """
        -- What changes of an index: the list of its segments, and its sums. One row an index.
        CREATE TABLE feedsearch.index_state (
            library int8 NOT NULL, slot int2 NOT NULL,
            format int4 NOT NULL, page_size int4 NOT NULL, structure bytea NOT NULL, averages bytea NOT NULL,
            next_segment int4 NOT NULL,
            PRIMARY KEY (library, slot)
        );

        -- Pages of segments are written once and never changed. Two of them fill a block of the server; they are not
        -- compressed, and moved out of line only where a page is larger than a block.
        CREATE TABLE feedsearch.segment_page (
            library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, page bytea NOT NULL,
            PRIMARY KEY (library, slot, id)
        ) WITH (toast_tuple_target = 8160);
        ALTER TABLE feedsearch.segment_page ALTER page SET STORAGE EXTERNAL;

        -- The term index of a segment in chunks of consecutive rows, by the first term of each.
        CREATE TABLE feedsearch.segment_terms (
            library int8 NOT NULL, slot int2 NOT NULL, segment int4 NOT NULL, first bytea NOT NULL, rows bytea NOT NULL,
            PRIMARY KEY (library, slot, segment, first)
        );

        -- The number of tokens in each column of an article, as varints.
        CREATE TABLE feedsearch.indexed_length (
            library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, lengths bytea NOT NULL,
            PRIMARY KEY (library, slot, n)
        );
        """
    ]
}
