#!/usr/bin/env python3
"""what_failed.py LOG: what a run of Swift Testing that failed says, in short: issues, the stack of the thread that crashed, and
the tests that had begun and did not end. Of a long output often only the end is kept."""
import collections
import re
import sys

ISSUE = re.compile(r"recorded an issue|Fatal error|unexpected signal")
MAX_ISSUE_LINES, MAX_ISSUE_COLUMNS = 60, 400
MAX_FRAMES, MAX_FRAME_COLUMNS = 40, 300
MAX_RUNNING = 30
CRASHED = re.compile(r"^Thread \d+.* crashed:")
STARTED = re.compile(r"^\S+ Test (?!case |run )(.+) started\.$")
# A name may itself contain "skipped"; what Swift Testing adds follows it to the end of the line.
ENDED = re.compile(
    r"^\S+ Test (?!case |run )(\".*\"|.+?)(?: with \d+ test cases?)? (?:passed after|failed after|skipped\b|was cancelled)")


def issues(lines: list[str]) -> list[str]:
    """Each issue with at most three lines after it, up to the next event of a test."""
    kept, left = [], 0
    for line in lines:
        left = 4 if ISSUE.search(line) else 0 if line.startswith(("◇", "✔", "✘", "➜")) else left
        if left > 0:
            kept.append(line[:MAX_ISSUE_COLUMNS])
            left -= 1
    return kept[:MAX_ISSUE_LINES]


def crashed_thread(lines: list[str]) -> list[str]:
    """From the line that names the thread to the end of its frames."""
    for index, line in enumerate(lines):
        if CRASHED.match(line):
            kept = [line]
            for frame in lines[index + 1:]:
                if frame.startswith("Thread ") or frame.startswith("Registers:"):
                    break
                if frame.strip():
                    kept.append(frame[:MAX_FRAME_COLUMNS])
            return kept[:MAX_FRAMES + 1]
    return []


def running(lines: list[str]) -> list[str]:
    """Tests that began and neither passed nor failed."""
    open_tests: collections.Counter[str] = collections.Counter()
    for line in lines:
        if started := STARTED.match(line):
            open_tests[started[1]] += 1
        elif ended := ENDED.match(line):
            open_tests[ended[1]] -= 1
    return [name for name, count in open_tests.items() if count > 0]


def report(text: str) -> list[str]:
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
    parts = [("What failed:", issues(lines))]
    stack = crashed_thread(lines)
    unended = running(lines)
    if stack:
        parts.append(("What crashed:", stack))
    if unended:
        more = [f"and {len(unended) - MAX_RUNNING} more"] if len(unended) > MAX_RUNNING else []
        parts.append(("Had begun and not ended:", unended[:MAX_RUNNING] + more))
    return [line for head, body in parts for line in [head] + ["  " + line for line in body]]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", errors="replace") as log:
        print("\n".join(report(log.read())))
