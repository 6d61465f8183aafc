#!/bin/sh
# test-web.sh PROGRAM [NAME...]: the web reader in the headless shell of Debian's Chromium: all tests of it, or those of a name
# (Tests/Web/run.py).
# The folder that SCREENSHOTS names gets pictures of the views.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh chromium chromium-headless-shell fonts-noto-cjk python3-venv zbar-tools
environment=.build/test-web
if [ ! -x "$environment/bin/python" ] || ! "$environment/bin/python" -c 'import playwright, axe_playwright_python' 2> /dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet 'playwright==1.*' 'axe-playwright-python==0.1.*'
fi
FEEDSEARCH_PROGRAM=${1:?a program is needed}
export FEEDSEARCH_PROGRAM
shift
exec "$environment/bin/python" Tests/Web/run.py "$@"
