#!/bin/sh
# test-postgres.sh BUNDLE: runs the tests that need a PostgreSQL server; they start it themselves.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh postgresql
scripts/deps.sh pgbouncer || echo "feedsearch: there is no PgBouncer; the tests with a pooler are skipped" >&2
FEEDSEARCH_TEST_POSTGRES=1 exec timeout -k 30 1800 scripts/test.sh "${1:?a test bundle is needed}" \
    --filter 'Postgres|StorageEngines|DeliveryTests|AccountsTests'
