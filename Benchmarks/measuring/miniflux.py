"""Miniflux's search on the same server: its columns, index and query, without what it joins to show a page.

After Miniflux of 2026-08-11 (<https://github.com/miniflux/v2>, internal/storage/entry.go and entry_query_builder.go, 106cdd09):
a tsvector of the title with weight A and of the content, HTML included, with weight B, cut at 200,000 and 500,000 bytes; the
query by `websearch_to_tsquery`; ranked by `ts_rank` less a tenth for each 11 days of age. The texts are in the
configuration of the database, which is English.
"""
import json
from pathlib import Path

from measuring.postgres import Server, quoted

DATABASE = "miniflux"
SCHEMA = """
CREATE TABLE entries (
    id bigserial PRIMARY KEY, user_id int NOT NULL, hash text NOT NULL, published_at timestamptz NOT NULL, title text NOT NULL,
    content text NOT NULL, document_vectors tsvector);
CREATE TABLE given (hash text, title text, content text, published_at text);
"""
# In bulk: what Miniflux takes for an entry is not measured.
FILL = """
INSERT INTO entries (user_id, hash, published_at, title, content, document_vectors)
SELECT 1, hash, coalesce(published_at::timestamptz, now()), title, content,
    setweight(to_tsvector(left(title, 66666)), 'A') || setweight(to_tsvector(left(content, 166666)), 'B') FROM given;
DROP TABLE given;
CREATE INDEX document_vectors_idx ON entries USING gin (document_vectors);
VACUUM ANALYZE entries;
"""


def load(server: Server, articles: Path, work: Path) -> int:
    """The size of the database in bytes."""
    rows = work / "run-miniflux.copy"
    with open(articles, encoding="utf-8") as source, open(rows, "w", encoding="utf-8") as target:
        for line in source:
            article = json.loads(line)
            target.write(copy_line([article["id"], article.get("title", ""), article.get("html") or article.get("text", ""),
                                    article.get("published")]))
    server.new_database(DATABASE)
    server.sql(DATABASE, SCHEMA)
    server.sql(DATABASE, "COPY given FROM STDIN", rows)
    server.sql(DATABASE, FILL)
    rows.unlink()
    return server.size(DATABASE)


def copy_line(values: list[str | None]) -> str:
    """A row of COPY in text form."""
    return "\t".join("\\N" if value is None else escaped(value) for value in values) + "\n"


def escaped(text: str) -> str:
    for sign, code in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"), ("\0", "")):
        text = text.replace(sign, code)
    return text


def page(query: str) -> str:
    """The ids of the best 20."""
    words = f"websearch_to_tsquery({quoted(query)})"
    return (f"SELECT e.id FROM entries e WHERE e.user_id = 1 AND e.document_vectors @@ {words} "
            f"ORDER BY ts_rank(document_vectors, {words}) - extract(epoch FROM now() - published_at)::float * 0.0000001 "
            "DESC LIMIT 20")


def found(server: Server, query: str) -> set[str]:
    """The ids, as the feeds give them, of all entries that a query finds."""
    return set(server.sql(DATABASE, "SELECT hash FROM entries WHERE user_id = 1 AND document_vectors @@ "
                                    f"websearch_to_tsquery({quoted(query)});").splitlines())
