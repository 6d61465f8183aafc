#!/bin/sh
# sample.sh [PROGRAM]: builds Tests/SamplePackage, which depends on the library products by path, and compares what it prints. With
# PROGRAM, its sources as they are built with the tests, nothing is built; only the manifests are resolved. The sample fetches a feed from
# a server on loopback.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
program=${1:-.build/sample/debug/sample}
if [ $# = 0 ]; then
    "$swift" build --package-path Tests/SamplePackage --scratch-path .build/sample
else
    "$swift" package --package-path Tests/SamplePackage --scratch-path .build/sample show-dependencies > /dev/null
fi
# Packages with unsafe flags cannot be dependencies.
"$swift" package dump-package | python3 scripts/unsafe_flags.py
python3 scripts/serve_folder.py Samples/en >"$folder/port" &
server=$!
for _ in $(seq 100); do
    [ -s "$folder/port" ] && break
    sleep 0.1
done
"$program" "$folder/sample.db" Samples/zh-Hans/suoyin.xml Samples/subscriptions.opml 关键词 \
    "http://127.0.0.1:$(cat "$folder/port")/allotment.xml" >"$folder/out"
cat "$folder/out"
diff Tests/SamplePackage/expected.txt "$folder/out"
