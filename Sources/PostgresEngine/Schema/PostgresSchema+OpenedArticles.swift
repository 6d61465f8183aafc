extension PostgresSchema {
    static let openedArticles = Step(
        leastProgram: 6,
        sql: """
            -- When the user last opened an article, in seconds since 1970. Articles in the bin keep their row.
            CREATE TABLE feedsearch.article_opened (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, opened int8 NOT NULL,
                PRIMARY KEY (library, slot, n)
            );
            CREATE INDEX article_opened_by_time ON feedsearch.article_opened (library, slot, opened, n);
            -- The number of articles above which read ones are removed; 0: no limit, whatever the default is.
            ALTER TABLE feedsearch.feed_option ADD COLUMN keep_read int8;
            ALTER TABLE feedsearch.feed ADD COLUMN copyright text;
            """)
}
