#!/bin/sh
# Imports Samples/ into a database of the demo's own and searches it. The user's database and configuration stay untouched.
# usage: scripts/demo.sh PATH_OF_FEEDSEARCH
set -eu

feedsearch=$1
demo=.build/demo
mkdir -p "$demo"
# The base directory specification wants whole paths.
export XDG_CONFIG_HOME="$PWD/$demo/config" XDG_DATA_HOME="$PWD/$demo/data" XDG_STATE_HOME="$PWD/$demo/state" FEEDSEARCH_DB="$demo/feedsearch.db"

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

# queries/README.md describes the files. Each search is previewed; its channel is the terminal.
printf '\n$ feedsearch save --from queries/examples --notify terminal --digest each\n'
"$feedsearch" save --from queries/examples --notify terminal --digest each 2>&1

# New articles of a known feed arrive, and the saved searches notify of them.
now=$(date +%s)
feed=$(sed -n '1s/^{"feed": *"\([^"]*\)".*/\1/p' Samples/articles.jsonl)
cat > "$demo/news.jsonl" <<END
{"feed":"$feed","id":"demo-$now-1","title":"全文检索引擎的倒排索引 ($now)","text":"从分词到倒排索引。","url":"https://example.org/demo/1"}
{"feed":"$feed","id":"demo-$now-2","title":"Cycling along the river ($now)","text":"Two wheels, no motor.","url":"https://example.org/demo/2"}
{"feed":"$feed","id":"demo-$now-3","title":"SQLite 3.99 release notes ($now)","text":"A release with a new tokenizer.","url":"https://example.org/demo/3"}
{"feed":"$feed","id":"demo-$now-4","title":"Minutes of a meeting ($now)","text":"Only who asks for all that is unread hears of it.","url":"https://example.org/demo/4"}
END
printf '\n$ feedsearch ingest news.jsonl\n'
"$feedsearch" ingest "$demo/news.jsonl"
printf '\n$ feedsearch alerts run\n'
"$feedsearch" alerts run

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
