#!/bin/sh
# Makes sure that everything the build needs is on this machine, and installs the missing Debian packages.
# Says plainly what is missing where it cannot help. Silent, and quick, when nothing is missing.
# Usage: deps.sh [PACKAGE...]: these packages in place of those of the build.
set -eu

swift=${SWIFT:-swift}
minimum_major=6
minimum_minor=2

cd "$(dirname "$0")/.."
# The package manifest names the Debian packages; ICU and CLD2 stand behind C targets, which cannot name their own.
packages="libicu-dev libcld2-0 $(sed -n 's/.*\.apt(\[\([^]]*\)\]).*/\1/p' Package.swift | tr -d '",' | tr '\n' ' ')"
[ $# -eq 0 ] || packages="$*"

fail() {
    printf 'feedsearch: %s\n' "$@" >&2
    exit 1
}

check_swift() {
    command -v "$swift" >/dev/null 2>&1 || fail \
        "no Swift toolchain: '$swift' is not on PATH." \
        "Install Swift $minimum_major.$minimum_minor or later from https://www.swift.org/install/ and add its usr/bin to PATH."
    # "Swift version 6.3.1 (swift-6.3.1-RELEASE)"
    version=$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    major=${version%%.*}
    rest=${version#*.}
    minor=${rest%%.*}
    case "$major.$minor" in
        *[!0-9.]* | . | .* | *.) fail "cannot read the version of '$swift'; Swift $minimum_major.$minimum_minor or later is needed." ;;
    esac
    if [ "$major" -lt "$minimum_major" ] || { [ "$major" -eq "$minimum_major" ] && [ "$minor" -lt "$minimum_minor" ]; }; then
        fail "Swift $version is too old: $minimum_major.$minimum_minor or later is needed (https://www.swift.org/install/)."
    fi
}

list_missing() {
    command -v pkg-config >/dev/null 2>&1 || printf 'pkg-config '
    for package in $packages; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$package"
    done
}

check_swift
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "feedsearch: this is not Debian; the build needs what these packages hold there: pkg-config $packages" >&2
    exit 0
fi
missing=$(list_missing)
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null 2>&1 || fail \
    "missing: $missing" \
    "There is no apt-get to install them with."

as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail \
        "missing: $missing" \
        "You are not root and there is no sudo. As root: apt-get update && apt-get install $missing"
    as_root=sudo
fi

echo "feedsearch: installing from Debian: $missing"
$as_root apt-get update || fail "apt-get update failed; still missing: $missing"
# shellcheck disable=SC2086 # one word a package
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing \
    || fail "apt-get could not install: $missing"
