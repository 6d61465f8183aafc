#!/bin/sh
# Makes the source archive of the last commit: feedsearch-VERSION.tar.gz. The same commit gives the same bytes.
# Usage: dist.sh [FOLDER]: where it goes (.build/dist).
set -eu
cd "$(dirname "$0")/.."
folder=${1:-.build/dist}

version=$(sed -n 's/.*static let text = "\([^"]*\)".*/\1/p' Sources/feedsearch/CommandLine/Version.swift)
[ -n "$version" ] || { echo "feedsearch: no version in Version.swift" >&2; exit 1; }
git rev-parse --verify -q HEAD >/dev/null || { echo "feedsearch: 'make dist' needs the git repository" >&2; exit 1; }
[ -z "$(git status --porcelain)" ] || echo "feedsearch: what is not committed is not in the archive" >&2

mkdir -p "$folder"
archive=$folder/feedsearch-$version.tar.gz
# Neither the settings of the user who packs nor the time are in it: modes are the repository's, times the commit's.
git -c tar.umask=0022 archive --format=tar --prefix="feedsearch-$version/" HEAD | gzip -9n > "$archive.new"
mv "$archive.new" "$archive"
echo "$archive"
