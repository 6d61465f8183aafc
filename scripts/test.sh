#!/bin/sh
# Runs the tests that are built. What failed is repeated after the closing line, which comes last when nothing did: of a
# long output often only the end is kept.
set -u
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
{ "${SWIFT:-swift}" test --skip-build --disable-xctest 2>&1 || echo "test status $?" >>"$log.status"; } | tee "$log"
if [ -e "$log.status" ]; then
    rm -f "$log.status"
    status=1
    echo 'What failed:'
    grep -a -A 3 -E 'recorded an issue|Fatal error|unexpected signal' "$log" | cut -c 1-400 | sed 's/^/  /' | head -n 60
fi
exit $status
