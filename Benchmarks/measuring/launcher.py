"""Runs a command and writes what it took: launcher.py REPORT COMMAND…

A process of its own, because a child's peak memory begins with what its parent had when it was started: this parent is
small. REPORT gets {"status","seconds","cpu_seconds","peak_bytes"}; input and output are the command's.
"""
import json
import os
import sys
import time


def main() -> None:
    report, command = sys.argv[1], sys.argv[2:]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    with open(report, "w", encoding="utf-8") as file:
        json.dump({
            "status": os.waitstatus_to_exitcode(status),
            "seconds": seconds,
            "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "peak_bytes": usage.ru_maxrss * 1024,
        }, file)


main()
