#!/usr/bin/env python3
"""Makes Sources/TextAnalysis/PinyinData.swift: which Han characters are read how in Mandarin, without tones.

  pip install pypinyin && python3 Tools/make_pinyin_table.py > Sources/TextAnalysis/PinyinData.swift

Every reading that pypinyin's character dictionary (made from Unihan and Hanyu Da Zidian) has is kept: a title is found by
whichever a reader has in mind. A ü is typed as v or as u, so both stand for it.
"""
import unicodedata

import pypinyin
from pypinyin.pinyin_dict import pinyin_dict


def letters(reading):
    plain = []
    for char in unicodedata.normalize("NFD", reading.lower()):
        if char == "\u0308":
            plain[-1] = "v"
        elif char.isascii() and char.isalpha():
            plain.append(char)
    return "".join(plain)


characters = {}
for code, readings in pinyin_dict.items():
    if code != 0x3007 and not 0x4E00 <= code <= 0x9FFF:
        continue
    for reading in readings.split(","):
        syllable = letters(reading)
        if syllable:
            characters.setdefault(syllable, set()).add(code)
            if "v" in syllable:
                characters.setdefault(syllable.replace("v", "u"), set()).add(code)

print(f"""// Made by Tools/make_pinyin_table.py with pypinyin {pypinyin.__version__} (MIT licence); not edited by hand.
// swift-format-ignore-file

/// The table that `Pinyin` unpacks.
enum PinyinData {{
    /// A line a syllable: its letters, then every character that is read so.
    static let lines: StaticString = \"\"\"""")
for syllable in sorted(characters):
    print("        " + syllable + " " + "".join(map(chr, sorted(characters[syllable]))))
print('        """\n}')
