#!/usr/bin/env python3
"""failed_tests.py EVENTS: a pattern of Swift Testing's --filter for each test that failed, a line each, read from the event stream of
a run. Nothing if the run did not end, as after a crash, or if more than MAX_FAILED tests failed: repeating would not explain either."""
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
