#!/usr/bin/env python3
"""cold_start.py PROGRAM DATABASE ARTICLES.jsonl [--count 50] [--seed 1]: what the first search of a process takes.

One process a query, from its start to its end, for each class of queries: with the database in the page cache, and with the
database's pages dropped from it (posix_fadvise, POSIX_FADV_DONTNEED; dirty pages are written first). The program itself
stays in the page cache. Prints p50 and p99 in ms of the wall clock, CPU in ms a query, and blocks read from the disk.
The same arguments make the same queries.
"""
import argparse
import os
import random
import resource
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compare_answers import words_of  # noqa: E402


def classes(words, runs, pick):
    latin = [word for word in words if word.isascii()]
    han = [word for word in words if not word.isascii()]
    word = lambda: pick.choice(words)
    return {
        "word": lambda: pick.choice(latin),
        "two characters": lambda: pick.choice(han)[:2],
        "run of characters": lambda: pick.choice(han),
        "two words, all": lambda: "%s %s" % (word(), word()),
        "four words, any": lambda: " OR ".join(word() for _ in range(4)),
        "phrase": lambda: '"%s"' % pick.choice(runs),
        '"the X"': lambda: '"the %s"' % pick.choice(latin),
    }


def drop(database):
    for path in (database, database + "-wal"):
        if os.path.exists(path):
            file = os.open(path, os.O_RDONLY)
            os.fdatasync(file)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(file)


def run(program, database, query):
    """Milliseconds of the wall clock and of CPU, and blocks read."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(
        [program, "--db", database, "search", "--json", "--", query], stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    wall = time.monotonic() - start
    if done.returncode not in (0, 1):
        sys.exit("%s: %s" % (query, done.stderr.decode("utf-8", "replace")[-400:]))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return wall * 1e3, cpu * 1e3, after.ru_inblock - before.ru_inblock


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("database")
    parser.add_argument("articles")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    words, runs = words_of(options.articles)
    print("%-18s %-8s %8s %8s %8s %8s" % ("", "cache", "p50 ms", "p99 ms", "CPU ms", "blocks"))
    for name, query in classes(words, runs, random.Random(options.seed)).items():
        queries = [query() for _ in range(options.count)]
        for cache in ("warm", "dropped"):
            found = []
            for text in queries:
                if cache == "dropped":
                    drop(options.database)
                found.append(run(options.program, options.database, text))
            walls = sorted(wall for wall, _, _ in found)
            print("%-18s %-8s %8.1f %8.1f %8.1f %8.0f" % (
                name, cache, walls[len(walls) // 2], walls[min(len(walls) - 1, len(walls) * 99 // 100)],
                sum(cpu for _, cpu, _ in found) / len(found), sum(blocks for _, _, blocks in found) / len(found)),
                flush=True)


if __name__ == "__main__":
    main()
