#!/bin/sh
# screenshots.sh PROGRAM FOLDER [--docs DOCS] [--kept] [VIEW...]: pictures of the web reader (Tests/Web/screenshots.py).
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh chromium-headless-shell fonts-noto-cjk python3-venv
environment=.build/test-web
if ! "$environment/bin/python" -c 'import playwright, axe_playwright_python, PIL' 2> /dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet 'playwright==1.*' 'axe-playwright-python==0.1.*' 'pillow>=11'
fi
FEEDSEARCH_PROGRAM=${1:?a program is needed}
export FEEDSEARCH_PROGRAM
shift
exec "$environment/bin/python" Tests/Web/screenshots.py "$@"
