#!/usr/bin/env python3
"""Measures how well a program finds one article that somebody remembers.

  measure.py BINARY [--half tune|held-out] [--lang LANG]... [--distractors FILE]... [--match auto|all|any]

Builds a database of all articles of known-items/ in a temporary folder, asks the queries beside them and prints, for each
language: how often the right article came first, how often it was among the first ten, and the mean of 1/rank (MRR; 0
where it is not among the first hundred). Then each query whose article did not come first, with what came first instead.
Choose settings by the half `tune` (odd numbers) only; `held-out` (even numbers) says whether they hold for other queries.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "known-items")
LANGUAGES = ["en", "zh", "ja", "ko", "de"]
DEPTH = 100


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def in_half(query, half):
    """Odd numbers are for tuning, even ones are held out."""
    odd = int(query["id"].rsplit("-", 1)[1]) % 2 == 1
    return half is None or odd == (half == "tune")


def run(command, folder, **keywords):
    # Settings of the person who measures take no part.
    environment = {**os.environ, "XDG_CONFIG_HOME": folder}
    environment.pop("FEEDSEARCH_CONFIG", None)
    result = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, **keywords)
    if result.returncode not in (0, 1):  # 1: a query found nothing
        sys.exit(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr}")
    return result.stdout


def answers(binary, files, queries, match):
    """The ids of the hits of each query, by the query's id."""
    with tempfile.TemporaryDirectory(prefix="known-items-") as folder:
        database = os.path.join(folder, "articles.db")
        run([binary, "--db", database, "ingest", "--format", "jsonl", *files], folder)
        requests = "".join(
            json.dumps({"id": query["id"], "query": query["query"], "match": match, "limit": DEPTH, "fold": False}) + "\n"
            for query in queries)
        output = run([binary, "--db", database, "search", "--jsonl"], folder, input=requests)
    found = {}
    for line in output.splitlines():
        answer = json.loads(line)
        if "error" in answer:
            print(f"{answer['id']}: {answer['error'].get('message')}", file=sys.stderr)
        found[answer["id"]] = answer
    return found


def figures(ranks):
    first = sum(rank == 1 for rank in ranks)
    ten = sum(rank is not None and rank <= 10 for rank in ranks)
    reciprocal = sum(1 / rank for rank in ranks if rank) / len(ranks)
    return f"{len(ranks):7}  {first:5}  {ten:12}  {reciprocal:.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--half", choices=["tune", "held-out"], help="only this half of the queries")
    parser.add_argument("--lang", action="append", choices=LANGUAGES, help="only queries of this language")
    parser.add_argument("--distractors", action="append", default=[], help="more articles (JSONL) to mix in")
    parser.add_argument("--match", choices=["auto", "all", "any"], default="auto")
    options = parser.parse_args()

    files = [os.path.join(FOLDER, f"{language}.articles.jsonl") for language in LANGUAGES]
    titles = {article["id"]: article["title"] for file in files for article in rows(file)}
    chosen = {
        language: [
            query for query in rows(os.path.join(FOLDER, f"{language}.queries.jsonl")) if in_half(query, options.half)]
        for language in options.lang or LANGUAGES
    }
    queries = [query for group in chosen.values() for query in group]
    found = answers(options.binary, files + options.distractors, queries, options.match)

    ranks, misses = {}, []
    for query in queries:
        answer = found.get(query["id"], {})
        hits = answer.get("hits", [])
        ids = [hit["id"] for hit in hits]
        rank = ids.index(query["article"]) + 1 if query["article"] in ids else None
        ranks[query["id"]] = rank
        if rank != 1:
            instead = hits[0].get("title") or ids[0] if hits else "nothing"
            where = f"rank {rank}" if rank else "not found"
            relaxed = ", relaxed" if answer.get("relaxed") else ""
            misses.append(
                f"{query['id']} ({query['kind']}): {query['query']}\n    wanted  {titles[query['article']]}"
                f"\n    {where} of {answer.get('total', 0)}{relaxed}; first came  {instead}")

    print("        queries  first  in first ten  MRR")
    for language, group in chosen.items():
        print(f"{language:6}  {figures([ranks[query['id']] for query in group])}")
    print(f"all     {figures(list(ranks.values()))}")
    for kind in sorted({query["kind"] for query in queries}):
        print(f"{kind:6}  {figures([ranks[query['id']] for query in queries if query['kind'] == kind])}")
    if misses:
        print("\nNot first:\n" + "\n".join(misses))


if __name__ == "__main__":
    main()
