#!/usr/bin/env python3
"""visible_beside_ingest.py - how soon ingested articles are seen, and how long searches take meanwhile.

    visible_beside_ingest.py PROGRAM ARTICLES.jsonl [--stored N] [--pause 0.02]

The first N articles are stored; then the others are ingested by one process, while a second one (`search --jsonl`, opened a second
after the ingest began) answers searches of common words, one every --pause seconds, and a connection looks every 10 ms how many articles
there are. With --stored 0 it is a first load into an empty file. Prints the longest and the median time between two
moments at which new articles were seen, the searches' p50, p99 and longest time beside the ingest and after it, and the ingest's
rate."""
import argparse, json, os, shutil, sqlite3, subprocess, tempfile, threading, time
from measuring.spread import percentile

WORDS = ["time", "people", "world", "时间", "中国", "问题", "system", "发展", "year", "工作"]


class Searcher:
    def __init__(self, program, database):
        self.process = subprocess.Popen([program, "--db", database, "search", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0

    def ask(self):
        """Milliseconds of one search."""
        word = WORDS[self.count % len(WORDS)]
        self.count += 1
        start = time.perf_counter()
        self.process.stdin.write(json.dumps({"query": word, "limit": 20}).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer: raise SystemExit("%s: %s" % (word, answer))
        return (time.perf_counter() - start) * 1e3

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def watch(database, end, gaps):
    """Appends the seconds between two moments at which more articles were seen."""
    connection = sqlite3.connect("file:%s?mode=ro" % database, uri=True, timeout=60)
    seen = connection.execute("SELECT max(n) FROM article").fetchone()[0] or 0
    last = time.perf_counter()
    while not end.is_set():
        count = connection.execute("SELECT max(n) FROM article").fetchone()[0] or 0
        now = time.perf_counter()
        if count > seen:
            gaps.append(now - last)
            seen, last = count, now
        time.sleep(0.01)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program"); parser.add_argument("articles")
    parser.add_argument("--stored", type=int, default=20000); parser.add_argument("--pause", type=float, default=0.02)
    a = parser.parse_args()
    a.program = os.path.abspath(a.program)
    folder = tempfile.mkdtemp()
    database, rest = folder + "/a.db", folder + "/rest.jsonl"
    ingest = [a.program, "--db", database, "ingest", "--format", "jsonl", "--json"]
    try:
        with open(a.articles, "rb") as articles, open(folder + "/first.jsonl", "wb") as first, open(rest, "wb") as others:
            for number, line in enumerate(articles): (first if number < a.stored else others).write(line)
        if a.stored: subprocess.run(ingest + [folder + "/first.jsonl"], check=True, stdout=subprocess.DEVNULL)
        os.remove(folder + "/first.jsonl")
        process = subprocess.Popen(ingest + [rest], stdout=subprocess.PIPE)
        time.sleep(1)
        searcher = Searcher(a.program, database)
        first_answer = searcher.ask()
        end, gaps, beside = threading.Event(), [], []
        thread = threading.Thread(target=watch, args=(database, end, gaps))
        thread.start()
        while process.poll() is None:
            beside.append(searcher.ask())
            time.sleep(a.pause)
        end.set()
        thread.join()
        report = json.loads(process.stdout.read())
        # The log has been copied to the file, and the caches are filled, before what is quoted as undisturbed.
        for _ in range(300): searcher.ask()
        idle = [searcher.ask() for _ in range(500)]
        searcher.close()
        if not gaps: raise SystemExit("no article was seen while others were ingested: give more articles")
        print("visible: longest %.2f s, median %.2f s, %d times" % (max(gaps), percentile(gaps, 50), len(gaps)))
        print("first answer of the second process %.0f ms" % first_answer)
        for name, times in ("beside", beside), ("after", idle):
            print("searches %s: p50 %.2f, p99 %.2f, longest %.1f ms, %d" % (name, percentile(times, 50), percentile(times, 99), max(times), len(times)))
        print("ingest: %s" % json.dumps({key: report[key] for key in report if key in ("seen", "seconds", "inserted", "articles_per_second")}))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__": main()
