#!/bin/sh
# Makes a root with the program and its libraries by mmdebstrap, and of it an OCI image that podman loads without a registry.
# Usage: container.sh BINARY [FOLDER]: the release binary, which is used where `make deb` has made no package.
set -eu
cd "$(dirname "$0")/.."
binary=$1
folder=${2:-.build/container}

version=$(sed -n 's/.*static let text = "\([^"]*\)".*/\1/p' Sources/feedsearch/CommandLine/Version.swift)
# The program is linked against the libraries of the system that built it.
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
package=$(find .build/deb -maxdepth 1 -name "feedsearch_*.deb" 2>/dev/null | sort | tail -n 1)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)}
export SOURCE_DATE_EPOCH

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# What is copied gives the root its mode: everybody may enter it.
umask 022
chmod 755 "$stage"
mkdir -p "$folder" "$stage/usr/local/bin"
install -m 755 packaging/container/feedsearch-health "$stage/usr/local/bin/feedsearch-health"

# Recommended packages are left out, but for what a library on a server needs.
include="ca-certificates,tzdata,libpq5"
if [ -n "$package" ]; then
    echo "feedsearch: from the package $package"
    cp "$package" "$stage/feedsearch.deb"
    add='chroot "$1" apt-get install -y --no-install-recommends /feedsearch.deb && rm "$1/feedsearch.deb"'
else
    echo "feedsearch: from the program $binary"
    install -m 755 "$binary" "$stage/usr/local/bin/feedsearch"
    # Those it is linked with, and those it opens when they are first used.
    include="$include,$(scripts/runtime_packages.sh "$binary")"
    add=true
fi

# The account has a fixed number, so that a volume keeps its owner when the image is replaced.
mmdebstrap --variant=essential --mode="${MODE:-auto}" --include="apt,$include" \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='sync-in '"$stage"' /' \
    --customize-hook="$add" \
    --customize-hook='chroot "$1" groupadd -g 8480 container && chroot "$1" useradd -u 8480 -g 8480 -M -d /data -s /usr/sbin/nologin container' \
    --customize-hook='install -d -o 8480 -g 8480 -m 700 "$1/data"' \
    --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1"/var/log/*' \
    "$suite" "$folder/feedsearch-root.tar"

cp packaging/container/Containerfile "$folder/Containerfile"
python3 scripts/oci_image.py "$folder/feedsearch-root.tar" packaging/container/Containerfile "$version" \
    "$folder/feedsearch-$version.oci.tar"
ls -l "$folder"
