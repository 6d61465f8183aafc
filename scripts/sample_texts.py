#!/usr/bin/env python3
"""Prints comments, or messages and headings, that a seed chooses, for a reader who looks for unnatural English.

Usage: sample_texts.py comments|messages [COUNT [SEED]]; by default 100 comments or 50 messages and headings, with seed 1.
The texts are those of the commit that is checked out: another seed, or another commit, gives other texts.
"""

import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMENT = re.compile(r"(?:^[ \t]*//[^\n]*\n)+", re.M)
TEXT = re.compile(r'LocalizedText\(\s*"((?:[^"\\]|\\.)*)"')
HEADING = re.compile(r"^#+ +(.+)$", re.M)


def comments():
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        for match in COMMENT.finditer(file.read_text()):
            lines = [re.sub(r"^[ \t]*//+ ?", "", line) for line in match[0].splitlines()]
            text = " ".join(line.strip() for line in lines)
            if len(text.split()) > 3 and not text.startswith("MARK"):
                yield file.relative_to(ROOT), text


def messages():
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        for match in TEXT.finditer(file.read_text()):
            yield file.relative_to(ROOT), match[1]
    for file in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]:
        if not file.name.endswith(".zh-Hans.md"):
            for match in HEADING.finditer(file.read_text()):
                yield file.relative_to(ROOT), match[1]


def main():
    kind = sys.argv[1] if len(sys.argv) > 1 else ""
    if kind not in ("comments", "messages"):
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else (100 if kind == "comments" else 50)
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    known = list(comments() if kind == "comments" else messages())
    for file, text in random.Random(seed).sample(known, min(count, len(known))):
        print(f"{file}: {text}")


if __name__ == "__main__":
    main()
