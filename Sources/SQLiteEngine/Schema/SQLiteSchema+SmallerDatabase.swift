/// The schema steps that make a database smaller ([decision 92](../../../docs/decisions/0092-compressed-texts.md)) and
/// searches faster ([113](../../../docs/decisions/0113-first-searches-from-disk.md),
/// [131](../../../docs/decisions/0131-phrases-of-frequent-words.md)). Each step leaves the articles that are already
/// stored to a separate backfill task.
extension SQLiteSchema {
    static let smallerDatabase: [Step] = [
        Step(
            marker: "article_forward.characters",
            sql: """
                -- How often each character of a script without spaces stands in an article (docs/decisions/0092), in place of its units,
                -- which are empty then; NULL in rows of before.
                ALTER TABLE article_forward ADD COLUMN characters BLOB;
                INSERT INTO backfill SELECT 'characters', 1, max(n), 0, max(n) FROM article_forward HAVING max(n) > 0;
                """),
        Step(
            marker: "text_dictionary",
            sql: """
                -- Dictionaries of Zstandard, by the number that is in what was compressed with them (docs/decisions/0092). A body is
                -- text as it is, or a blob that plain_text makes a text of.
                CREATE TABLE text_dictionary (id INTEGER PRIMARY KEY, articles INTEGER NOT NULL, bytes BLOB NOT NULL);
                DROP VIEW article_indexed;
                CREATE VIEW article_indexed (n, body, title, author) AS
                    SELECT t.n,
                        CASE WHEN s.code IS NOT NULL THEN char(31) || s.code || char(31) || plain_text(t.body)
                            WHEN substr(plain_text(t.body), 1, 1) = char(31) THEN char(31, 97, 31) || plain_text(t.body)
                            ELSE plain_text(t.body) END,
                        CASE WHEN s.code IS NOT NULL THEN char(31) || s.code || char(31) || t.title
                            WHEN substr(t.title, 1, 1) = char(31) THEN char(31, 97, 31) || t.title ELSE t.title END,
                        CASE WHEN substr(w.name, 1, 1) = char(31) THEN char(31, 97, 31) || w.name ELSE coalesce(w.name, '') END
                    FROM article_text t JOIN article a ON a.n = t.n LEFT JOIN author w ON w.id = a.author
                    LEFT JOIN stem_language s ON s.tag = \(primaryTag("a.language"));
                INSERT INTO backfill SELECT 'texts', 1, max(n), 0, max(n) FROM article_text HAVING max(n) > 0;
                """),
        Step(
            marker: "article_length",
            sql: """
                -- The lengths of 1,024 articles, two bytes each, once more (docs/decisions/0113): of article_facts the first stage reads
                -- nothing else.
                CREATE TABLE article_length (block INTEGER PRIMARY KEY, lengths BLOB NOT NULL);
                INSERT INTO backfill SELECT 'lengths', 1, max(n), 0, max(n) FROM article_forward HAVING max(n) > 0;
                """),
        Step(
            marker: nil,
            sql: """
                -- Pairs of adjacent words become terms (docs/decisions/0131); an index that is to be filled gets them as it is filled.
                REPLACE INTO backfill SELECT 'pairs', 1, max(n), 0, max(n) FROM article_text
                    WHERE NOT EXISTS (SELECT 1 FROM backfill WHERE task = 'index' AND next = 1) HAVING max(n) > 0;
                """),
        Step(
            marker: nil,
            sql: """
                -- Earlier programs wrote the plain text of ruby annotations and superscripts differently (docs/decisions/0003).
                REPLACE INTO backfill SELECT 'annotations', 1, max(n), 0, max(n) FROM article_text HAVING max(n) > 0;
                """),
        Step(
            marker: nil,
            sql: """
                -- article_sketch gets hashes of the text alone (docs/decisions/0056); an index that is to be filled gets them as it is
                -- filled.
                REPLACE INTO backfill SELECT 'sketches', 1, max(n), 0, max(n) FROM article_text
                    WHERE NOT EXISTS (SELECT 1 FROM backfill WHERE task = 'index' AND next = 1) HAVING max(n) > 0;
                """),
    ]
}
