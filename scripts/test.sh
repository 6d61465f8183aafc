#!/bin/sh
# Runs the tests that are built; arguments are for `swift test`. Failures are repeated after the closing line, with the stack of a
# crash and the tests that it cut off.
set -u
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
{ "${SWIFT:-swift}" test --skip-build --disable-xctest "$@" 2>&1 || echo "test status $?" >>"$log.status"; } | tee "$log"
if [ -e "$log.status" ]; then
    rm -f "$log.status"
    status=1
    python3 scripts/what_failed.py "$log"
fi
exit $status
