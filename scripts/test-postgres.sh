#!/bin/sh
# Runs the tests that need a PostgreSQL server; they start it themselves. Needs `swift build --build-tests`.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh postgresql
scripts/deps.sh pgbouncer || echo "feedsearch: there is no PgBouncer; the tests with a pooler are skipped" >&2
# The bundle itself: `swift test` would wait for another one.
FEEDSEARCH_TEST_POSTGRES=1 exec timeout -k 30 1800 .build/debug/feedsearchPackageTests.xctest --testing-library swift-testing \
    --filter 'Postgres|StorageEngines|DeliveryTests'
