#!/usr/bin/env python3
"""Times `feedsearch complete PREFIX` as a process, start to end, prefix by prefix.

    Benchmarks/completion.py BINARY DATABASE [RUNS]

The first line is `feedsearch --version`: what starting a process costs by itself.
"""
import statistics
import subprocess
import sys
import time

PREFIXES = [
    "a", "s", "1", "se", "sea", "search", "qu", "20", "全", "中", "的", "全文", "搜索", "中国人", "日本", "の",
    "zg", "zhongguo", "qwss", "zzzzqqq", "龘", "мо", "the qui", "搜索 中", "data sc",
]


def measure(command, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        answer = subprocess.run(command, capture_output=True, text=True)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), min(times), max(times), answer.stdout.split("\n")[:4]


def main():
    binary, database = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    print(f"{'prefix':12} {'median':>7} {'min':>7} {'max':>7}  ms")
    rows = [("--version", [binary, "--version"])]
    rows += [(prefix, [binary, "--db", database, "complete", prefix]) for prefix in PREFIXES]
    for name, command in rows:
        median, least, most, lines = measure(command, runs)
        print(f"{name:12} {median:7.1f} {least:7.1f} {most:7.1f}  {', '.join(line for line in lines if line)}")


main()
