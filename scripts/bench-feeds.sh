#!/bin/sh
# Times reading and sanitising of feed documents, and Python's feedparser beside it: scripts/bench-feeds.sh BENCHMARKS
# The documents are conformance/feeds/real and made ones (corpora/make_corpus.py) of $FEEDSEARCH_SHARED, else ../shared.
# $PEER_PYTHON is a Python that has feedparser.
set -eu
benchmarks=$1
shared=${FEEDSEARCH_SHARED:-../shared}
real=$shared/conformance/feeds/real
if [ ! -d "$real" ]; then
    echo "bench-feeds: no feeds in $real, skipped (set FEEDSEARCH_SHARED)"
    exit 0
fi
made=.build/bench-feeds/made
if [ ! -d "$made" ]; then
    mkdir -p .build/bench-feeds
    python3 "$shared/corpora/make_corpus.py" --n 6000 --feeds "$made.part" && mv "$made.part" "$made"
fi
table=$("$benchmarks" feeds "$real" "$made")
echo "$table"
ours=$(echo "$table" | sed -n 's|^feeds *\([0-9.]*\) MB/s .*all .*documents.*|\1|p')
"${PEER_PYTHON:-python3}" Benchmarks/feedparser_peer.py "$real" "$ours"
