internal import Database

/// The tables of the fetches that the libraries of a host share. They are a cache: without them, each address is
/// fetched again.
extension Table {
    /// An address, by the first 64 bits of its digest.
    static let sharedFetch = Table(
        "shared_fetch",
        [
            Column("id", .integer), Column("digest", .bytes), Column("host", .text), Column("claim", .text),
            Column("claim_until", .integer), Column("checked", .integer), Column("next_fetch", .integer),
            Column("failures", .integer), Column("etag", .text), Column("last_modified", .text),
            Column("content_hash", .text), Column("final_url", .text), Column("moved_to", .text),
            Column("status", .integer), Column("content_type", .text), Column("content_location", .text),
            Column("links", .text), Column("max_age", .integer), Column("retry_until", .integer),
            Column("failure", .text), Column("failure_status", .integer), Column("failure_text", .text),
            Column("milliseconds", .integer), Column("hinted", .integer),
        ])
    /// The library of an account that uses an address.
    static let sharedUse = Table(
        "shared_use", key: 2, [Column("account_library", .integer), Column("id", .integer)])
    /// The compressed body of the last response with status 200.
    static let sharedBody = Table(
        "shared_body",
        [
            Column("id", .integer), Column("stored", .integer), Column("byte_count", .integer),
            Column("bytes", .bytes),
        ])
    /// The hosts that asked not to be contacted until a time.
    static let quietHost = Table("quiet_host", [Column("host", .text), Column("until", .integer)])
}

/// The tables in a file.
package struct SharedFileSchema: Sendable {
    let applicationID: Int64
    /// A file with another version is replaced by an empty one.
    let version: Int64
    let tables: String

    /// The application id has the bytes "fdsf" in ASCII.
    package static let fetches = SharedFileSchema(
        applicationID: 0x6664_7366, version: 2,
        tables: """
            CREATE TABLE shared_fetch (
                id INTEGER PRIMARY KEY, digest BLOB NOT NULL, host TEXT NOT NULL,
                claim TEXT, claim_until INTEGER NOT NULL,
                checked INTEGER NOT NULL, next_fetch INTEGER NOT NULL, failures INTEGER NOT NULL,
                etag TEXT, last_modified TEXT, content_hash TEXT,
                final_url TEXT, moved_to TEXT, status INTEGER NOT NULL, content_type TEXT, content_location TEXT,
                links TEXT NOT NULL, max_age INTEGER, retry_until INTEGER,
                failure TEXT, failure_status INTEGER NOT NULL, failure_text TEXT,
                milliseconds INTEGER NOT NULL, hinted INTEGER NOT NULL
            );
            CREATE INDEX shared_fetch_claims ON shared_fetch (claim) WHERE claim IS NOT NULL;
            CREATE TABLE shared_body (
                id INTEGER PRIMARY KEY, stored INTEGER NOT NULL, byte_count INTEGER NOT NULL, bytes BLOB NOT NULL
            );
            CREATE TABLE shared_use (
                account_library INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (account_library, id)
            ) WITHOUT ROWID;
            CREATE INDEX shared_use_id ON shared_use (id);
            CREATE TABLE quiet_host (host TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
            """)
}
