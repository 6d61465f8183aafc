#!/bin/sh
# Packs the built program: deb.sh BINARY. The packages are put into .build/deb, or the folder that OUTPUT names. The same
# binary and commit give the same bytes.
set -eu
cd "$(dirname "$0")/.."
source=$PWD
binary=$(realpath "$1")
test -x "$binary"
output=${OUTPUT:-$source/.build/deb}
version=$("$binary" --version | sed 's/^feedsearch //')

# A commit that is no release has a version of its own, which the next commit's is above.
stamp=
if commit=$(git rev-parse --short=10 HEAD 2>/dev/null); then
    date=$(git log -1 --format=%ct)
    git describe --exact-match --tags --match "v$version" >/dev/null 2>&1 \
        || stamp="+git$(date -u -d "@$date" +%Y%m%d.%H%M%S)"
else
    date=$(date -d "$(sed -n 's/^ -- .*>  //p' packaging/debian/changelog | head -n 1)" +%s)
fi
export SOURCE_DATE_EPOCH="$date" TZ=UTC LC_ALL=C.UTF-8

build=$output/feedsearch-$version
rm -rf "$output"
mkdir -p "$build"
cp -R packaging/debian "$build/debian"
if [ -n "$stamp" ]; then
    {
        printf 'feedsearch (%s%s-1) UNRELEASED; urgency=medium\n\n  * Commit %s.\n\n' "$version" "$stamp" "$commit"
        printf ' -- %s  %s\n\n' "$(sed -n 's/^Maintainer: //p' packaging/debian/control)" \
            "$(date -u -R -d "@$date")"
        cat packaging/debian/changelog
    } > "$build/debian/changelog"
fi
case $(sed -n '1s/.*(\(.*\)).*/\1/p' "$build/debian/changelog") in
    "$version$stamp"-*) ;;
    *)
        echo "feedsearch: packaging/debian/changelog is not of version $version" >&2
        exit 1
        ;;
esac

cd "$build"
if ! FEEDSEARCH_SOURCE="$source" FEEDSEARCH_BINARY="$binary" dpkg-buildpackage -b -us -uc > "$output/build.log" 2>&1; then
    tail -n 40 "$output/build.log" >&2
    exit 1
fi
cd "$output"
rm -rf "$build"
sha256sum -- *.deb
