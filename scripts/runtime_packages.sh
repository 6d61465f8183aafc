#!/bin/sh
# The Debian packages that hold the libraries of a binary, with commas between them: those it is linked with, and those that the
# shims open when they are first used (the last words of LAZY_LIBRARY).
# Usage: runtime_packages.sh BINARY
set -eu
cd "$(dirname "$0")/.."
{
    # A library stands at the path of a merged /usr, or of the one before.
    ldd "$1" | sed -n 's/.*=> \(\/[^ ]*\).*/\1/p' | while read -r library; do
        dpkg-query -S "*/$(basename "$(readlink -f "$library")")" 2>/dev/null | sed 's/:.*//'
    done
    sed -n 's/^LAZY_LIBRARY(.*"\([^" ]*\)")$/\1/p' Sources/C*/*.[hc] Sources/C*/include/*.h 2>/dev/null | grep -v '\.so\.'
    dpkg-query -W -f '${Package}\n' 'libicu[0-9]*' | tail -n 1
} | sort -u | paste -sd ,
