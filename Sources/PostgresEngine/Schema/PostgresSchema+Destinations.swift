extension PostgresSchema {
    /// Adds the tables of destinations. Earlier versions of the program still work, and send nothing.
    static let destinations = Step(
        leastProgram: 6,
        sql: """
            -- Services and folders to which articles are sent. not_before: when the service may be used again; disabled: why
            -- nothing is sent.
            CREATE TABLE feedsearch.destination (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, name text NOT NULL, address text NOT NULL,
                secret text, created int8 NOT NULL, not_before int8 NOT NULL DEFAULT 0, disabled text,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, name)
            );
            -- One article for one destination. state: 0 to be sent, 1 sent, 2 given up.
            CREATE TABLE feedsearch.sending (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, uid text NOT NULL,
                destination int8 NOT NULL, article int8 NOT NULL, state int8 NOT NULL DEFAULT 0, created int8 NOT NULL,
                due int8 NOT NULL, attempts int8 NOT NULL DEFAULT 0, finished int8, failure text,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, uid)
            ) WITH (fillfactor = 80);
            CREATE INDEX sending_due ON feedsearch.sending (library, slot, due) WHERE state = 0;
            CREATE INDEX sending_finished ON feedsearch.sending (library, slot, finished) WHERE finished IS NOT NULL;
            CREATE INDEX sending_by_article ON feedsearch.sending (library, slot, destination, article);
            """)
}
