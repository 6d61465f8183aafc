#!/bin/sh
# sample.sh [PROGRAM]: builds Tests/SamplePackage, which depends on the library products by path, and compares what it prints. With
# PROGRAM, its sources as they are built with the tests, nothing is built; only the manifests are resolved.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=${1:-.build/sample/debug/sample}
if [ $# = 0 ]; then
    "$swift" build --package-path Tests/SamplePackage --scratch-path .build/sample
else
    "$swift" package --package-path Tests/SamplePackage --scratch-path .build/sample show-dependencies > /dev/null
fi
# Packages with unsafe flags cannot be dependencies.
"$swift" package dump-package | python3 scripts/unsafe_flags.py
"$program" "$folder/sample.db" Samples/zh-Hans/suoyin.xml Samples/subscriptions.opml 关键词 >"$folder/out"
cat "$folder/out"
diff Tests/SamplePackage/expected.txt "$folder/out"
