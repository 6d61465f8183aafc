#!/bin/sh
# test-web.sh PROGRAM [SCREENSHOTS]: the web reader in Debian's Chromium.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh chromium fonts-noto-cjk python3-venv
environment=.build/test-web
if [ ! -x "$environment/bin/python" ] || ! "$environment/bin/python" -c 'import playwright, axe_playwright_python' 2> /dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet 'playwright==1.*' 'axe-playwright-python==0.1.*'
fi
exec "$environment/bin/python" Tests/Web/test_reader.py "$@"
