#!/usr/bin/env python3
"""postgres_designs.py - which form of index PostgreSQL takes faster (docs/decisions/0096): lexemes in a tsvector with a GIN
index, or the pages of this program's own segments as rows.

  postgres_designs.py --program .build/release/feedsearch --articles FILE.jsonl --server /usr/lib/postgresql/15/bin

Starts a server in a temporary folder, as the user nobody where root runs it. Each round loads all forms once, one after the
other, on one connection; the ratios are those of a round, and the median of three rounds counts."""
import argparse
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time

SCHEMA = """
DROP TABLE IF EXISTS lexemes, pages;
CREATE TABLE lexemes (library int8, slot int2, n int8, terms tsvector, PRIMARY KEY (library, slot, n));
%s
CREATE TABLE pages (library int8, slot int2, id int8, page bytea, PRIMARY KEY (library, slot, id));
ALTER TABLE pages SET (toast_tuple_target = 8160);
ALTER TABLE pages ALTER page SET STORAGE %s;
"""
GIN = "CREATE INDEX ON lexemes USING gin (terms) WITH (fastupdate = on, gin_pending_list_limit = 16384);"


def literal(terms):
    quoted = ("'%s':%s" % (term.replace("\\", "\\\\").replace("'", "''"), ",".join(places)) for term, places in terms.items())
    return " ".join(quoted).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


SEPARATOR = "qzxvseparator"


def write_lexemes(program, articles, path):
    """One line of COPY an article, positions as tsvector can keep them: at most 16,383, 255 of a term."""
    with open(articles, encoding="utf-8") as file:
        drafts = [json.loads(line) for line in file]
    request = "".join(json.dumps({"id": str(n), "payload": draft["html"]}) + "\n" for n, draft in enumerate(drafts))
    answers = subprocess.run([program, "text", "--jsonl"], input=request, capture_output=True, text=True, check=True).stdout
    texts = [json.loads(line)["output"] for line in answers.splitlines()]
    joined = ("\n\n%s\n\n" % SEPARATOR).join("%s\n\n%s" % (draft["title"], text) for draft, text in zip(drafts, texts))
    tokens = subprocess.run([program, "tokens"], input=joined, capture_output=True, text=True, check=True).stdout
    count, place, terms = 0, 0, {}
    with open(path, "w", encoding="utf-8") as file:
        for line in tokens.splitlines() + [json.dumps({"token": SEPARATOR, "kind": "word"})]:
            token = json.loads(line)
            if token["token"] == SEPARATOR:
                file.write("1\t0\t%d\t%s\n" % (count, literal(terms)))
                count, place, terms = count + 1, 0, {}
                continue
            if not token["token"] or token["token"].startswith(SEPARATOR[:9]):
                continue
            place += token["kind"] != "stem" or not place
            places = terms.setdefault(("=" if token["kind"] == "stem" else "") + token["token"], [])
            if len(places) < 255:
                places.append(str(min(place, 16383)))
    return count


def write_pages(database, path):
    count = 0
    with open(path, "w", encoding="ascii") as file:
        for count, (key, page) in enumerate(database.execute("SELECT id, block FROM article_index_data ORDER BY id"), 1):
            file.write("1\t0\t%d\t\\\\x%s\n" % (key, page.hex()))
    return count


class Server:
    def __init__(self, programs):
        self.programs = programs
        self.folder = tempfile.mkdtemp(prefix="postgres-")
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")
            self.prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]
        self.run("initdb", "-D", self.folder + "/data", "-U", "tester", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        self.run("pg_ctl", "-D", self.folder + "/data", "-w", "-l", self.folder + "/log", "-o",
                 "-k %s -c listen_addresses='' -c shared_buffers=256MB -c max_wal_size=4GB" % self.folder, "start")

    def run(self, program, *arguments):
        subprocess.run(self.prefix + [os.path.join(self.programs, program), *arguments], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def sql(self, text, source=None):
        words = [os.path.join(self.programs, "psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "tester",
                 "-d", "postgres", "-c", text]
        with open(source or os.devnull, "rb") as file:
            done = subprocess.run(words, stdin=file, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(done.stderr[:400])
        return done.stdout.strip()

    def load(self, table, source):
        start = time.monotonic()
        self.sql("COPY %s FROM STDIN" % table, source)
        return time.monotonic() - start

    def stop(self):
        self.run("pg_ctl", "-D", self.folder + "/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--articles", required=True)
    parser.add_argument("--server", default="/usr/lib/postgresql/15/bin")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    server = Server(options.server)
    work = tempfile.mkdtemp()
    try:
        path, lexemes, pages = work + "/a.db", work + "/lexemes", work + "/pages"
        start = time.monotonic()
        subprocess.run([options.program, "ingest", "--db", path, options.articles], check=True, capture_output=True)
        print("whole ingest into SQLite: %.1f s" % (time.monotonic() - start))
        database = sqlite3.connect(path)
        count, page_count = write_lexemes(options.program, options.articles, lexemes), write_pages(database, pages)
        print("%d articles, %d pages" % (count, page_count))
        rates = {}
        for _ in range(options.rounds):
            for name, index, storage, table, source in (
                    ("A: tsvector, GIN", GIN, "main", "lexemes", lexemes),
                    ("A: tsvector alone", "", "main", "lexemes", lexemes),
                    ("B: pages, main", "", "main", "pages", pages),
                    ("B: external, inline", "", "external", "pages", pages)):
                server.sql(SCHEMA % (index, storage))
                seconds = server.load(table, source)
                size = int(server.sql("SELECT pg_total_relation_size('%s')" % table))
                rates.setdefault(name, []).append((count / seconds, size))
        for name, values in rates.items():
            ratio = statistics.median(a[0] / b[0] for a, b in zip(values, rates["A: tsvector, GIN"]))
            print("%-20s %6.0f articles/s, %4.1f x, %4d MB"
                  % (name, statistics.median(v[0] for v in values), ratio, values[-1][1] >> 20))
    finally:
        server.stop()
        shutil.rmtree(work, ignore_errors=True)


main()
