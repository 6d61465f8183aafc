#!/usr/bin/env python3
"""Makes Sources/TextAnalysis/VocabularyData.swift: words that Taiwan and the mainland have for one thing.

  apt install opencc libopencc-data && python3 Tools/make_vocabulary_table.py > Sources/TextAnalysis/VocabularyData.swift

The words are those of OpenCC's dictionaries TWPhrases (mainland to Taiwan, both in traditional characters) and TSPhrases
(traditional to simplified, where it is not done character by character). `Vocabulary` folds them and leaves out what is
the same then.
"""
import subprocess
import tempfile


def entries(name):
    with tempfile.NamedTemporaryFile("r", suffix=".txt", encoding="utf-8") as text:
        subprocess.run(["opencc_dict", "-i", f"/usr/share/opencc/{name}.ocd2", "-o", text.name, "-f", "ocd2", "-t", "text"],
                       check=True, stdout=subprocess.DEVNULL)
        for line in text:
            key, values = line.rstrip("\n").split("\t")
            yield key, [value for value in values.split(" ") if value != key and len(value) > 1]


lines = set()
for name in ("TWPhrases", "TSPhrases"):
    for key, values in entries(name):
        if len(key) > 1 and values:
            lines.add(" ".join([key, *values]))
version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libopencc-data"], check=True, capture_output=True, text=True).stdout
print(f"""// Made by Tools/make_vocabulary_table.py from the dictionaries of OpenCC {version} (Apache-2.0, see NOTICE); not edited by hand.
// swift-format-ignore-file

/// The table that `Vocabulary` unpacks.
enum VocabularyData {{
    /// A line an entry: a word of the mainland, then those of Taiwan.
    static let lines = \"\"\"""")
for line in sorted(lines):
    print("        " + line)
print('        """\n}')
