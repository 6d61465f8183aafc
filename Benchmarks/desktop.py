#!/usr/bin/env python3
"""Times the desktop's search key by key, over a private session bus.

    dbus-run-session -- Benchmarks/desktop.py BINARY DATABASE [ROUNDS]

Each text is typed a key at a time, once for KRunner (Match) and once for GNOME Shell (GetInitialResultSet and
GetSubsearchResultSet, then GetResultMetas of the first five); each call waits for the one before. The first call of a fresh
process, which opens the database, is counted apart, and so are bursts: all keys at once, until the last one is answered.
"""
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "CommandTests", "Support"))
from bus_client import RUNNER, SHELL, Bus  # noqa: E402

TEXTS = [
    "search engine", "open source software", "the weather in london", "security update", "title:release notes",
    "machine learning", "recipes for bread", "中国经济", "全文搜索", "人工智能 发展", "日本語の文章", "한국 경제",
    "zhongguo", "qwss", "2022 report",
]


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def row(name, times):
    print("%-34s %6d %8.1f %8.1f %8.1f" % (
        name, len(times), statistics.median(times), percentile(times, 0.99), max(times)))


def timed(body):
    start = time.perf_counter()
    result = body()
    return (time.perf_counter() - start) * 1000, result


def start(binary, database, bus):
    process = subprocess.Popen([binary, "--db", database, "desktop"])
    while not bus.has_owner():
        time.sleep(0.001)
    return process


def main():
    binary, database = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    bus = Bus()
    firsts = []
    for text in TEXTS[:5]:
        process = start(binary, database, bus)
        firsts.append(timed(lambda: bus.runner("Match", text[:2]))[0])
        process.kill()
        process.wait()
        while bus.has_owner():
            time.sleep(0.001)
    process = start(binary, database, bus)
    bus.runner("Match", "warm")
    matches, results, metas, bursts = [], [], [], []
    for _ in range(rounds):
        for text in TEXTS:
            for size in range(1, len(text) + 1):
                matches.append(timed(lambda: bus.runner("Match", text[:size]))[0])
            found = None
            for size in range(1, len(text) + 1):
                terms = text[:size].split()
                if found is None:
                    took, found = timed(lambda: bus.shell("GetInitialResultSet", terms))
                else:
                    took, found = timed(lambda: bus.shell("GetSubsearchResultSet", found, terms))
                results.append(took)
                metas.append(timed(lambda: bus.shell("GetResultMetas", found[:5]))[0])
            calls = [lambda size=size: bus.send(*RUNNER, "Match", text[:size]) for size in range(1, len(text) + 1)]
            bursts.append(timed(lambda: bus.wait([call() for call in calls][-1]))[0])
    print("%-34s %6s %8s %8s %8s  ms" % ("", "calls", "median", "p99", "most"))
    row("Match, each key", matches)
    row("Get…ResultSet, each key", results)
    row("GetResultMetas of five", metas)
    row("Match, all keys of a text at once", bursts)
    row("first Match of a process", firsts)
    with open("/proc/%d/status" % process.pid) as file:
        print([line.strip() for line in file if line.startswith("VmHWM")][0])
    process.kill()


main()
