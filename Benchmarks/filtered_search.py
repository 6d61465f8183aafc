#!/usr/bin/env python3
"""filtered_search.py - how long searches with filters, proximity and long runs take, by one or more programs in turn.

    filtered_search.py LIBRARY PROGRAM [PROGRAM ...] [--rounds 11] [--query TEXT ...]

Each program answers the same searches of LIBRARY by one `search --jsonl`, all programs once in each round, best first and newest first, 20
articles with titles and snippets. Prints the median time in ms of each, and says where programs do not give the same articles. The
searches are for a library of corpora/make_corpus.py; --query takes others."""
import argparse, json, os, statistics, subprocess, time

QUERIES = [
    "web", "web is:unread", "the is:unread", "web has:image", "web date:2010", "web lang:en", "web page lang:en", "the lang:zh", "the has:enclosure",
    "web -is:read has:image", "web page design is:unread", '"web page" is:unread', "haskell is:unread", "web is:starred", "的 OR 了 is:unread",
    "web NEAR/5 page", "the NEAR/5 of", "人工智能发展", "中华人民共和国成立", "自然语言处理"]


class Program:
    def __init__(self, path, library):
        self.name = path
        self.process = subprocess.Popen(
            [os.path.abspath(path), "--db", library, "search", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, query, sort):
        """Milliseconds of one search, and its articles."""
        line = json.dumps({"query": query, "limit": 20, "sort": sort}).encode() + b"\n"
        start = time.perf_counter()
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        took = (time.perf_counter() - start) * 1e3
        answer = json.loads(answer)
        if "error" in answer: raise SystemExit("%s: %s" % (query, answer["error"]))
        return took, [hit["n"] for hit in answer["hits"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library"); parser.add_argument("programs", nargs="+")
    parser.add_argument("--rounds", type=int, default=11); parser.add_argument("--query", action="append")
    a = parser.parse_args()
    programs = [Program(path, a.library) for path in a.programs]
    # A waiting process reads frequent words ahead.
    time.sleep(6)
    print("%-28s" % "" + "".join("%-30s" % (p.name + ": best, newest") for p in programs))
    for query in a.query or QUERIES:
        cells = [[] for _ in programs]
        same = True
        for sort in ("relevance", "newest"):
            times = [[] for _ in programs]
            for _ in range(a.rounds):
                found = []
                for program, took in zip(programs, times):
                    ms, articles = program.ask(query, sort)
                    took.append(ms)
                    found.append(articles)
                same = same and all(articles == found[0] for articles in found)
            for cell, took in zip(cells, times): cell.append(statistics.median(took))
        print("%-28s" % query + "".join("%-30s" % ("%.1f, %.1f" % tuple(cell)) for cell in cells) + ("" if same else "other articles"), flush=True)


if __name__ == "__main__": main()
