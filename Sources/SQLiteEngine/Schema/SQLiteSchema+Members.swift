extension SQLiteSchema {
    static let members: [Step] = [
        Step(
            marker: "member",
            sql: """
                -- The members of a shared library; the owner's state is in the rows of the articles.
                CREATE TABLE member (
                    number INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, added INTEGER NOT NULL
                );
                -- read: NULL if the mark of the feed decides.
                CREATE TABLE member_state (
                    member INTEGER NOT NULL, n INTEGER NOT NULL, read INTEGER, starred INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (member, n)
                ) WITHOUT ROWID;
                CREATE INDEX member_unread ON member_state (member, n) WHERE read = 0;
                CREATE INDEX member_starred ON member_state (member, n) WHERE starred;
                -- All articles of the feed up to this number are read, unless their state says otherwise.
                CREATE TABLE member_mark (
                    member INTEGER NOT NULL, feed INTEGER NOT NULL, upto INTEGER NOT NULL, PRIMARY KEY (member, feed)
                ) WITHOUT ROWID;
                -- The articles of a feed that the member has read or that are hidden.
                CREATE TABLE member_count (
                    member INTEGER NOT NULL, feed INTEGER NOT NULL, read INTEGER NOT NULL, PRIMARY KEY (member, feed)
                ) WITHOUT ROWID;
                CREATE TABLE member_opened (
                    member INTEGER NOT NULL, n INTEGER NOT NULL, opened INTEGER NOT NULL, PRIMARY KEY (member, n)
                ) WITHOUT ROWID;
                CREATE INDEX member_opened_by_time ON member_opened (member, opened, n);
                CREATE TABLE member_action (action INTEGER PRIMARY KEY, member INTEGER NOT NULL);
                """)
    ]

    static let memberRules: [Step] = [
        Step(
            marker: "arrival_rule.member",
            sql: """
                -- The member whose articles the rule marks; NULL if the rule is common.
                ALTER TABLE arrival_rule ADD COLUMN member INTEGER;
                """)
    ]
}
