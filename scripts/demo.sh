#!/bin/sh
# Imports Samples/ into a database of the demo's own and searches it. The user's database and configuration stay untouched.
# usage: scripts/demo.sh PATH_OF_FEEDSEARCH
set -eu

feedsearch=$1
demo=.build/demo
mkdir -p "$demo"
# The base directory specification wants whole paths.
export XDG_CONFIG_HOME="$PWD/$demo/config" XDG_DATA_HOME="$PWD/$demo/data" FEEDSEARCH_DB="$demo/feedsearch.db"

# Highlights are the point of a demo, so they are kept in a pipe too, unless colours are unwanted altogether.
if [ -n "${NO_COLOR:-}" ]; then color=never; else color=always; fi

show() {
    printf '\n$ feedsearch %s\n' "$1"
    shift
    "$feedsearch" --color "$color" "$@"
}

printf '$ feedsearch ingest Samples/articles.jsonl\n'
"$feedsearch" ingest Samples/articles.jsonl
printf '\n$ feedsearch import Samples\n'
"$feedsearch" import Samples

show '"关键词"' '关键词'
show "--limit 3 '\"inverted index\" OR 역색인 OR 転置索引'" --limit 3 '"inverted index" OR 역색인 OR 転置索引'

# queries/README.md describes the files.
for file in queries/examples/*.query; do
    name=$(sed -n 's/^name *= *//p' "$file")
    query=$(sed -n 's/^query *= *//p' "$file")
    "$feedsearch" --quiet save "$name" "$query"
done
printf '\n$ feedsearch saved\n'
"$feedsearch" --color "$color" saved

cat <<END

That was the demo database, $FEEDSEARCH_DB. Try it yourself:

  export FEEDSEARCH_DB=$FEEDSEARCH_DB
  $feedsearch 倒排索引                  # no spaces needed
  $feedsearch '"全文檢索" OR 全文検索'   # simplified finds traditional; phrases, OR
  $feedsearch 'title:cycling date:2024..' # fields and dates
  $feedsearch '검색*' --json             # prefixes; JSON for scripts
  $feedsearch show 12                    # the article behind hit #12
  $feedsearch --saved two-wheels         # a saved search from queries/examples
  $feedsearch --help

With a database of your own (unset FEEDSEARCH_DB):

  $feedsearch import subscriptions.opml  # from the reader you have
  $feedsearch ingest ~/feeds             # or a folder of feed files
END
