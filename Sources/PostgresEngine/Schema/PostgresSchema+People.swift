internal import PostgreSQL

extension PostgresSchema {
    /// The first program that knows the states of accounts, identified by its number of schema steps. Earlier ones
    /// would serve suspended accounts.
    package static let accountStates = 22

    /// A statement that makes the database refuse programs with fewer schema steps than this number.
    static func leastProgram(_ program: Int) -> PostgresRequest {
        PostgresRequest(
            """
            UPDATE feedsearch.schema_version SET least_program = \(program)
            WHERE library = 0 AND version = (SELECT max(version) FROM feedsearch.schema_version WHERE library = 0)
                AND coalesce(least_program, 0) < \(program)
            """)
    }

    /// The first program whose invitations can name a library, identified by its number of schema steps.
    package static let invitedMembersProgram = 24

    /// Adds the libraries of invitations. Earlier versions of the program still work until such an invitation is
    /// created (`PostgresSchema.invitedMembersProgram`).
    static let invitedMembers = Step(
        leastProgram: 6,
        sql: """
            -- The library that the person joins, in a role; NULL if the invitation only creates an account. Without
            -- creates_account, only accounts of the host can accept the invitation.
            ALTER TABLE feedsearch.invitation ADD COLUMN hosted int8;
            ALTER TABLE feedsearch.invitation ADD COLUMN role text;
            ALTER TABLE feedsearch.invitation ADD COLUMN creates_account bool NOT NULL DEFAULT true;
            """)

    /// Adds the states of accounts, invitations, and the libraries of credentials. Earlier versions of the program
    /// still work until an account has such a state (`PostgresSchema.accountStates`).
    static let people = Step(
        leastProgram: 6,
        sql: """
            -- Since when an account is suspended, and when it will be removed; in seconds since 1970.
            ALTER TABLE feedsearch.account ADD COLUMN suspended int8;
            ALTER TABLE feedsearch.account ADD COLUMN removal int8;
            -- Each invitation creates one account, and is deleted then.
            CREATE TABLE feedsearch.invitation (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                hash bytea NOT NULL, created int8 NOT NULL, expires int8 NOT NULL, creator text NOT NULL,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, hash)
            );
            -- The library of another account that a credential is for; without one, the account's own.
            ALTER TABLE feedsearch.token ADD COLUMN hosted int8;
            ALTER TABLE feedsearch.app_password ADD COLUMN hosted int8;
            ALTER TABLE feedsearch.session ADD COLUMN hosted int8;
            """)
}
