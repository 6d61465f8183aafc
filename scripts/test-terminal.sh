#!/bin/sh
# test-terminal.sh BUNDLE [FILTER]: drives `browse` of the program beside the test bundle on terminals of tmux: every key on ARTICLES
# articles (100000), screens, slow lines. STORE_SCREENS=1 stores the screens that the tests compare with.
set -eu
cd "$(dirname "$0")/.."
bundle=$(realpath "$1")
program=${bundle%/*}/feedsearch
if ! command -v tmux > /dev/null; then
    echo "feedsearch: tmux is not installed: the terminal reader is not tested (make test-deps installs it)" >&2
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 Tests/CommandTests/Support/reading_archive.py "${ARTICLES:-100000}" "$folder"
for words in "import $folder/list.opml" "ingest --format jsonl $folder/articles.jsonl"; do
    # shellcheck disable=SC2086 # words of a command
    env -i HOME="$folder" "$program" --db "$folder/archive.db" $words
done
FEEDSEARCH_TEST_TERMINAL="$program" FEEDSEARCH_TEST_ARCHIVE="$folder/archive.db" \
    scripts/test.sh "$bundle" --filter "${2:-Browse[A-Za-z]*Tests}"
