extension PostgresSchema {
    /// Adds the tables of topics. Earlier versions of the program still work, and do not fetch replies.
    static let topics = Step(
        leastProgram: 6,
        sql: """
            -- The places of replies in their topics. topic: NULL until the topic is stored.
            CREATE TABLE feedsearch.article_reply (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, topic int8, topic_guid text NOT NULL,
                topic_guid_key bytea NOT NULL, in_reply_to text, number int8, likes int8,
                PRIMARY KEY (library, slot, n)
            );
            CREATE INDEX article_reply_by_topic ON feedsearch.article_reply (library, slot, topic, number);
            -- The pages of topics, for conditional requests. listed: the replies that the list of topics counted.
            CREATE TABLE feedsearch.topic_page (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, place int8 NOT NULL, url text NOT NULL,
                etag text, last_modified text, content_hash text, next text, listed int8,
                PRIMARY KEY (library, slot, n, place)
            );
            -- replies: one, each or off; NULL for the default.
            ALTER TABLE feedsearch.feed_option ADD COLUMN replies text,
                ADD COLUMN unread_on_reply bool NOT NULL DEFAULT false;
            """)
}
