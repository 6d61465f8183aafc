#!/usr/bin/env python3
"""Measures a library on a PostgreSQL server beside one in a file, and Miniflux's query on the same server.

Starts Debian's PostgreSQL as a user without rights in a temporary folder, and ends it. Both engines take the articles and
answer the same queries in each round, one after the other. Writes into DOCS: benchmarks/postgresql.json,
plots/postgresql-*.svg, and the tables between the markers of benchmarks-postgresql.md. Python 3.11, nothing else.
"""
import argparse
from pathlib import Path

from measuring import articles, document, engine_texts, engines, machine
from measuring.program import Program


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=Path(".build/release/feedsearch"))
    parser.add_argument("--generator", type=Path, default=Path(".build/release/Benchmarks"),
                        help="the program that makes articles where there are none")
    parser.add_argument("--articles", type=Path, help="JSON lines to ingest, in place of ones that are made")
    parser.add_argument("--n", type=int, default=100_000, help="articles (default: 100000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument("--per-class", type=int, default=engines.PER_CLASS, help="queries of each class")
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--work", type=Path, default=Path(".build/bench"))
    return parser.parse_args()


def main() -> None:
    given = arguments()
    articles.make_room(given.work)
    program = Program(given.program.resolve(), given.work.resolve())
    described = machine.describe(program.path)
    if described["load"] >= 1:
        print(f"the machine is busy (load {described['load']}): the numbers will be lower than it can do", flush=True)
    wanted = articles.obtain(given.n, given.articles, given.generator, given.work)
    result = engines.measure(program, wanted, given.rounds, given.per_class)
    result |= {"machine": described, "source": wanted.source}
    document.write(
        given.docs, "benchmarks-postgresql.md", "postgresql.json", result, engine_texts.all_texts(result),
        engine_texts.all_plots(result))


if __name__ == "__main__":
    main()
