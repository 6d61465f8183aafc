#!/bin/sh
# Builds Tests/SamplePackage, which depends on the library products by path, and compares what it prints.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${SWIFT:-swift}" build --package-path Tests/SamplePackage --scratch-path .build/sample
.build/sample/debug/sample "$folder/sample.db" Samples/zh-Hans/suoyin.xml Samples/subscriptions.opml 关键词 >"$folder/out"
cat "$folder/out"
diff Tests/SamplePackage/expected.txt "$folder/out"
