#!/bin/sh
# Tries the packages of .build/deb in bare roots of Debian 12 and 13, which have no Swift: installation, a smoke test, an
# upgrade, removal and purge, as deb-test-root.sh says; then the same searches on both, on databases that either has written.
# Needs root, and Debian's archive the first time. usage: deb-test.sh [bookworm] [trixie]
# BINARY names the program that the packages were made of, where it is not .build/release/feedsearch.
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "feedsearch: deb-test.sh makes roots: run it as root" >&2; exit 2; }
[ $# -gt 0 ] || set -- bookworm trixie
work=$PWD/.build/deb-test
shared=$work/shared
package=$(ls "$PWD"/.build/deb/feedsearch_*.deb)
rm -rf "$shared"
mkdir -p "$shared"

say() { printf '\n== %s\n' "$*"; }

# Runs the rest of the line in a root, with a /proc, a /dev and the folder /shared of its own; all of them end with it.
in_root() {
    root=$work/$1
    shift
    unshare --mount --pid --fork --kill-child sh -euc '
        root=$1 shared=$2
        shift 2
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mkdir -p "$root/shared"
        mount --bind "$shared" "$root/shared"
        exec chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            LANG=C.UTF-8 TZ=UTC DEBIAN_FRONTEND=noninteractive "$@"' sh "$root" "$shared" "$@"
}

say lintian
if ! lintian --fail-on error,warning,info --display-info --tag-display-limit 0 .build/deb/*.changes > "$shared/lintian" 2>&1; then
    cat "$shared/lintian" >&2
    exit 1
fi
echo "no tags"

say "the same package from the same binary"
before=$(sha256sum "$package" | cut -d' ' -f1)
again=$work/again
rm -rf "$again"
mkdir -p "$again"
OUTPUT="$again" scripts/deb.sh "${BINARY:-.build/release/feedsearch}" > /dev/null
after=$(sha256sum "$again"/feedsearch_*.deb | cut -d' ' -f1)
echo "$before" && echo "$after"
[ "$before" = "$after" ]

# What is installed first, and what the upgrade brings: the same with a later version.
dpkg-deb -R "$package" "$work/later"
sed -i 's/^Version: .*/&.1/' "$work/later/DEBIAN/control"
cp "$package" "$shared/first.deb"
dpkg-deb --root-owner-group -Zgzip -b "$work/later" "$shared/later.deb" > /dev/null
rm -rf "$work/later"

cp -R Samples queries "$shared/"
cp scripts/deb-test-root.sh "$shared/"
python3 scripts/deb-test-requests.py > "$shared/requests.jsonl"

for suite; do
    say "Debian $suite: a bare root"
    archive=$work/$suite.tar
    [ -e "$archive" ] || mmdebstrap --quiet --variant=minbase "$suite" "$archive" http://deb.debian.org/debian
    rm -rf "${work:?}/$suite"
    mkdir -p "$work/$suite"
    tar -xf "$archive" -C "$work/$suite" --exclude='./dev/*'
    cp /etc/resolv.conf "$work/$suite/etc/resolv.conf"
    in_root "$suite" sh /shared/deb-test-root.sh all "$suite"
done

say "the same searches on databases of each"
for suite; do
    for writer; do in_root "$suite" sh /shared/deb-test-root.sh search "$writer" "$suite"; done
done
first=
for answers in "$shared"/*.answers; do
    [ -n "$first" ] || first=$answers
    cmp "$first" "$answers"
    echo "$(wc -l < "$answers") answers, $(sha256sum < "$answers" | cut -c1-16): $(basename "$answers" .answers)"
done

if command -v systemd-analyze >/dev/null; then
    say "exposure of the unit of the system"
    systemd-analyze security --offline=true --threshold=15 "$work/$1/usr/lib/systemd/system/feedsearch-system.service" 2>&1 | tail -n 1 ||
        { echo "more than 1.5" >&2; exit 1; }
fi
echo "all is well"
