internal import Database

/// The schema change of each database version. New steps are appended; a released step never changes.
///
/// Every primary key and unique index begins with `(library, slot)`. There are no foreign keys: only the writer changes
/// rows, and checking each row would double the cost of a bulk load. Names that may be long have a key column
/// (`NameKey`), because an index entry has at most 2,704 bytes.
extension PostgresSchema {
    static let steps: [Step] = [
        index, articles, rules, savedSearches, removedGuids, characters, textDictionaries, wordPairs,
        libraryIdentity, accounts, refreshLease, libraries, alertTemplates, directory, destinations, audit,
        openedArticles, trends, topics, members, sharedFetches, people,
        sharedUses, invitedMembers, memberRules,
    ]

    private static let index = Step(
        leastProgram: 1,
        sql: """
            -- What changes of an index: the list of its segments, and its sums. One row an index.
            CREATE TABLE feedsearch.index_state (
                library int8 NOT NULL, slot int2 NOT NULL,
                format int4 NOT NULL, page_size int4 NOT NULL, structure bytea NOT NULL, averages bytea NOT NULL,
                next_segment int4 NOT NULL,
                PRIMARY KEY (library, slot)
            );

            -- Pages of segments are written once and never changed. Two of them fill a block of the server; they are not
            -- compressed, and moved out of line only where a page is larger than a block.
            CREATE TABLE feedsearch.segment_page (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, page bytea NOT NULL,
                PRIMARY KEY (library, slot, id)
            ) WITH (toast_tuple_target = 8160);
            ALTER TABLE feedsearch.segment_page ALTER page SET STORAGE EXTERNAL;

            -- The term index of a segment in chunks of consecutive rows, by the first term of each.
            CREATE TABLE feedsearch.segment_terms (
                library int8 NOT NULL, slot int2 NOT NULL, segment int4 NOT NULL, first bytea NOT NULL, rows bytea NOT NULL,
                PRIMARY KEY (library, slot, segment, first)
            );

            -- The number of tokens in each column of an article, as varints.
            CREATE TABLE feedsearch.indexed_length (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, lengths bytea NOT NULL,
                PRIMARY KEY (library, slot, n)
            );
            """)

    private static let articles = Step(
        leastProgram: 1,
        sql: """
            ALTER TABLE feedsearch.schema_version ADD COLUMN least_program int4;

            -- The last number that was given of each kind: article, feed, folder, author, tag, history, action, change. A row
            -- stays locked to the end of the transaction, so that numbers become visible in their order and none is lost.
            CREATE TABLE feedsearch.counter (
                library int8 NOT NULL, slot int2 NOT NULL, name text NOT NULL, last int8 NOT NULL,
                PRIMARY KEY (library, slot, name)
            ) WITH (fillfactor = 50);

            CREATE TABLE feedsearch.feed (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                url text NOT NULL, url_key bytea NOT NULL,
                title text, own_title text, home_url text, description text, language text, icon text,
                subscribed bool NOT NULL DEFAULT false, paused bool NOT NULL DEFAULT false,
                added int8 NOT NULL, articles int8 NOT NULL DEFAULT 0, unread int8 NOT NULL DEFAULT 0,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, url_key)
            ) WITH (fillfactor = 80);
            CREATE TABLE feedsearch.folder (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                parent int8 NOT NULL, name text NOT NULL, name_key bytea NOT NULL,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, parent, name_key)
            );
            CREATE TABLE feedsearch.feed_folder (
                library int8 NOT NULL, slot int2 NOT NULL, folder int8 NOT NULL, feed int8 NOT NULL,
                PRIMARY KEY (library, slot, folder, feed)
            );
            CREATE INDEX feed_folder_by_feed ON feedsearch.feed_folder (library, slot, feed);
            -- The order that somebody gave to what is in a folder, 0 being the top: kind 0 is a folder, 1 a feed.
            CREATE TABLE feedsearch.hand_place (
                library int8 NOT NULL, slot int2 NOT NULL, folder int8 NOT NULL, kind int2 NOT NULL, member int8 NOT NULL,
                place int4 NOT NULL,
                PRIMARY KEY (library, slot, folder, kind, member)
            );
            -- What is known from fetching. Times are seconds since 1970.
            CREATE TABLE feedsearch.feed_fetch (
                library int8 NOT NULL, slot int2 NOT NULL, feed int8 NOT NULL,
                etag text, last_modified text, content_hash text,
                next_fetch int8 NOT NULL DEFAULT 0, not_before int8 NOT NULL DEFAULT 0,
                last_fetch int8 NOT NULL DEFAULT 0, last_success int8 NOT NULL DEFAULT 0,
                failures int8 NOT NULL DEFAULT 0, failure_kind text, failure_text text,
                moved_to text, moved_count int8 NOT NULL DEFAULT 0, gone bool NOT NULL DEFAULT false, trusted_origin text,
                refresh_minutes int8, skip_hours int8 NOT NULL DEFAULT 0, skip_days int8 NOT NULL DEFAULT 0,
                newest int8[] NOT NULL DEFAULT '{}', alerted bool NOT NULL DEFAULT false,
                PRIMARY KEY (library, slot, feed)
            ) WITH (fillfactor = 80);
            -- What a reader sets for one feed; secrets are named (a file, env:NAME), never kept. keep_count 0: no limit,
            -- whatever the default is; keep_unread 0: any number. full_text: a CSS selector, or empty.
            CREATE TABLE feedsearch.feed_option (
                library int8 NOT NULL, slot int2 NOT NULL, feed int8 NOT NULL,
                user_agent text, headers text, cookies text, credentials text, proxy text, interval_seconds int8,
                keep_count int8, keep_seconds int8, keep_unread int8, full_text text,
                PRIMARY KEY (library, slot, feed)
            );
            CREATE TABLE feedsearch.feed_icon (
                library int8 NOT NULL, slot int2 NOT NULL, feed int8 NOT NULL,
                url text, type text, bytes bytea, checked int8 NOT NULL, next_check int8 NOT NULL,
                PRIMARY KEY (library, slot, feed)
            );
            -- How pages without a feed are read, as JSON.
            CREATE TABLE feedsearch.feed_recipe (
                library int8 NOT NULL, slot int2 NOT NULL, feed int8 NOT NULL, recipe text NOT NULL,
                PRIMARY KEY (library, slot, feed)
            );

            CREATE TABLE feedsearch.author (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, name text NOT NULL, name_key bytea NOT NULL,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, name_key)
            );
            -- folded_key: of the name without case, width and accents.
            CREATE TABLE feedsearch.tag (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                name text NOT NULL, name_key bytea NOT NULL, folded text NOT NULL, folded_key bytea NOT NULL,
                PRIMARY KEY (library, slot, id),
                UNIQUE (library, slot, name_key)
            );
            CREATE INDEX tag_by_folded ON feedsearch.tag (library, slot, folded_key);

            -- What lists and filters need, in narrow rows; the texts are beside it. Flags are those of ArticleFlags.
            CREATE TABLE feedsearch.article (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL,
                feed int8 NOT NULL, sort_date int8 NOT NULL, published int8, updated int8, received int8 NOT NULL,
                read bool NOT NULL, starred bool NOT NULL, flags int8 NOT NULL,
                author int8, language text, hash int8 NOT NULL, guid text NOT NULL, guid_key bytea NOT NULL, url text,
                PRIMARY KEY (library, slot, n),
                UNIQUE (library, slot, feed, guid_key)
            ) WITH (fillfactor = 90);
            CREATE INDEX article_by_date ON feedsearch.article (library, slot, sort_date, n);
            CREATE INDEX article_starred ON feedsearch.article (library, slot, sort_date) WHERE starred;
            CREATE INDEX article_hidden ON feedsearch.article (library, slot, n) WHERE flags & 8 <> 0;

            -- Texts are UTF-8 as they came; body may be compressed (PostgresStoredTexts). html_packed: compressed by zstd with the body
            -- as prefix.
            CREATE TABLE feedsearch.article_text (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL,
                title text NOT NULL, body bytea NOT NULL, html bytea, html_packed bool NOT NULL, extra text,
                PRIMARY KEY (library, slot, n)
            ) WITH (toast_tuple_target = 8160);
            ALTER TABLE feedsearch.article_text ALTER body SET STORAGE EXTERNAL, ALTER html SET STORAGE EXTERNAL;

            -- Guids that articles had before their feed gave them others.
            CREATE TABLE feedsearch.article_alias (
                library int8 NOT NULL, slot int2 NOT NULL, feed int8 NOT NULL, guid_key bytea NOT NULL,
                guid text NOT NULL, n int8 NOT NULL,
                PRIMARY KEY (library, slot, feed, guid_key)
            );
            -- Hashes of contents that were replaced, or older than what is stored.
            CREATE TABLE feedsearch.article_version (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, hash int8 NOT NULL,
                PRIMARY KEY (library, slot, n, hash)
            );
            -- own: given by the reader; else the feed's.
            CREATE TABLE feedsearch.article_tag (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, tag int8 NOT NULL, own bool NOT NULL,
                PRIMARY KEY (library, slot, n, tag, own)
            );
            CREATE INDEX article_tag_by_tag ON feedsearch.article_tag (library, slot, tag, n);

            -- What ranking reads in place of the texts: units in order, 16 bits each, the lower byte first.
            CREATE TABLE feedsearch.article_forward (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, units bytea NOT NULL,
                PRIMARY KEY (library, slot, n)
            ) WITH (toast_tuple_target = 8160);
            ALTER TABLE feedsearch.article_forward ALTER units SET STORAGE EXTERNAL;
            -- Lengths, dates and groups of 1,024 articles in a row (FactsBlock).
            CREATE TABLE feedsearch.article_facts (
                library int8 NOT NULL, slot int2 NOT NULL, block int8 NOT NULL, facts bytea NOT NULL,
                PRIMARY KEY (library, slot, block)
            );
            ALTER TABLE feedsearch.article_facts ALTER facts SET STORAGE EXTERNAL;
            -- Hashes that near-duplicates share, and the articles that are in a group of them, by its first article.
            CREATE TABLE feedsearch.article_sketch (
                library int8 NOT NULL, slot int2 NOT NULL, key int4 NOT NULL, n int8 NOT NULL,
                PRIMARY KEY (library, slot, key, n)
            );
            CREATE TABLE feedsearch.article_group (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, first int8 NOT NULL,
                PRIMARY KEY (library, slot, n)
            );
            CREATE INDEX article_group_by_first ON feedsearch.article_group (library, slot, first, n);
            -- In how many articles a CJK character stands.
            CREATE TABLE feedsearch.character_frequency (
                library int8 NOT NULL, slot int2 NOT NULL, character int4 NOT NULL, articles int8 NOT NULL,
                PRIMARY KEY (library, slot, character)
            ) WITH (fillfactor = 80);
            -- How many articles are in a language whose words have stems of their own in the index, by the letter of StemLanguage.
            CREATE TABLE feedsearch.stem_language (
                library int8 NOT NULL, slot int2 NOT NULL, code text NOT NULL, articles int8 NOT NULL,
                PRIMARY KEY (library, slot, code)
            );

            -- One row a committed batch; the token only grows, so that followers can catch up.
            CREATE TABLE feedsearch.history (
                library int8 NOT NULL, slot int2 NOT NULL, token int8 NOT NULL, at int8 NOT NULL,
                first_inserted int8, last_inserted int8, changed int8[] NOT NULL,
                PRIMARY KEY (library, slot, token)
            );
            CREATE TABLE feedsearch.client_state (
                library int8 NOT NULL, slot int2 NOT NULL, client text NOT NULL, state bytea NOT NULL,
                PRIMARY KEY (library, slot, client)
            );

            -- What was removed at one time, and its articles as they were.
            CREATE TABLE feedsearch.action (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, at int8 NOT NULL, kind text NOT NULL,
                articles int8 NOT NULL DEFAULT 0, subject text,
                PRIMARY KEY (library, slot, id)
            );
            CREATE TABLE feedsearch.removed_article (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL, action int8 NOT NULL,
                feed int8 NOT NULL, sort_date int8 NOT NULL, published int8, updated int8, received int8 NOT NULL,
                read bool NOT NULL, starred bool NOT NULL, flags int8 NOT NULL,
                author int8, language text, hash int8 NOT NULL, guid text NOT NULL, guid_key bytea NOT NULL, url text,
                title text NOT NULL, body bytea NOT NULL, html bytea, html_packed bool NOT NULL, extra text,
                tags int8[] NOT NULL, own_tags int8[] NOT NULL,
                PRIMARY KEY (library, slot, n)
            );
            CREATE INDEX removed_article_by_action ON feedsearch.removed_article (library, slot, action);
            -- Guids that were removed: they are no news when the feed still lists them. Outlives the bin.
            CREATE TABLE feedsearch.removed_guid (
                library int8 NOT NULL, slot int2 NOT NULL, feed int8 NOT NULL, guid_key bytea NOT NULL, n int8 NOT NULL,
                PRIMARY KEY (library, slot, feed, guid_key)
            );
            CREATE INDEX removed_guid_by_n ON feedsearch.removed_guid (library, slot, n);
            -- Articles whose page is to be fetched; `due` is NULL where that was given up, with the reason.
            CREATE TABLE feedsearch.page_queue (
                library int8 NOT NULL, slot int2 NOT NULL, n int8 NOT NULL,
                due int8, attempts int8 NOT NULL DEFAULT 0, silent bool NOT NULL DEFAULT false,
                failure_kind text, failure_text text,
                PRIMARY KEY (library, slot, n)
            );
            CREATE INDEX page_queue_due ON feedsearch.page_queue (library, slot, due) WHERE due IS NOT NULL;
            """)

    /// Adds guids to `removed_guid`, because copying a library to a file needs the guids themselves, not only their
    /// keys. The guids of articles that have left the bin are unknown.
    private static let removedGuids = Step(
        leastProgram: 4,
        sql: """
            ALTER TABLE feedsearch.removed_guid ADD COLUMN guid text NOT NULL DEFAULT '';
            UPDATE feedsearch.removed_guid r SET guid = a.guid FROM feedsearch.removed_article a
            WHERE a.library = r.library AND a.slot = r.slot AND a.feed = r.feed AND a.guid_key = r.guid_key;
            """)

    /// Ranking reads character counts (`CharacterCounts`) instead of units. If an article has no counts, they are
    /// computed from its text, until `reindex` is run.
    private static let characters = Step(
        leastProgram: 5,
        sql: """
            ALTER TABLE feedsearch.article_forward ADD COLUMN characters bytea, ALTER COLUMN units DROP NOT NULL;
            ALTER TABLE feedsearch.article_forward ALTER characters SET STORAGE EXTERNAL;
            """)

    /// Earlier versions of the program still work until texts are compressed (`PostgresSchema.compressedTexts`).
    private static let textDictionaries = Step(
        leastProgram: 6,
        sql: """
            -- With what texts of articles are compressed, by the number in each of them. articles: the largest number of an
            -- article when it was trained.
            CREATE TABLE feedsearch.text_dictionary (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL, articles int8 NOT NULL, bytes bytea NOT NULL,
                PRIMARY KEY (library, slot, id)
            );
            """)

    /// Earlier versions of the program still work until a library has word pairs (`PostgresSchema.pairsOfWords`).
    private static let wordPairs = Step(
        leastProgram: 6,
        sql: """
            -- Whether all articles have their pairs of adjacent words in the index.
            ALTER TABLE feedsearch.index_state ADD COLUMN has_pairs bool NOT NULL DEFAULT false;
            """)

    /// Adds a table for the identity of a library, which writers store (`LibraryIdentity`).
    private static let libraryIdentity = Step(
        leastProgram: 6,
        sql: """
            CREATE TABLE feedsearch.library_identity (
                library int8 NOT NULL, slot int2 NOT NULL, id text NOT NULL,
                PRIMARY KEY (library, slot)
            );
            """)

    /// Adds the table of libraries and inserts the existing ones. Earlier versions of the program support only library
    /// 1, and still work while it is called `main` (`LibraryCatalogue`).
    private static let libraries = Step(
        leastProgram: 6,
        sql: """
            -- The libraries of the database by their number, which is never used again. Times are seconds since 1970.
            CREATE TABLE feedsearch.library (
                number int8 NOT NULL, name text COLLATE "C" NOT NULL, created int8 NOT NULL, used int8 NOT NULL,
                is_being_removed bool NOT NULL DEFAULT false,
                PRIMARY KEY (number),
                UNIQUE (name)
            );
            INSERT INTO feedsearch.library (number, name, created, used)
            SELECT library, CASE WHEN library = 1 THEN 'main' ELSE 'library-' || library END,
                extract(epoch FROM clock_timestamp())::int8, extract(epoch FROM clock_timestamp())::int8
            FROM feedsearch.index_state WHERE library > 0 GROUP BY library;
            INSERT INTO feedsearch.counter (library, slot, name, last)
            SELECT 0, 0, 'library', max(number) FROM feedsearch.library HAVING count(*) > 0;
            -- Of a library that only earlier programs have written to.
            INSERT INTO feedsearch.library_identity (library, slot, id)
            SELECT number, 0, left(encode(sha256(convert_to(
                concat_ws(' ', random(), random(), random(), clock_timestamp(), number), 'UTF8')), 'hex'), 32)
            FROM feedsearch.library ON CONFLICT DO NOTHING;
            """)
}
