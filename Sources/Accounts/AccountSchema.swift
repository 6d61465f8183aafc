internal import SQLite

/// The numbered steps that create `service.db`. New steps are only appended, and released steps never change.
enum AccountSchema {
    /// The bytes "fdsv" in ASCII.
    static let applicationID: Int64 = 0x6664_7376
    static var newestVersion: Int64 { Int64(steps.count) }

    static let steps = [
        """
        CREATE TABLE service (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            instance TEXT NOT NULL, key_fingerprint BLOB NOT NULL, created INTEGER NOT NULL
        );
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            password TEXT NOT NULL,
            created INTEGER NOT NULL, password_changed INTEGER NOT NULL
        );
        CREATE TABLE app_password (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            label TEXT NOT NULL COLLATE NOCASE,
            hash BLOB NOT NULL UNIQUE, fever_hash BLOB UNIQUE,
            created INTEGER NOT NULL, last_use INTEGER, revoked INTEGER
        );
        CREATE UNIQUE INDEX app_password_by_label ON app_password (account, label) WHERE revoked IS NULL;
        CREATE TABLE token (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL COLLATE NOCASE,
            hash BLOB NOT NULL UNIQUE,
            scope TEXT NOT NULL,
            created INTEGER NOT NULL, expires INTEGER, last_use INTEGER, revoked INTEGER
        );
        CREATE UNIQUE INDEX token_by_name ON token (name) WHERE revoked IS NULL;
        -- Without an account: begun by a one-time key.
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,
            account INTEGER REFERENCES account ON DELETE CASCADE,
            created INTEGER NOT NULL, last_use INTEGER NOT NULL,
            address TEXT NOT NULL, user_agent TEXT NOT NULL
        );
        CREATE INDEX session_by_account ON session (account, last_use);
        CREATE TABLE sign_in (
            id INTEGER PRIMARY KEY,
            time INTEGER NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL,
            account TEXT, address TEXT NOT NULL, user_agent TEXT NOT NULL
        );
        CREATE TABLE secret (name TEXT PRIMARY KEY, sealed BLOB NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID;
        """,
        """
        -- Feeds that hubs push; `feed` and `url` are of the library beside this file.
        CREATE TABLE hub_subscription (
            id TEXT PRIMARY KEY,
            feed INTEGER NOT NULL, url TEXT NOT NULL, hub TEXT NOT NULL, topic TEXT NOT NULL, base TEXT NOT NULL,
            state TEXT NOT NULL, requested INTEGER NOT NULL, expires INTEGER NOT NULL, due INTEGER NOT NULL,
            failures INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
        """
        -- What somebody likes of the pages; account 0 is of those who have none.
        CREATE TABLE preference (
            account INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (account, name)
        ) WITHOUT ROWID;
        CREATE TRIGGER preference_of_account AFTER DELETE ON account
            BEGIN DELETE FROM preference WHERE account = OLD.id; END;
        """,
        """
        -- The directory of a host: libraries, and the accounts that may use them. `address` is relative to the host
        -- unless it names another place; `version` changes with it.
        CREATE TABLE hosted_library (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE, address TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, state TEXT NOT NULL,
            created INTEGER NOT NULL
        );
        CREATE TABLE membership (
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            hosted INTEGER NOT NULL REFERENCES hosted_library ON DELETE CASCADE,
            role TEXT NOT NULL,
            PRIMARY KEY (account, hosted)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX membership_owner ON membership (hosted) WHERE role = 'owner';
        CREATE UNIQUE INDEX membership_own ON membership (account) WHERE role = 'owner';
        -- Without an account: of a service with one library, or of a program that reads metrics of a host.
        ALTER TABLE token ADD COLUMN account INTEGER REFERENCES account ON DELETE CASCADE;
        DROP INDEX token_by_name;
        CREATE UNIQUE INDEX token_by_name ON token (coalesce(account, 0), name) WHERE revoked IS NULL;
        """,
        """
        -- What administrators have changed. Rows are never removed.
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY,
            time INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, account TEXT, object TEXT
        );
        """,
        people,
        invitedMembers,
    ]

    /// Adds the states of accounts, invitations, and the libraries of credentials.
    private static let people = """
        -- Since when an account is suspended, and when it will be removed; in seconds since 1970.
        ALTER TABLE account ADD COLUMN suspended INTEGER;
        ALTER TABLE account ADD COLUMN removal INTEGER;
        -- Each invitation creates one account, and is deleted then.
        CREATE TABLE invitation (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE, created INTEGER NOT NULL, expires INTEGER NOT NULL, creator TEXT NOT NULL
        );
        -- The library of another account that a credential is for; without one, the account's own.
        ALTER TABLE token ADD COLUMN hosted INTEGER;
        ALTER TABLE app_password ADD COLUMN hosted INTEGER;
        ALTER TABLE session ADD COLUMN hosted INTEGER;
        """

    /// Adds the libraries of invitations.
    private static let invitedMembers = """
        -- The library that the person joins, in a role; NULL if the invitation only creates an account. Without
        -- creates_account, only accounts of the host can accept the invitation.
        ALTER TABLE invitation ADD COLUMN hosted INTEGER;
        ALTER TABLE invitation ADD COLUMN role TEXT;
        ALTER TABLE invitation ADD COLUMN creates_account INTEGER NOT NULL DEFAULT 1;
        """

    /// The schema version of the file; 0 if the file is empty. Throws an error if the file belongs to another program
    /// or a newer version.
    static func version(of connection: Connection, path: String) throws -> Int64 {
        let version = try connection.integer("PRAGMA user_version") ?? 0
        if try connection.integer("PRAGMA application_id") != applicationID {
            let isEmpty = try connection.integer("SELECT 1 FROM sqlite_schema LIMIT 1") == nil
            guard version == 0, isEmpty else { throw AccountError.notOurs(path: path) }
        }
        guard (0...newestVersion).contains(version) else {
            throw AccountError.newer(path: path, version: version, known: newestVersion)
        }
        return version
    }

    /// Upgrades the tables from `version`. Must run inside an exclusive transaction.
    static func upgrade(_ connection: Connection, from version: Int64) throws {
        for step in steps[Int(version)...] { try connection.execute(step) }
        try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(newestVersion)")
    }
}
