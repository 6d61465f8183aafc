#!/usr/bin/env python3
"""Times Python's feedparser over the feed documents of a folder, as Benchmarks/FeedBenchmarks.swift times this program.

    feedparser_peer.py FOLDER [MB/s of this program]

Processor time of one thread, every document once from memory. Says so and exits 0 where feedparser is not installed.
"""
import os
import sys
import time


def main():
    try:
        import feedparser
    except ImportError:
        print("feedparser: not installed for " + sys.executable + ", skipped (pip install feedparser in a venv,")
        print("            then make bench-feeds PEER_PYTHON=VENV/bin/python)")
        return
    documents = []
    for folder, _, names in sorted(os.walk(sys.argv[1])):
        for name in sorted(names):
            with open(os.path.join(folder, name), "rb") as file:
                documents.append(file.read())
    times = []
    for _ in range(int(os.environ.get("PEER_RUNS", "3"))):
        items = size = failures = 0
        start = time.process_time()
        for document in documents:
            try:
                items += len(feedparser.parse(document).entries)
                size += len(document)
            except Exception:  # a document that it cannot read is left out of its rate
                failures += 1
        times.append((time.process_time() - start, size))
    times.sort()
    seconds, size = times[len(times) // 2]
    rate = size / 1e6 / seconds
    print("feedparser %s: %.2f MB/s, median %.2f s, %.2f-%.2f s, %d documents, %d items, %d not read" % (
        feedparser.__version__, rate, seconds, times[0][0], times[-1][0], len(documents) - failures, items, failures))
    if len(sys.argv) > 2:
        print("this program is %.0f times as fast" % (float(sys.argv[2]) / rate))


if __name__ == "__main__":
    main()
