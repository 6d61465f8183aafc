#!/bin/sh
# Builds fuzz targets under libFuzzer and AddressSanitizer and runs each: Fuzzing/run.sh SECONDS [TARGET...]
# A target has a dictionary of its own name, or else that of markup.
# Targets are the files Fuzzing/Fuzz*.swift, each built with the files that TARGET.sources names: parts of modules that are
# not built here as a whole. Finds are kept in Fuzzing/corpus/TARGET, a crash ends the run.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- $(ls Fuzzing/Fuzz*.swift | sed 's|.*/||; s|\.swift$||')
out=.build/fuzz
mkdir -p "$out"
flags="-O -swift-version 6 -parse-as-library -package-name feedsearch -sanitize=fuzzer,address -I $out
    -I Sources/CArchive -I Sources/CEpoll -I Sources/CMalloc -I Sources/COpenSSL -I Sources/CSodium -I Sources/CSQLite -I Sources/CStemmer -I Sources/CZstd
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature InternalImportsByDefault"
printf 'module CICU { umbrella header "%s" export * }\n' "$PWD/Sources/CICU/include/cicu.h" >"$out/module.modulemap"
printf 'module CLanguages { header "%s" export * }\n' "$PWD/Sources/CLanguages/include/clanguages.h" >>"$out/module.modulemap"
printf 'module CFoldings { header "%s" export * }\n' "$PWD/Sources/CFoldings/include/cfoldings.h" >>"$out/module.modulemap"
for file in Sources/CICU/*.c Sources/CLanguages/*.c Sources/CFoldings/*.c; do
    clang -O1 -g -fsanitize=address -I Sources/CICU/include -I Sources/CLanguages/include -I Sources/CFoldings/include -c "$file" \
        -o "$out/$(basename "$file" .c).o"
done
build() {
    module=$1
    shift
    # shellcheck disable=SC2086
    swiftc $flags -wmo -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" -c "$@" \
        -o "$out/$module.o"
}
for module in System Formats Pipelines Database SQLite PostingIndex Markup OPML FeedParsing QueryLanguage TextAnalysis Articles \
    SearchRanking; do
    # shellcheck disable=SC2046
    build "$module" $(find "Sources/$module" -name "*.swift")
done
for target in "$@"; do
    sources=$(cat "Fuzzing/$target.sources" 2>/dev/null || true)
    # shellcheck disable=SC2086
    swiftc $flags -use-ld=lld -module-name "$target" "Fuzzing/$target.swift" $sources "$out"/*.o -o "$out/$target" \
        -lstdc++ -lsodium -lsqlite3 -lzstd
    mkdir -p "Fuzzing/corpus/$target"
    dictionary=Fuzzing/$target.dict
    [ -f "$dictionary" ] || dictionary=Fuzzing/markup.dict
    echo "== $target, $seconds s"
    SWIFT_BACKTRACE=enable=no timeout -k 10 $((seconds + 400)) "$out/$target" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 -max_len=8192 -verbosity=0 -print_final_stats=1 -artifact_prefix="$out/$target-" \
        -dict="$dictionary" "Fuzzing/corpus/$target" </dev/null
done
