extension PostgresSchema {
    /// The accounts of the service, shared by all machines that serve the library. Earlier versions stored them in a
    /// file on each machine. The key that encrypts secrets is still stored in such a file.
    static let accounts = Step(
        leastProgram: 6,
        sql: """
            -- A library that has accounts: what distinguishes its service, the fingerprint of its key, and the number of
            -- transactions that may have revoked a credential.
            CREATE TABLE feedsearch.service (
                library int8 NOT NULL, slot int2 NOT NULL,
                instance text NOT NULL, key_fingerprint bytea NOT NULL, created int8 NOT NULL,
                changes int8 NOT NULL DEFAULT 0,
                PRIMARY KEY (library, slot)
            ) WITH (fillfactor = 50);
            -- The case of ASCII letters in names does not count.
            CREATE TABLE feedsearch.account (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                name text NOT NULL, password text NOT NULL, created int8 NOT NULL, password_changed int8 NOT NULL,
                PRIMARY KEY (library, slot, id)
            );
            CREATE UNIQUE INDEX account_by_name ON feedsearch.account (library, slot, lower(name COLLATE "C"));
            CREATE TABLE feedsearch.app_password (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                account int8 NOT NULL, label text NOT NULL, hash bytea NOT NULL, fever_hash bytea,
                created int8 NOT NULL, last_use int8, revoked int8,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, hash),
                UNIQUE (library, slot, fever_hash)
            ) WITH (fillfactor = 80);
            CREATE UNIQUE INDEX app_password_by_label
                ON feedsearch.app_password (library, slot, account, lower(label COLLATE "C")) WHERE revoked IS NULL;
            CREATE TABLE feedsearch.token (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                name text NOT NULL, hash bytea NOT NULL, scope text NOT NULL,
                created int8 NOT NULL, expires int8, last_use int8, revoked int8,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, hash)
            ) WITH (fillfactor = 80);
            CREATE UNIQUE INDEX token_by_name
                ON feedsearch.token (library, slot, lower(name COLLATE "C")) WHERE revoked IS NULL;
            -- Without an account: begun by a one-time key.
            CREATE TABLE feedsearch.session (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                hash bytea NOT NULL, account int8, created int8 NOT NULL, last_use int8 NOT NULL,
                address text NOT NULL, user_agent text NOT NULL,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, hash)
            ) WITH (fillfactor = 80);
            CREATE INDEX session_by_account ON feedsearch.session (library, slot, account, last_use);
            CREATE TABLE feedsearch.sign_in (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                time int8 NOT NULL, kind text NOT NULL, outcome text NOT NULL,
                account text, address text NOT NULL, user_agent text NOT NULL,
                PRIMARY KEY (library, slot, id)
            );
            -- Encrypted with a key that is not in the database. The name is compared by its bytes.
            CREATE TABLE feedsearch.secret (
                library int8 NOT NULL, slot int2 NOT NULL, name text COLLATE "C" NOT NULL,
                sealed bytea NOT NULL, changed int8 NOT NULL,
                PRIMARY KEY (library, slot, name)
            );
            -- Feeds that hubs push.
            CREATE TABLE feedsearch.hub_subscription (
                library int8 NOT NULL, slot int2 NOT NULL, id text NOT NULL,
                feed int8 NOT NULL, url text NOT NULL, hub text NOT NULL, topic text NOT NULL, base text NOT NULL,
                state text NOT NULL, requested int8 NOT NULL, expires int8 NOT NULL, due int8 NOT NULL,
                failures int8 NOT NULL,
                PRIMARY KEY (library, slot, id)
            );
            -- Account 0 has the preferences of those who have no account.
            CREATE TABLE feedsearch.preference (
                library int8 NOT NULL, slot int2 NOT NULL, account int8 NOT NULL, name text NOT NULL,
                value text NOT NULL,
                PRIMARY KEY (library, slot, account, name)
            );
            """)

    /// The directory of a host. The columns of the library of the accounts are `library` and `slot`; `hosted` is the id
    /// of a library of an account.
    static let directory = Step(
        leastProgram: 6,
        sql: """
            -- `address` is relative to the host unless it names another place; `version` changes with it.
            CREATE TABLE feedsearch.hosted_library (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                name text COLLATE "C" NOT NULL, address text COLLATE "C" NOT NULL, version int8 NOT NULL,
                state text NOT NULL, created int8 NOT NULL,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, name),
                UNIQUE (library, slot, address)
            );
            CREATE TABLE feedsearch.membership (
                library int8 NOT NULL, slot int2 NOT NULL, account int8 NOT NULL, hosted int8 NOT NULL,
                role text NOT NULL,
                PRIMARY KEY (library, slot, account, hosted)
            );
            CREATE UNIQUE INDEX membership_owner ON feedsearch.membership (library, slot, hosted) WHERE role = 'owner';
            CREATE UNIQUE INDEX membership_own ON feedsearch.membership (library, slot, account) WHERE role = 'owner';
            -- Without an account: of a service with one library, or of a program that reads metrics of a host.
            ALTER TABLE feedsearch.token ADD COLUMN account int8;
            DROP INDEX feedsearch.token_by_name;
            CREATE UNIQUE INDEX token_by_name
                ON feedsearch.token (library, slot, coalesce(account, 0), lower(name COLLATE "C"))
                WHERE revoked IS NULL;
            """)

    /// Adds the audit log of administrators' changes. Rows are never removed.
    static let audit = Step(
        leastProgram: 6,
        sql: """
            CREATE TABLE feedsearch.audit (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                time int8 NOT NULL, actor text NOT NULL, action text NOT NULL, account text, object text,
                PRIMARY KEY (library, slot, id)
            );
            """)

    /// The lease for refreshing feeds, used behind a pooler like `delivery_lease`.
    static let refreshLease = Step(
        leastProgram: 6,
        sql: """
            CREATE TABLE feedsearch.refresh_lease (
                library int8 NOT NULL, slot int2 NOT NULL, holder bytea NOT NULL, until int8 NOT NULL,
                PRIMARY KEY (library, slot)
            );
            """)
}
