extension PostgresSchema {
    /// Adds the fetches that the libraries of a host share. The rows belong to the library with the accounts. They are
    /// a cache and are not copied.
    static let sharedFetches = Step(
        leastProgram: 6,
        sql: """
            -- An address by the first 64 bits of its digest, with the head of its last response.
            CREATE TABLE feedsearch.shared_fetch (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, digest bytea NOT NULL,
                host text COLLATE "C" NOT NULL, claim text COLLATE "C", claim_until int8 NOT NULL,
                checked int8 NOT NULL, next_fetch int8 NOT NULL, failures int8 NOT NULL,
                etag text, last_modified text, content_hash text, final_url text, moved_to text, status int8 NOT NULL,
                content_type text, content_location text, links text NOT NULL, max_age int8, retry_until int8,
                failure text, failure_status int8 NOT NULL, failure_text text,
                milliseconds int8 NOT NULL,
                PRIMARY KEY (library, slot, id)
            ) WITH (fillfactor = 80);
            CREATE INDEX shared_fetch_claims ON feedsearch.shared_fetch (library, slot, claim) WHERE claim IS NOT NULL;
            CREATE TABLE feedsearch.shared_body (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, stored int8 NOT NULL,
                byte_count int8 NOT NULL, bytes bytea NOT NULL,
                PRIMARY KEY (library, slot, id)
            );
            ALTER TABLE feedsearch.shared_body ALTER bytes SET STORAGE EXTERNAL;
            CREATE TABLE feedsearch.quiet_host (
                library int8 NOT NULL, slot int2 NOT NULL, host text COLLATE "C" NOT NULL, until int8 NOT NULL,
                PRIMARY KEY (library, slot, host)
            );
            """)

    /// Adds the libraries that use a shared fetch, and messages of hubs.
    static let sharedUses = Step(
        leastProgram: 6,
        sql: """
            -- The time of the last message of a hub, negative once a fetch has followed it.
            ALTER TABLE feedsearch.shared_fetch ADD COLUMN hinted int8 NOT NULL DEFAULT 0;
            -- A library of the host that uses an address.
            CREATE TABLE feedsearch.shared_use (
                library int8 NOT NULL, slot int2 NOT NULL, account_library int8 NOT NULL, id int8 NOT NULL,
                PRIMARY KEY (library, slot, account_library, id)
            );
            CREATE INDEX shared_use_id ON feedsearch.shared_use (library, slot, id);
            """)
}
