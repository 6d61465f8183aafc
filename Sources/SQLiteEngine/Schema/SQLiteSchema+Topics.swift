extension SQLiteSchema {
    static let topics: [Step] = [
        Step(
            marker: "article_reply",
            sql: """
                -- The places of replies in their topics. topic: NULL until the topic is stored.
                CREATE TABLE article_reply (
                    n INTEGER PRIMARY KEY, topic INTEGER, topic_guid TEXT NOT NULL, in_reply_to TEXT, number INTEGER,
                    likes INTEGER
                );
                CREATE INDEX article_reply_by_topic ON article_reply (topic, number);
                -- The pages of topics, for conditional requests. listed: the replies that the list of topics counted.
                CREATE TABLE topic_page (
                    n INTEGER NOT NULL, place INTEGER NOT NULL, url TEXT NOT NULL, etag TEXT, last_modified TEXT,
                    content_hash TEXT, next TEXT, listed INTEGER, PRIMARY KEY (n, place)
                ) WITHOUT ROWID;
                -- replies: one, each or off; NULL for the default.
                ALTER TABLE feed_option ADD COLUMN replies TEXT;
                ALTER TABLE feed_option ADD COLUMN unread_on_reply INTEGER NOT NULL DEFAULT 0;
                """)
    ]
}
