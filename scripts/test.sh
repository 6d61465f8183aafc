#!/bin/sh
# test.sh BUNDLE [ARGUMENT...]: runs the tests of a built bundle; arguments are those of Swift Testing. Failures are repeated after the
# closing line, with the stack of a crash and the tests that it cut off.
# With REPEAT_FAILED=1, failed tests run once more, alone; those that pass then are listed as unstable and do not fail the run.
set -uf
cd "$(dirname "$0")/.."
bundle=$1
shift
log=$(mktemp)
trap 'rm -f "$log" "$log.status" "$log.events"' EXIT

# run ARGUMENT...: runs the bundle into the log.
run() {
    rm -f "$log.status"
    {
        "$bundle" --testing-library swift-testing --event-stream-output-path "$log.events" --event-stream-version 0 "$@" 2>&1 ||
            echo "test status $?" >> "$log.status"
    } | tee "$log"
    [ ! -e "$log.status" ]
}

run "$@" && exit 0
python3 scripts/what_failed.py "$log"
[ -n "${REPEAT_FAILED:-}" ] || exit 1
failed=$(python3 scripts/failed_tests.py "$log.events")
[ -n "$failed" ] || exit 1
set --
for pattern in $failed; do set -- "$@" --filter "$pattern"; done
run "$@" || exit 1
for pattern in $failed; do echo "unstable, passed when repeated: $pattern"; done
