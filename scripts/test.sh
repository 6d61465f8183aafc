#!/bin/sh
# test.sh BUNDLE [ARGUMENT...]: runs the tests of a built bundle; arguments are those of Swift Testing. Failures are repeated after the
# closing line, with the stack of a crash and the tests that it cut off.
set -u
cd "$(dirname "$0")/.."
bundle=$1
shift
log=$(mktemp)
trap 'rm -f "$log" "$log.status"' EXIT
{ "$bundle" --testing-library swift-testing "$@" 2>&1 || echo "test status $?" >>"$log.status"; } | tee "$log"
[ -e "$log.status" ] || exit 0
python3 scripts/what_failed.py "$log"
exit 1
