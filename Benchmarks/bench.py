#!/usr/bin/env python3
"""Measures ingest and searches of the built program, and writes tables and plots: what `make bench` runs.

Writes into DOCS: benchmarks/results.json, plots/*.svg, and the tables between the markers of benchmarks.md and scale.md. What is
not measured in a run (a part not named, a peer not installed) keeps the numbers it had. Python 3.11, nothing else.
"""
import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from measuring import articles, commits, document, growth, machine, peers, plots, recoll, scale, tables
from measuring.program import Program

PARTS = ("growth", "commits", "recoll", "peers")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=Path(".build/release/feedsearch"))
    parser.add_argument("--generator", type=Path, default=Path(".build/release/Benchmarks"),
                        help="the program that makes articles where there are none")
    parser.add_argument("--articles", type=Path, help="JSON lines to ingest, in place of ones that are made")
    parser.add_argument("--limit", type=int, default=100_000, help="articles at the most (default: 100000)")
    parser.add_argument("--peer-articles", type=int, default=20_000, help="articles for the peers (default: 20000)")
    parser.add_argument("--runs", type=int, default=3, help="runs of what is repeated (default: 3)")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts to measure (default: {','.join(PARTS)})")
    parser.add_argument("--stages", type=Path, help="what the program Benchmarks printed, to be taken in")
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    parser.add_argument("--work", type=Path, default=Path(".build/bench"))
    given = parser.parse_args()
    given.parts = given.only.split(",")
    unknown = set(given.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part is named {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return given


def main() -> None:
    given = arguments()
    articles.make_room(given.work)
    program = Program(given.program.resolve(), given.work.resolve())
    described = machine.describe(program.path)
    if described["load"] >= 1:
        print(f"the machine is busy (load {described['load']}): the numbers will be lower than it can do", flush=True)
    file = given.docs / "benchmarks" / "results.json"
    results = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if given.stages:
        results["stages"] = {"text": given.stages.read_text(encoding="utf-8"), "machine": described}
    count = given.limit if "growth" in given.parts else min(given.limit, max(commits.ARTICLES, recoll.ARTICLES))
    wanted = articles.obtain(count, given.articles, given.generator, given.work)
    failed = False
    for part in given.parts:
        try:
            measured = measure(part, program, wanted, given, results.get(part), described)
        except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
            print(f"{part}: {error}", file=sys.stderr, flush=True)
            failed = True
            continue
        if measured:
            results[part] = measured | {"machine": described}
            # After each part: a later one may take an hour, or fail.
            document.write(
                given.docs, "benchmarks.md", file.name, results, tables.all_texts(results), plots.all_plots(results))
            curves = scale.text(results["growth"]) if part == "growth" else None
            if curves:
                document.write(given.docs, "scale.md", file.name, results, {"scale": curves}, {})
    if failed:
        sys.exit(1)


def measure(part: str, program: Program, wanted: articles.Articles, given: argparse.Namespace,
            before: dict | None, described: dict) -> dict | None:
    if part == "peers":
        return peers.measure(program, given.peer_articles, os.environ.get("PEER_PYTHON", "python3"))
    if part == "growth":
        points = growth.measure(program, wanted, given.runs, described["date"])
        if before and before["source"] == wanted.source and machine.same(before["machine"], described):
            points = growth.merged(before["points"], points)
        return {"points": points, "source": wanted.source}
    if part == "commits":
        return commits.measure(program, wanted, given.runs) | {"source": wanted.source}
    measured = recoll.measure(program, wanted)
    return measured and measured | {"source": wanted.source}


if __name__ == "__main__":
    main()
