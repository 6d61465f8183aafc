#!/usr/bin/env python3
"""first_answer.py PROGRAM ARTICLES.jsonl --work DIR [--n 60000] [--count 20] [--seed 1]: the first answer of a new process, beside Tantivy.

Ingests the articles into DIR/first.db, and their words and pairs of characters into an index of Tantivy in DIR/tantivy (the python
package; 2 threads, one commit); what is there already is used again. For each of nine classes of queries it then starts one process a
query and engine, in turn, with all files in the page cache and without a warm-up:

- feedsearch: `search --jsonl` with one request for ids on its input, from the start of the process to its answer. `--version` takes
  what a process without an index takes: its median is printed, and taken off in the second column.
- Tantivy: a process of Python. Its time is from before Index.open to the answer, as measured inside: the interpreter and the import
  are left out.

Prints medians in ms and the ratio of (feedsearch less --version) to Tantivy. The same arguments make the same queries.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from measuring import queries

WORD = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[a-z0-9]+")


def terms(text):
    """Words, and the pairs of neighbouring characters of a run."""
    found = []
    for run in WORD.findall(text.lower()):
        found += [run] if run[0] < "\u3040" or len(run) == 1 else [run[i:i + 2] for i in range(len(run) - 1)]
    return found


def schema(tantivy):
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", stored=False, tokenizer_name="whitespace", index_option="position")
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    return builder.build()


def build_peer(articles, count, folder):
    import tantivy
    folder.mkdir()
    index = tantivy.Index(schema(tantivy), path=str(folder))
    writer = index.writer(256_000_000, 2)
    with open(articles, encoding="utf-8") as file:
        for line, _ in zip(file, range(count)):
            article = json.loads(line)
            writer.add_document(tantivy.Document(text=" ".join(terms(queries.plain_text(article))), id=article["id"]))
    writer.commit()
    writer.wait_merging_threads()


def peer_answer(folder, query):
    """Run in a process of its own: ms from opening the index to the answer."""
    import tantivy
    known = schema(tantivy)
    start = time.perf_counter()
    index = tantivy.Index.open(folder)
    searcher = index.searcher()
    parts = []
    for quoted in re.findall('"([^"]*)"', query["text"]):
        words = terms(quoted)
        parts.append(tantivy.Query.phrase_query(known, "text", words) if len(words) > 1
                     else tantivy.Query.term_query(known, "text", words[0]))
    occur = tantivy.Occur.Should if query["match"] == "any" else tantivy.Occur.Must
    found = searcher.search(tantivy.Query.boolean_query([(occur, part) for part in parts]), limit=20, count=False).hits
    ids = [searcher.doc(address)["id"] for _, address in found]
    print((time.perf_counter() - start) * 1e3, len(ids))


def answer(program, database, query):
    request = {"query": query.text, "limit": 20, "only": "ids", "sort": "relevance"}
    if query.match != "all":
        request["match"] = query.match
    line = json.dumps(request, ensure_ascii=False) + "\n"
    start = time.perf_counter()
    process = subprocess.Popen([program, "--db", database, "search", "--jsonl"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True, bufsize=1)
    process.stdin.write(line)
    process.stdin.flush()
    found = json.loads(process.stdout.readline())
    wall = (time.perf_counter() - start) * 1e3
    process.stdin.close()
    process.wait()
    return wall, len(found["hits"])


def bare_start(program):
    start = time.perf_counter()
    subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("articles", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--n", type=int, default=60_000)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    database, folder = given.work / "first.db", given.work / "tantivy"
    if not database.exists():
        with open(given.articles, "rb") as file:
            lines = b"".join(line for line, _ in zip(file, range(given.n)))
        subprocess.run([given.program, "--db", database, "ingest", "--format", "jsonl", "-"], input=lines, check=True,
                       stdout=subprocess.DEVNULL)
    if not folder.exists():
        build_peer(given.articles, given.n, folder)
    chosen = queries.choose(given.articles, given.count, seed=given.seed, names=queries.NINE_CLASSES)
    start = statistics.median(bare_start(given.program) for _ in range(30))
    print("--version: %.1f ms" % start)
    print("%-32s %10s %10s %10s %7s" % ("", "feedsearch", "less start", "Tantivy", "ratio"))
    for name, group in chosen.ids.items():
        ours, peers = [], []
        for query in group:
            wall, _ = answer(given.program, database, query)
            ours.append(wall)
            done = subprocess.run(
                [sys.executable, __file__, "--peer", str(folder), json.dumps({"text": query.text, "match": query.match})],
                capture_output=True, text=True, check=True)
            peers.append(float(done.stdout.split()[0]))
        one, other = statistics.median(ours), statistics.median(peers)
        print("%-32s %10.2f %10.2f %10.2f %7.2f" % (name, one, one - start, other, (one - start) / other), flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--peer":
        peer_answer(sys.argv[2], json.loads(sys.argv[3]))
    else:
        main()
