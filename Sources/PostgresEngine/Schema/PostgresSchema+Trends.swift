extension PostgresSchema {
    /// Adds conditions on the number of articles, and colours of searches. Earlier versions of the program still work
    /// until a search has a condition (`PostgresSchema.conditions`).
    static let trends = Step(
        leastProgram: 6,
        sql: """
            -- The condition on the number of articles under which a search notifies, and the colour of a search.
            ALTER TABLE feedsearch.alert_rule ADD COLUMN condition text;
            ALTER TABLE feedsearch.saved_search ADD COLUMN color text;
            -- The articles of searches with a condition by hour since 1970; feed is 0 unless each feed is tested alone.
            CREATE TABLE feedsearch.trend_count (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL, feed int8 NOT NULL, hour int8 NOT NULL,
                articles int8 NOT NULL,
                PRIMARY KEY (library, slot, search, feed, hour)
            ) WITH (fillfactor = 80);
            -- What is counted, since which hour events are notified, and what must be tested next.
            CREATE TABLE feedsearch.trend_state (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL, condition text NOT NULL,
                query text NOT NULL, since int8 NOT NULL, pending int8, due int8,
                PRIMARY KEY (library, slot, search)
            ) WITH (fillfactor = 80);
            -- Events with their deliveries; usual is twice the usual number.
            CREATE TABLE feedsearch.trend_event (
                library int8 NOT NULL, slot int2 NOT NULL, delivery int8 NOT NULL, search int8 NOT NULL,
                feed int8 NOT NULL, condition text NOT NULL, first_hour int8 NOT NULL, end_hour int8 NOT NULL,
                at int8 NOT NULL, articles int8 NOT NULL, usual int8,
                PRIMARY KEY (library, slot, delivery)
            );
            CREATE INDEX trend_event_by_search ON feedsearch.trend_event (library, slot, search);
            \(recording("trend_event", key: ["delivery"]))
            """)
}
