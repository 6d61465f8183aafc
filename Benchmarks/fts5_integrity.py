#!/usr/bin/env python3
"""fts5_integrity.py PROGRAM ARTICLES.jsonl [--count 1000] - whether other versions of SQLite read and write the index.

Ingests the first articles, in two parts, and deletes some. Then the SQLite of apsw (PyPI; the newest version) opens the file with a tokenizer that
asks `PROGRAM tokens`, and a function that reads compressed texts (zstandard, PyPI). It checks the file and the index against all texts,
takes an article's postings out and puts them in again, merges and optimizes the index, and checks it again. In the end PROGRAM,
with its own SQLite, must find no problem and give the same answers as before. Exit status 1 on any difference.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

import apsw
import apsw.fts5
import zstandard

QUERIES = ["time", "people world", "中国", "问题 OR 时间", '"of the"', "the -people", "データ", "sys*"]
MARK = "\x1f"
# Languages whose own words have no ASCII letters: their texts have English stems beside their own.
OTHER_SCRIPTS = {"el", "ru", "ar", "hi", "hy", "ta", "ne", "yi", "sr"}


class Tokens:
    """The tokens of a text as FTS5 wants them: start, end, then the token and those at its place."""

    def __init__(self, program, tags):
        self.program = program
        self.tags = tags
        self.known = {}

    def of(self, utf8):
        if utf8 not in self.known:
            self.known[utf8] = self.ask(utf8.decode("utf-8", "replace"))
        return self.known[utf8]

    def ask(self, text):
        tag = None
        if len(text) > 2 and text[0] == text[2] == MARK:
            tag, code, text = self.tags.get(text[1]), text[1], text[3:]
        command = [self.program, "tokens", "--pairs"] + (["--lang", tag] if tag else [])
        lines = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout.splitlines()
        tokens = []
        for line in map(json.loads, lines):
            kind, term = line["kind"], line["token"]
            if kind == "stem":
                own = tag and not (tag in OTHER_SCRIPTS and term.isascii())
                tokens[-1].append(("\x05" + code if own else "\x01") + term)
            elif kind == "symbolWord":
                tokens[-1].append("\x04" + term)
            elif kind == "pair":
                tokens[-1].append("\x06" + term)
            elif kind == "joined":
                tokens[-1].append(term)
            else:
                tokens.append([line["start"], line["end"], "\x02" if kind == "separator" else term])
        return [tuple(token) for token in tokens]


def open_database(path, program):
    connection = apsw.Connection(path)
    tags = {}
    for code, tag in connection.execute("SELECT code, tag FROM stem_language"):
        tags.setdefault(code, tag)
    tokens = Tokens(program, tags)
    connection.register_fts5_tokenizer("feedsearch", lambda con, args: lambda utf8, flags, locale: tokens.of(bytes(utf8)))
    readers = {}
    for number, content in connection.execute("SELECT id, bytes FROM text_dictionary"):
        dictionary = zstandard.ZstdCompressionDict(content)
        readers[number] = zstandard.ZstdDecompressor(dict_data=dictionary)

    def plain_text(value):
        if not isinstance(value, bytes):
            return value
        number = zstandard.get_frame_parameters(value).dict_id
        return readers[number].decompress(value, max_output_size=16 << 20).decode()

    connection.create_scalar_function("plain_text", plain_text, 1, deterministic=True, flags=apsw.SQLITE_INNOCUOUS)
    return connection


def check(connection, when):
    found = connection.execute("PRAGMA integrity_check").fetchall()
    if found != [("ok",)]:
        raise SystemExit("%s: %s" % (when, found[:5]))
    connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('integrity-check', 1)")
    print("SQLite %s, %s: file and index are sound" % (apsw.sqlite_lib_version(), when), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--count", type=int, default=1_500, help="articles to ingest (default: 1500)")
    given = parser.parse_args()
    program = str(given.program.resolve())
    with tempfile.TemporaryDirectory() as folder:
        database = folder + "/a.db"

        def run(*words, text=None):
            done = subprocess.run([program, "--db", database, *words], input=text, stdout=subprocess.PIPE, check=True)
            return done.stdout

        def answers():
            lines = "".join(json.dumps({"query": query, "limit": 50}) + "\n" for query in QUERIES)
            found = []
            for line in run("search", "--jsonl", text=lines.encode()).splitlines():
                answer = json.loads(line)
                answer.pop("took_ms", None)
                found.append(answer)
            return found

        with open(given.articles, "rb") as file:
            lines = list(islice(file, given.count))
        part = len(lines) * 9 // 10
        for some in lines[:part], lines[part:]:
            run("ingest", "--format", "jsonl", "-", text=b"".join(some))
        run("delete", "3", "5")
        before = answers()
        if not all(answer.get("hits") for answer in before[:3]):
            raise SystemExit("the searches find nothing: %s" % before)
        connection = open_database(database, program)
        check(connection, "as it was written")
        columns = "rowid, body, title, author"
        some = "SELECT n, body, title, author FROM article_indexed WHERE n BETWEEN 7 AND 9"
        with connection:
            connection.execute(f"INSERT INTO article_index (article_index, {columns}) SELECT 'delete', * FROM ({some})")
            connection.execute(f"INSERT INTO article_index ({columns}) {some}")
            connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('merge', 64)")
        check(connection, "after it wrote")
        if answers() != before:
            raise SystemExit("other answers after another SQLite wrote")
        connection.execute("INSERT INTO article_index (article_index) VALUES ('optimize')")
        check(connection, "after it optimized")
        connection.close()
        run("check")
        if answers() != before:
            raise SystemExit("other answers after another SQLite optimized")
        print("the same answers to %d searches" % len(QUERIES))


if __name__ == "__main__":
    sys.exit(main())
