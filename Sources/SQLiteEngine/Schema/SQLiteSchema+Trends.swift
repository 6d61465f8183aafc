extension SQLiteSchema {
    static let trends: [Step] = [
        Step(
            marker: "trend_event",
            sql: """
                -- The condition on the number of articles under which a search notifies, and the colour of a search.
                ALTER TABLE alert_rule ADD COLUMN condition TEXT;
                ALTER TABLE saved_search ADD COLUMN color TEXT;
                -- The articles of searches with a condition by hour since 1970; feed is 0 unless each feed is tested alone.
                CREATE TABLE trend_count (
                    search INTEGER NOT NULL, feed INTEGER NOT NULL, hour INTEGER NOT NULL, articles INTEGER NOT NULL,
                    PRIMARY KEY (search, feed, hour)
                ) WITHOUT ROWID;
                -- What is counted, since which hour events are notified, and what must be tested next.
                CREATE TABLE trend_state (
                    search INTEGER PRIMARY KEY, condition TEXT NOT NULL, query TEXT NOT NULL, since INTEGER NOT NULL,
                    pending INTEGER, due INTEGER
                );
                -- Events with their deliveries; usual is twice the usual number.
                CREATE TABLE trend_event (
                    delivery INTEGER PRIMARY KEY, search INTEGER NOT NULL, feed INTEGER NOT NULL, condition TEXT NOT NULL,
                    first_hour INTEGER NOT NULL, end_hour INTEGER NOT NULL, at INTEGER NOT NULL,
                    articles INTEGER NOT NULL, usual INTEGER
                );
                CREATE INDEX trend_event_by_search ON trend_event (search);
                CREATE TRIGGER saved_search_trends_removed AFTER DELETE ON saved_search BEGIN
                    DELETE FROM trend_count WHERE search = old.id;
                    DELETE FROM trend_state WHERE search = old.id;
                    DELETE FROM trend_event WHERE search = old.id;
                END;
                """)
    ]
}
