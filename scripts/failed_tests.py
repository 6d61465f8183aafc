#!/usr/bin/env python3
"""failed_tests.py EVENTS: reads the event stream of a run and prints, one per line, a pattern for Swift Testing's --filter for each
failed test. Prints nothing if the run did not end, as after a crash, or if more than MAX_FAILED tests failed: repeating the tests would
not help."""
import json
import re
import sys

MAX_FAILED = 8
PLACE = re.compile(r"/[^/]+\.swift:\d+:\d+$")


def patterns(lines: list[str]) -> list[str]:
    """The ids of failed tests, without suites, as patterns that match nothing else."""
    failed, has_ended = [], False
    for line in lines:
        record = json.loads(line)
        event = record["payload"] if record["kind"] == "event" else {}
        has_ended = has_ended or event.get("kind") == "runEnded"
        symbols = [message.get("symbol") for message in event.get("messages", [])]
        if event.get("kind") == "testEnded" and "fail" in symbols and PLACE.search(event["testID"]):
            failed.append("^" + re.escape(PLACE.sub("", event["testID"])))
    return failed if has_ended and len(failed) <= MAX_FAILED else []


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as events:
        print("\n".join(patterns(events.readlines())))
