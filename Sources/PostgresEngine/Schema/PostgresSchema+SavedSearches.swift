extension PostgresSchema {
    /// Adds tables for saved searches, their matches, and the word lists for completion and spelling.
    ///
    /// Programs without support for these tables are refused, because they would store articles without matching the
    /// saved searches or updating the word lists.
    static let savedSearches = Step(
        leastProgram: 3,
        sql: """
            CREATE TABLE feedsearch.saved_search (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                name text NOT NULL, name_key bytea NOT NULL, query text NOT NULL, created int8 NOT NULL, comment text,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, name_key)
            );
            -- Where and when matches are delivered. disabled: why nothing is.
            CREATE TABLE feedsearch.alert_rule (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL,
                channel text NOT NULL, digest text, quiet_hours text, secret text, signature text,
                failures int8 NOT NULL DEFAULT 0, not_before int8 NOT NULL DEFAULT 0, disabled text,
                PRIMARY KEY (library, slot, search)
            );
            -- The last change of each search or its rule, also of one that is gone: writers keep all searches that alert, and
            -- take over those that have changed.
            CREATE TABLE feedsearch.search_change (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL, number int8 NOT NULL,
                PRIMARY KEY (library, slot, search)
            );
            CREATE INDEX search_change_by_number ON feedsearch.search_change (library, slot, number);
            -- Feeds whose first import is under way: their articles do not alert.
            CREATE TABLE feedsearch.first_import (
                library int8 NOT NULL, slot int2 NOT NULL, feed int8 NOT NULL,
                PRIMARY KEY (library, slot, feed)
            );

            -- The outbox in three steps: all matches of one commit as one packed row; sorted by search, in rows of one search
            -- and some articles, `first`, and in `rest` the distances from one to the next; in `alert` what a delivery has
            -- taken up. Articles below first_new were stored before, and may have matched before.
            CREATE TABLE feedsearch.alert_batch (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                at int8 NOT NULL, first_new int8 NOT NULL, matches bytea NOT NULL,
                PRIMARY KEY (library, slot, id)
            );
            ALTER TABLE feedsearch.alert_batch ALTER matches SET STORAGE EXTERNAL;
            CREATE TABLE feedsearch.alert_waiting (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL, first int8 NOT NULL,
                at int8 NOT NULL, rest bytea NOT NULL,
                PRIMARY KEY (library, slot, search, first)
            );
            -- Searches that went while matches of theirs were unsorted.
            CREATE TABLE feedsearch.alert_forgotten (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL, batch int8 NOT NULL,
                PRIMARY KEY (library, slot, search, batch)
            );
            -- delivery: negative where another article stands for this one, 0 where none was delivered with it.
            CREATE TABLE feedsearch.alert (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL, article int8 NOT NULL,
                at int8 NOT NULL, delivery int8 NOT NULL,
                PRIMARY KEY (library, slot, search, article)
            );
            -- How many matches of a search wait in sorted rows, and since when.
            CREATE TABLE feedsearch.alert_queue (
                library int8 NOT NULL, slot int2 NOT NULL, search int8 NOT NULL,
                waiting int8 NOT NULL, since int8 NOT NULL,
                PRIMARY KEY (library, slot, search)
            ) WITH (fillfactor = 80);
            -- One message to one channel; uid is in the message. state: 0 to be delivered, 1 delivered, 2 given up.
            CREATE TABLE feedsearch.alert_delivery (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, uid text NOT NULL, search int8 NOT NULL,
                state int8 NOT NULL DEFAULT 0, created int8 NOT NULL, due int8 NOT NULL,
                attempts int8 NOT NULL DEFAULT 0, finished int8, failure text,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, uid)
            ) WITH (fillfactor = 80);
            CREATE INDEX alert_delivery_due ON feedsearch.alert_delivery (library, slot, due) WHERE state = 0;
            CREATE INDEX alert_delivery_finished ON feedsearch.alert_delivery (library, slot, finished)
                WHERE finished IS NOT NULL;
            CREATE INDEX alert_delivery_by_search ON feedsearch.alert_delivery (library, slot, search, id);
            -- Who delivers behind a pooler, which has no locks of a session; until: seconds since 1970 by the server's clock.
            CREATE TABLE feedsearch.delivery_lease (
                library int8 NOT NULL, slot int2 NOT NULL, holder bytea NOT NULL, until int8 NOT NULL,
                PRIMARY KEY (library, slot)
            );

            -- Words that stand in many articles, with exact counts: sorted, some 4 KB a row; `first` is a row's first word.
            CREATE TABLE feedsearch.frequent_word (
                library int8 NOT NULL, slot int2 NOT NULL, first bytea NOT NULL, words bytea NOT NULL,
                PRIMARY KEY (library, slot, first)
            ) WITH (toast_tuple_target = 8160);
            ALTER TABLE feedsearch.frequent_word ALTER words SET STORAGE EXTERNAL;
            -- Words of titles by the first letters of how they sound, none for words without pinyin.
            CREATE TABLE feedsearch.title_word (
                library int8 NOT NULL, slot int2 NOT NULL,
                initials text COLLATE "C" NOT NULL, word text COLLATE "C" NOT NULL, titles int8 NOT NULL,
                PRIMARY KEY (library, slot, initials, word)
            );
            CREATE INDEX title_word_by_text ON feedsearch.title_word (library, slot, word);
            CREATE INDEX title_word_frequent ON feedsearch.title_word (library, slot, initials) WHERE titles >= 5;
            CREATE INDEX title_word_frequent_text ON feedsearch.title_word (library, slot, word) WHERE titles >= 5;

            \(recording("saved_search", key: ["id"]))
            \(recording("alert_rule", key: ["search"]))
            \(recording("alert", key: ["search", "article"]))
            \(recording("alert_queue", key: ["search"]))
            \(recording("alert_delivery", key: ["id"]))
            \(recording("alert_waiting", key: ["search", "first"]))
            """)

    /// Adds the settings of messages. Earlier versions of the program still work, and send the standard JSON.
    static let alertTemplates = Step(
        leastProgram: 6,
        sql: """
            -- The body of a webhook's messages, its type, and the place of its headers; whether each article has a message of its
            -- own.
            ALTER TABLE feedsearch.alert_rule ADD COLUMN headers text, ADD COLUMN content_type text,
                ADD COLUMN is_each bool NOT NULL DEFAULT false, ADD COLUMN template text;
            """)
}
