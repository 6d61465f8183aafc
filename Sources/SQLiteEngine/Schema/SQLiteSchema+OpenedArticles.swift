extension SQLiteSchema {
    static let openedArticles: [Step] = [
        Step(
            marker: "article_opened",
            sql: """
                -- When the user last opened an article, in seconds since 1970. Articles in the bin keep their row.
                CREATE TABLE article_opened (n INTEGER PRIMARY KEY, opened INTEGER NOT NULL);
                CREATE INDEX article_opened_by_time ON article_opened (opened, n);
                -- The number of articles above which read ones are removed; 0: no limit, whatever the default is.
                ALTER TABLE feed_option ADD COLUMN keep_read INTEGER;
                ALTER TABLE feed ADD COLUMN copyright TEXT;
                """)
    ]
}
