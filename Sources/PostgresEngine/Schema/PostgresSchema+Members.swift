extension PostgresSchema {
    /// The first program that keeps the states of members, identified by its number of schema steps.
    package static let membersOfLibraries = 20

    /// The first program that applies rules of members, identified by its number of schema steps. Earlier ones would
    /// mark the owner's articles.
    package static let rulesOfMembers = 25

    /// Adds the member of a rule. Earlier versions of the program still work until a member has a rule
    /// (`PostgresSchema.rulesOfMembers`).
    static let memberRules = Step(
        leastProgram: 6,
        sql: """
            -- The member whose articles the rule marks; NULL if the rule is common.
            ALTER TABLE feedsearch.arrival_rule ADD COLUMN member int8;
            """)

    /// Adds the tables of members. Earlier versions of the program still work until a library has a member
    /// (`PostgresSchema.membersOfLibraries`).
    static let members = Step(
        leastProgram: 6,
        sql: """
            -- The members of a shared library; the owner's state is in the rows of the articles.
            CREATE TABLE feedsearch.member (
                library int8 NOT NULL, slot int2 NOT NULL, number int8 NOT NULL, uid text NOT NULL, name text NOT NULL,
                added int8 NOT NULL,
                PRIMARY KEY (library, slot, number),
                UNIQUE (library, slot, uid)
            );
            -- read: NULL if the mark of the feed decides.
            CREATE TABLE feedsearch.member_state (
                library int8 NOT NULL, slot int2 NOT NULL, member int8 NOT NULL, n int8 NOT NULL, read int2,
                starred bool NOT NULL DEFAULT false,
                PRIMARY KEY (library, slot, member, n)
            );
            CREATE INDEX member_unread ON feedsearch.member_state (library, slot, member, n) WHERE read = 0;
            CREATE INDEX member_starred ON feedsearch.member_state (library, slot, member, n) WHERE starred;
            -- All articles of the feed up to this number are read, unless their state says otherwise.
            CREATE TABLE feedsearch.member_mark (
                library int8 NOT NULL, slot int2 NOT NULL, member int8 NOT NULL, feed int8 NOT NULL, upto int8 NOT NULL,
                PRIMARY KEY (library, slot, member, feed)
            ) WITH (fillfactor = 80);
            -- The articles of a feed that the member has read or that are hidden.
            CREATE TABLE feedsearch.member_count (
                library int8 NOT NULL, slot int2 NOT NULL, member int8 NOT NULL, feed int8 NOT NULL, read int8 NOT NULL,
                PRIMARY KEY (library, slot, member, feed)
            ) WITH (fillfactor = 80);
            CREATE TABLE feedsearch.member_opened (
                library int8 NOT NULL, slot int2 NOT NULL, member int8 NOT NULL, n int8 NOT NULL, opened int8 NOT NULL,
                PRIMARY KEY (library, slot, member, n)
            );
            CREATE INDEX member_opened_by_time ON feedsearch.member_opened (library, slot, member, opened, n);
            CREATE TABLE feedsearch.member_action (
                library int8 NOT NULL, slot int2 NOT NULL, action int8 NOT NULL, member int8 NOT NULL,
                PRIMARY KEY (library, slot, action)
            );
            \(recording("member_state", key: ["member", "n"]))
            \(recording("member_mark", key: ["member", "feed"]))
            """)
}
