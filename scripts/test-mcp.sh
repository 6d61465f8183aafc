#!/bin/sh
# test-mcp.sh PROGRAM: assistants' clients against `feedsearch mcp` and /mcp (Tests/Assistants): the official Python SDK of the
# Model Context Protocol over both transports, fastmcp's client over HTTP, and the commands of docs/assistants.md.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh python3-venv curl
environment=.build/test-mcp
if ! "$environment/bin/python" -c 'import fastmcp, mcp' 2> /dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet 'mcp==2.*' 'fastmcp==4.*'
fi
FEEDSEARCH_PROGRAM=${1:?a program is needed}
export FEEDSEARCH_PROGRAM
exec "$environment/bin/python" -m unittest discover -s Tests/Assistants
