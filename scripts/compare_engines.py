#!/usr/bin/env python3
"""Counts what is written twice, for SQLite and for PostgreSQL.

Usage: compare_engines.py [--show] [FOLDER]; FOLDER is a checkout, by default this one. Prints files and lines of the modules
of both engines and of what they share, the protocols, names of functions that stand in both engines, and how many statements
of PostgreSQL are at least 80 % equal to one of SQLite once the schema, the library's columns and the signs of values are
taken away. `--show` lists these names and statements.
"""

import difflib
import pathlib
import re
import sys

SQLITE = ["SQLiteEngine", "SQLiteStorage", "SQLiteSearch"]
POSTGRES = ["PostgresEngine", "PostgresStorage", "PostgresSearch"]
SHARED = ["Database", "LibraryStorage", "ArticleBatches"]
FUNCTION = re.compile(r"\bfunc\s+`?(\w+)")
PROTOCOL = re.compile(r"^\s*(?:public |package |internal )?protocol\s+(\w+)", re.M)
TEXT = re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.S)
STATEMENT = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b")
EQUAL = 0.8


def files(root, modules):
    for module in modules:
        yield from sorted((root / "Sources" / module).rglob("*.swift"))


def statements(root, modules):
    found = []
    for file in files(root, modules):
        # Schema steps never change.
        if "Schema" in file.parts:
            continue
        for match in TEXT.finditer(file.read_text()):
            text = match[1] if match[1] is not None else match[2]
            if STATEMENT.match(text):
                found.append(normalized(text))
    return found


def normalized(sql):
    sql = sql.replace("feedsearch.", "").replace("pg_catalog.", "")
    sql = re.sub(r"\(\s*(\w+\.)?library\s*,\s*(\w+\.)?slot\s*,\s*", "(", sql)
    sql = re.sub(r"\$1\s*,\s*\$2\s*,\s*", "", sql)
    sql = re.sub(r"(\w+\.)?library = \$1 AND (\w+\.)?slot = \$2( AND)?", "", sql)
    sql = re.sub(r"[$?]\d+(::\w+(\[\])?)?", "?", sql)
    sql = re.sub(r" = ANY \(\?\)", " = ?", sql)
    sql = re.sub(r"\bWHERE\s*(?=$|\)|ORDER|GROUP|LIMIT)", "", sql)
    return re.sub(r"\s+", " ", sql).strip()


def main():
    words = [word for word in sys.argv[1:] if word != "--show"]
    root = pathlib.Path(words[0] if words else pathlib.Path(__file__).resolve().parent.parent)
    for name, modules in [("SQLite", SQLITE), ("PostgreSQL", POSTGRES), ("both", SHARED)]:
        known = list(files(root, modules))
        print(f"{name}: {len(known)} files, {sum(file.read_text().count(chr(10)) for file in known)} lines")
    protocols = [name for file in files(root, SQLITE + POSTGRES + SHARED + ["SavedSearchMatching", "Suggestions", "ArticleSearch/Suggestions"])
                 for name in PROTOCOL.findall(file.read_text())]
    print(f"protocols: {len(protocols)}")
    names = [{name for file in files(root, modules) for name in FUNCTION.findall(file.read_text())}
             for modules in (SQLITE, POSTGRES)]
    twice = sorted(names[0] & names[1])
    print(f"names of functions in both engines: {len(twice)}")
    ours, theirs = statements(root, SQLITE), statements(root, POSTGRES)
    known = set(ours)
    same = [sql for sql in theirs if sql in known]
    near = [sql for sql in theirs if sql in known or any(
        difflib.SequenceMatcher(None, sql, other, autojunk=False).real_quick_ratio() >= EQUAL
        and difflib.SequenceMatcher(None, sql, other, autojunk=False).ratio() >= EQUAL for other in ours)]
    print(f"statements: {len(ours)} of SQLite, {len(theirs)} of PostgreSQL; of these {len(near)} are nearly those of SQLite, "
          f"{len(same)} the same")
    if "--show" in sys.argv:
        print(*protocols, "", *twice, "", *near, sep="\n")


if __name__ == "__main__":
    main()
