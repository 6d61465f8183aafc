internal import TextAnalysis

/// The schema change for each database version. New steps are appended; a released step never changes.
extension SQLiteSchema {
    static let firstSteps: [Step] = [
        Step(
            marker: "feed",
            sql: """
                CREATE TABLE feed (
                    id INTEGER PRIMARY KEY,
                    url TEXT NOT NULL UNIQUE,
                    title TEXT, own_title TEXT, home_url TEXT, description TEXT, language TEXT, icon TEXT,
                    subscribed INTEGER NOT NULL DEFAULT 0,
                    paused INTEGER NOT NULL DEFAULT 0,
                    position INTEGER NOT NULL DEFAULT 0,
                    added INTEGER NOT NULL,
                    articles INTEGER NOT NULL DEFAULT 0,
                    unread INTEGER NOT NULL DEFAULT 0,
                    extra TEXT
                );
                CREATE TABLE folder (
                    id INTEGER PRIMARY KEY,
                    parent INTEGER NOT NULL DEFAULT 0,
                    name TEXT NOT NULL,
                    UNIQUE (parent, name)
                );
                CREATE TABLE feed_folder (
                    folder INTEGER NOT NULL REFERENCES folder, feed INTEGER NOT NULL REFERENCES feed,
                    PRIMARY KEY (folder, feed)
                ) WITHOUT ROWID;
                CREATE INDEX feed_folder_by_feed ON feed_folder (feed);

                CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);

                -- What lists and filters need, in narrow rows; the texts are beside it.
                CREATE TABLE article (
                    n INTEGER PRIMARY KEY AUTOINCREMENT,
                    feed INTEGER NOT NULL REFERENCES feed,
                    sort_date INTEGER NOT NULL,
                    published INTEGER, updated INTEGER, received INTEGER NOT NULL,
                    read INTEGER NOT NULL DEFAULT 0,
                    starred INTEGER NOT NULL DEFAULT 0,
                    flags INTEGER NOT NULL DEFAULT 0,
                    author INTEGER REFERENCES author,
                    language TEXT,
                    hash INTEGER NOT NULL,
                    guid TEXT NOT NULL,
                    url TEXT
                );
                CREATE UNIQUE INDEX article_by_guid ON article (feed, guid);
                CREATE INDEX article_by_date ON article (sort_date, n);
                CREATE INDEX article_by_author ON article (author);
                CREATE INDEX article_starred ON article (sort_date) WHERE starred;

                -- html is text as it came, or a blob: zstd with body as prefix.
                CREATE TABLE article_text (
                    n INTEGER PRIMARY KEY,
                    title TEXT NOT NULL, body TEXT NOT NULL,
                    html, extra TEXT
                );

                -- Guids that articles had before their feed gave them others.
                CREATE TABLE article_alias (
                    feed INTEGER NOT NULL, guid TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (feed, guid)
                ) WITHOUT ROWID;
                -- Hashes of contents that were replaced, or older than what is stored.
                CREATE TABLE article_version (
                    n INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY (n, hash)
                ) WITHOUT ROWID;

                CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
                CREATE INDEX tag_by_folded ON tag (folded);
                -- own = 1: given by the reader; 0: the feed's.
                CREATE TABLE article_tag (
                    tag INTEGER NOT NULL REFERENCES tag, n INTEGER NOT NULL, own INTEGER NOT NULL,
                    PRIMARY KEY (n, tag, own)
                ) WITHOUT ROWID;
                CREATE INDEX article_tag_by_tag ON article_tag (tag, n);

                CREATE VIRTUAL TABLE article_index USING fts5(
                    title, body, content='article_text', content_rowid='n', tokenize='\(tokenizerName)'
                );
                -- Segments of bulk loads are merged in steps, never all at once inside somebody's commit.
                INSERT INTO article_index (article_index, rank) VALUES ('crisismerge', 1000);
                -- In how many articles a CJK character stands: no index term tells it, as a character is a prefix of many.
                CREATE TABLE character_frequency (character INTEGER PRIMARY KEY, articles INTEGER NOT NULL);

                -- One row a committed batch; the token only grows, so that followers can catch up.
                CREATE TABLE history (
                    token INTEGER PRIMARY KEY AUTOINCREMENT,
                    at INTEGER NOT NULL,
                    first_inserted INTEGER, last_inserted INTEGER,
                    changed BLOB
                );
                CREATE TABLE client_state (client TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE saved_search (
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, query TEXT NOT NULL, created INTEGER NOT NULL, extra TEXT
                );
                PRAGMA application_id = \(applicationID);
                """),
        Step(
            marker: "title_word",
            sql: """
                -- Chinese words of titles by the first letters of how they sound; only suggestions come from here.
                CREATE TABLE title_word (
                    initials TEXT NOT NULL, word TEXT NOT NULL, titles INTEGER NOT NULL,
                    PRIMARY KEY (initials, word)
                ) WITHOUT ROWID;
                CREATE INDEX title_word_frequent ON title_word (titles, initials, word) WHERE titles >= 5;
                """),
        Step(
            marker: "feed_fetch",
            sql: """
                -- What is known from fetching. The address of the feed stays what it is; moved_to is asked in its place once it
                -- has been named often enough.
                CREATE TABLE feed_fetch (
                    feed INTEGER PRIMARY KEY REFERENCES feed,
                    etag TEXT, last_modified TEXT, content_hash TEXT,
                    next_fetch INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0,
                    last_fetch INTEGER, last_success INTEGER,
                    failures INTEGER NOT NULL DEFAULT 0, failure_kind TEXT, failure_text TEXT,
                    moved_to TEXT, moved_count INTEGER NOT NULL DEFAULT 0,
                    gone INTEGER NOT NULL DEFAULT 0,
                    trusted_origin TEXT,
                    refresh_minutes INTEGER, skip_hours INTEGER NOT NULL DEFAULT 0, skip_days INTEGER NOT NULL DEFAULT 0,
                    newest TEXT
                );
                """),
        Step(
            marker: "article_facts",
            sql: """
                -- The text comes first: hits in the first column need no mark of their column, a quarter of the index.
                DROP TABLE article_index;
                CREATE VIRTUAL TABLE article_index USING fts5(
                    body, title, content='article_text', content_rowid='n', tokenize='\(tokenizerName)'
                );
                INSERT INTO article_index (article_index, rank) VALUES ('crisismerge', 1000);
                -- What ranking reads in place of the texts: units in order, and the numbers of 1,024 articles in a row.
                CREATE TABLE article_forward (n INTEGER PRIMARY KEY, fold INTEGER NOT NULL, units BLOB NOT NULL);
                CREATE TABLE article_facts (block INTEGER PRIMARY KEY, facts BLOB NOT NULL);
                CREATE TRIGGER article_forward_gone AFTER DELETE ON article_text BEGIN
                    DELETE FROM article_forward WHERE n = old.n;
                END;
                """),
        Step(
            marker: "frequent_word",
            sql: """
                -- Words that stand in many articles, with exact counts: sorted, some 4 KB a row; `first` is a row's first word.
                CREATE TABLE IF NOT EXISTS frequent_word (first BLOB PRIMARY KEY, words BLOB NOT NULL);
                -- Words of titles by how they are written. Those of scripts without pinyin have no initials; earlier lists
                -- left them out, so that the list begins again.
                DELETE FROM title_word;
                DELETE FROM client_state WHERE client = 'title-words';
                CREATE INDEX IF NOT EXISTS title_word_by_text ON title_word (word, titles);
                CREATE INDEX IF NOT EXISTS title_word_frequent_text ON title_word (word, titles) WHERE titles >= 5;
                -- How pages without a feed are read, as JSON.
                CREATE TABLE IF NOT EXISTS feed_recipe (feed INTEGER PRIMARY KEY REFERENCES feed ON DELETE CASCADE, recipe TEXT NOT NULL);
                """),
        Step(
            marker: "alert_rule",
            sql: """
                -- Saved searches that tell of new matches (docs/alerts.md).
                ALTER TABLE saved_search ADD COLUMN comment TEXT;
                CREATE TABLE alert_rule (
                    search INTEGER PRIMARY KEY REFERENCES saved_search ON DELETE CASCADE,
                    channel TEXT NOT NULL, digest TEXT, quiet_hours TEXT, secret TEXT, signature TEXT,
                    failures INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0, disabled TEXT
                );
                -- Which searches changed, so that a writer that keeps them all takes over only these.
                CREATE TABLE alert_change (number INTEGER PRIMARY KEY AUTOINCREMENT, search INTEGER NOT NULL);
                CREATE TRIGGER alert_rule_added AFTER INSERT ON alert_rule
                    BEGIN INSERT INTO alert_change (search) VALUES (new.search); END;
                CREATE TRIGGER alert_rule_removed AFTER DELETE ON alert_rule
                    BEGIN INSERT INTO alert_change (search) VALUES (old.search); END;
                CREATE TRIGGER saved_search_added AFTER INSERT ON saved_search
                    BEGIN INSERT INTO alert_change (search) VALUES (new.id); END;
                CREATE TRIGGER saved_search_changed AFTER UPDATE OF name, query ON saved_search
                    BEGIN INSERT INTO alert_change (search) VALUES (new.id); END;
                -- The outbox: one row for each search and article that it matched. delivery is NULL while it waits, 0 where the
                -- article says the same as one that was told of already.
                CREATE TABLE alert (
                    search INTEGER NOT NULL, article INTEGER NOT NULL, at INTEGER NOT NULL, delivery INTEGER,
                    PRIMARY KEY (search, article)
                ) WITHOUT ROWID;
                -- How many rows of a search wait, and since when: kept beside them, as an index on what waits would cost each
                -- row as much again.
                CREATE TABLE alert_queue (search INTEGER PRIMARY KEY, waiting INTEGER NOT NULL, since INTEGER NOT NULL);
                -- One message to one channel. uid is in the message, so that a repeated one is known by it.
                CREATE TABLE alert_delivery (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    uid TEXT NOT NULL UNIQUE,
                    search INTEGER NOT NULL,
                    state INTEGER NOT NULL DEFAULT 0, -- 0 to be delivered, 1 delivered, 2 given up
                    created INTEGER NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
                    finished INTEGER, failure TEXT
                );
                CREATE INDEX alert_delivery_due ON alert_delivery (due) WHERE state = 0;
                CREATE INDEX alert_delivery_finished ON alert_delivery (finished) WHERE finished IS NOT NULL;
                CREATE INDEX alert_delivery_by_search ON alert_delivery (search, id);
                CREATE TRIGGER saved_search_removed AFTER DELETE ON saved_search BEGIN
                    INSERT INTO alert_change (search) VALUES (old.id);
                    DELETE FROM alert WHERE search = old.id;
                    DELETE FROM alert_queue WHERE search = old.id;
                    DELETE FROM alert_delivery WHERE search = old.id;
                END;
                -- Feeds whose first import is under way: their articles do not alert.
                CREATE TABLE first_import (feed INTEGER PRIMARY KEY);
                """),
        Step(
            marker: "feed_option",
            sql: """
                -- What a reader sets for one feed; secrets are named (a file, env:NAME), never kept.
                CREATE TABLE feed_option (
                    feed INTEGER PRIMARY KEY REFERENCES feed,
                    user_agent TEXT, headers TEXT, cookies TEXT, credentials TEXT, proxy TEXT, interval INTEGER,
                    keep_count INTEGER, keep_seconds INTEGER
                );
                -- Once a streak of failures.
                ALTER TABLE feed_fetch ADD COLUMN alerted INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE feed_icon (
                    feed INTEGER PRIMARY KEY REFERENCES feed,
                    url TEXT, type TEXT, bytes BLOB, checked INTEGER NOT NULL, next_check INTEGER NOT NULL
                );

                -- What was removed at one time, and its articles as they were; undo brings them back.
                CREATE TABLE removal (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, reason TEXT NOT NULL);
                CREATE TABLE removed_article (
                    n INTEGER PRIMARY KEY, removal INTEGER NOT NULL REFERENCES removal, feed INTEGER NOT NULL,
                    sort_date INTEGER NOT NULL, published INTEGER, updated INTEGER, received INTEGER NOT NULL,
                    read INTEGER NOT NULL, starred INTEGER NOT NULL, flags INTEGER NOT NULL, author INTEGER, language TEXT,
                    hash INTEGER NOT NULL, guid TEXT NOT NULL, url TEXT, title TEXT NOT NULL, body TEXT NOT NULL, html, extra TEXT,
                    tags TEXT NOT NULL
                );
                CREATE INDEX removed_article_by_removal ON removed_article (removal);
                -- Guids that were removed: they are no news when the feed still lists them. Outlives the bin.
                CREATE TABLE removed_guid (
                    feed INTEGER NOT NULL, guid TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (feed, guid)
                ) WITHOUT ROWID;
                CREATE INDEX removed_guid_by_n ON removed_guid (n);

                -- Copies of an article in other feeds share whether they are read.
                CREATE INDEX article_forward_by_fold ON article_forward (fold) WHERE fold <> 0;
                -- 8: hidden.
                CREATE INDEX article_hidden ON article (n) WHERE flags & 8;
                CREATE TABLE arrival_rule (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, query TEXT NOT NULL, action TEXT NOT NULL, tag TEXT,
                    created INTEGER NOT NULL, matched INTEGER NOT NULL DEFAULT 0
                );
                """),
        Step(
            marker: "alert_batch",
            sql: """
                -- The outbox in three steps (docs/decisions/0035). All matches of one commit are one packed row; sorted by search,
                -- they wait in rows of one search and some articles: `first`, and in `rest` the distances from one to the next;
                -- what has been taken up by a delivery is in `alert`.
                CREATE TABLE alert_batch (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,
                    first_new INTEGER NOT NULL, -- articles below it were stored before, and may have matched before
                    matches BLOB NOT NULL
                );
                CREATE TABLE alert_waiting (
                    search INTEGER NOT NULL, first INTEGER NOT NULL, at INTEGER NOT NULL, rest BLOB NOT NULL,
                    PRIMARY KEY (search, first)
                ) WITHOUT ROWID;
                -- Searches that went while matches of theirs were unsorted: the number may be another's by then.
                CREATE TABLE alert_forgotten (search INTEGER NOT NULL, batch INTEGER NOT NULL);
                INSERT INTO alert_waiting SELECT search, article, at, x'' FROM alert WHERE delivery IS NULL;
                DELETE FROM alert WHERE delivery IS NULL;
                CREATE TRIGGER saved_search_forgotten AFTER DELETE ON saved_search BEGIN
                    DELETE FROM alert_waiting WHERE search = old.id;
                    INSERT INTO alert_forgotten SELECT old.id, max(id) FROM alert_batch HAVING max(id) IS NOT NULL;
                END;
                """),
        Step(
            marker: "backfill",
            sql: """
                -- Work on stored articles that an upgrade leaves to be done a part at a time (docs/decisions/0049):
                -- articles from `next` to `last` wait for it.
                CREATE TABLE backfill (
                    task TEXT PRIMARY KEY, next INTEGER NOT NULL, last INTEGER NOT NULL,
                    done INTEGER NOT NULL, total INTEGER NOT NULL
                ) WITHOUT ROWID;
                -- The index was made again by step 4, or an upgrade by an earlier program was cut off before it was filled.
                INSERT INTO backfill SELECT 'index', 1, max(n), 0, count(*) FROM article
                    WHERE EXISTS (SELECT 1 FROM article WHERE n NOT IN (SELECT id FROM article_index_docsize))
                    HAVING count(*) > 0;
                INSERT INTO article_index (article_index) SELECT 'delete-all' WHERE EXISTS (SELECT 1 FROM backfill);
                DELETE FROM character_frequency WHERE EXISTS (SELECT 1 FROM backfill);
                DELETE FROM article_forward WHERE EXISTS (SELECT 1 FROM backfill);
                DELETE FROM article_facts WHERE EXISTS (SELECT 1 FROM backfill);
                DELETE FROM frequent_word WHERE EXISTS (SELECT 1 FROM backfill);
                """),
        Step(
            marker: "stem_language",
            sql: """
                -- Languages whose words have stems of their own in the index, and how many articles are in each.
                CREATE TABLE stem_language (
                    tag TEXT PRIMARY KEY, code TEXT NOT NULL, articles INTEGER NOT NULL DEFAULT 0
                ) WITHOUT ROWID;
                INSERT INTO stem_language (tag, code) VALUES \(stemLanguages);
                UPDATE stem_language SET articles =
                    (SELECT count(*) FROM article a WHERE a.language IS NOT NULL AND \(primaryTag("a.language")) = tag);
                CREATE TRIGGER article_language_added AFTER INSERT ON article WHEN new.language IS NOT NULL BEGIN
                    UPDATE stem_language SET articles = articles + 1 WHERE tag = \(primaryTag("new.language"));
                END;
                CREATE TRIGGER article_language_removed AFTER DELETE ON article WHEN old.language IS NOT NULL BEGIN
                    UPDATE stem_language SET articles = articles - 1 WHERE tag = \(primaryTag("old.language"));
                END;
                CREATE TRIGGER article_language_changed AFTER UPDATE OF language ON article
                WHEN new.language IS NOT old.language BEGIN
                    UPDATE stem_language SET articles = articles - 1 WHERE tag = \(primaryTag("old.language"));
                    UPDATE stem_language SET articles = articles + 1 WHERE tag = \(primaryTag("new.language"));
                END;
                -- What the index has of an article. Texts in a language with stems of its own begin with its code between two
                -- unit separators, so that FTS5 analyses them alike whenever it reads them.
                CREATE VIEW article_indexed (n, body, title, author) AS
                    SELECT t.n,
                        CASE WHEN s.code IS NOT NULL THEN char(31) || s.code || char(31) || t.body
                            WHEN substr(t.body, 1, 1) = char(31) THEN char(31, 97, 31) || t.body ELSE t.body END,
                        CASE WHEN s.code IS NOT NULL THEN char(31) || s.code || char(31) || t.title
                            WHEN substr(t.title, 1, 1) = char(31) THEN char(31, 97, 31) || t.title ELSE t.title END,
                        CASE WHEN substr(w.name, 1, 1) = char(31) THEN char(31, 97, 31) || w.name ELSE coalesce(w.name, '') END
                    FROM article_text t JOIN article a ON a.n = t.n LEFT JOIN author w ON w.id = a.author
                    LEFT JOIN stem_language s ON s.tag = \(primaryTag("a.language"));
                DROP TABLE article_index;
                CREATE VIRTUAL TABLE article_index USING fts5(
                    body, title, author, content='article_indexed', content_rowid='n', tokenize='\(tokenizerName)'
                );
                INSERT INTO article_index (article_index, rank) VALUES ('crisismerge', 1000);
                -- Hashes that near-duplicates share (docs/decisions/0056). article_forward.fold is the number of the first article of
                -- a group of them, no longer a key.
                CREATE TABLE article_sketch (
                    key INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, n)
                ) WITHOUT ROWID;
                REPLACE INTO backfill SELECT 'index', 1, max(n), 0, count(*) FROM article HAVING count(*) > 0;
                DELETE FROM character_frequency;
                DELETE FROM article_forward;
                DELETE FROM article_facts;
                DELETE FROM frequent_word;
                """),
        Step(
            marker: "action_change",
            sql: """
                -- What was done last and can be taken back (docs/decisions/0078): articles in the bin, and changesets of SQLite's
                -- session extension, to be applied from the last part to the first.
                ALTER TABLE removal RENAME TO action;
                ALTER TABLE action RENAME COLUMN reason TO kind;
                ALTER TABLE action ADD COLUMN articles INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE action ADD COLUMN subject TEXT;
                ALTER TABLE removed_article RENAME COLUMN removal TO action;
                CREATE TABLE action_change (
                    action INTEGER NOT NULL REFERENCES action ON DELETE CASCADE, part INTEGER NOT NULL, inverse BLOB NOT NULL,
                    PRIMARY KEY (action, part)
                ) WITHOUT ROWID;
                -- keep_count 0: no limit, whatever the default is; keep_unread 0: any number.
                ALTER TABLE feed_option ADD COLUMN keep_unread INTEGER;
                -- Articles are fetched whole; a CSS selector of their text, or empty.
                ALTER TABLE feed_option ADD COLUMN full_text TEXT;
                -- Seconds after an article's arrival, NULL for at once; articles from `next` on wait.
                ALTER TABLE arrival_rule ADD COLUMN delay INTEGER;
                ALTER TABLE arrival_rule ADD COLUMN next INTEGER NOT NULL DEFAULT 1;
                -- Articles whose page is to be fetched (docs/decisions/0077); `due` is NULL where that was given up, with the reason.
                CREATE TABLE page_queue (
                    n INTEGER PRIMARY KEY REFERENCES article ON DELETE CASCADE, due INTEGER, attempts INTEGER NOT NULL DEFAULT 0,
                    silent INTEGER NOT NULL DEFAULT 0, failure_kind TEXT, failure_text TEXT
                );
                CREATE INDEX page_queue_due ON page_queue (due) WHERE due IS NOT NULL;
                """),
        Step(
            marker: "hand_place",
            sql: """
                -- The order that somebody gave to what is in a folder, 0 being the top: kind 0 is a folder, 1 a feed. What has no
                -- row comes behind (docs/decisions/0097).
                CREATE TABLE hand_place (
                    folder INTEGER NOT NULL, kind INTEGER NOT NULL, member INTEGER NOT NULL, place INTEGER NOT NULL,
                    PRIMARY KEY (folder, kind, member)
                ) WITHOUT ROWID;
                """),
    ]

    /// An SQL expression for the first part of a language tag in lower case, for example "en" for "en-GB".
    static func primaryTag(_ column: String) -> String {
        let tag = "lower(replace(\(column), '_', '-'))"
        return "substr(\(tag), 1, instr(\(tag) || '-', '-') - 1)"
    }

    /// The rows of the table `stem_language`, as SQL values.
    private static var stemLanguages: String {
        StemLanguage.tags.map { "('\($0.tag)', '\(String(decoding: [$0.language.code], as: UTF8.self))')" }
            .joined(separator: ", ")
    }
}
