#!/usr/bin/env python3
"""Precision and recall of the text of articles, beside trafilatura and readability-lxml.

Words are counted as a bag: of scripts with spaces words, of Chinese, Japanese and Korean pairs of characters. Precision is the
share of what was extracted that is in the article, recall the share of the article that was extracted, F1 their harmonic mean;
each is the mean over pages. Pages without an article count 1 where nothing is extracted, else 0.

    swift build -c release --product ExtractPages
    python3 -m venv .build/extraction && .build/extraction/bin/pip install trafilatura readability-lxml
    .build/extraction/bin/python Benchmarks/extraction/measure.py .build/release/ExtractPages [--pages] [--held]
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys
import time

PAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "ArticleExtractionTests", "Pages")
CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")


def bag(text):
    words = collections.Counter()
    for word in re.findall(r"\w+", text.lower()):
        run = ""
        for character in word + " ":
            if CJK.match(character):
                run += character
                continue
            if run:
                words.update([run[i:i + 2] for i in range(len(run) - 1)] or [run])
                run = ""
        rest = CJK.sub(" ", word).split()
        words.update(rest)
    return words


def score(text, gold):
    if not gold.strip():
        value = 0.0 if text.strip() else 1.0
        return value, value, value
    found, wanted = bag(text), bag(gold)
    both = sum((found & wanted).values())
    precision = both / max(1, sum(found.values()))
    recall = both / max(1, sum(wanted.values()))
    return precision, recall, 2 * precision * recall / (precision + recall) if both else 0.0


def ours(program, pages):
    lines = subprocess.run([program] + pages, capture_output=True, check=True).stdout.splitlines()
    return {item["page"]: item["text"] for item in map(json.loads, lines)}


def trafilatura_texts(pages):
    import trafilatura
    return {page: trafilatura.extract(open(page, encoding="utf-8").read(), include_comments=False) or "" for page in pages}


def readability_texts(pages):
    import lxml.html
    import readability
    texts = {}
    for page in pages:
        try:
            summary = readability.Document(open(page, encoding="utf-8").read()).summary()
            texts[page] = " \n".join(lxml.html.fromstring(summary).itertext())
        except Exception:
            texts[page] = ""
    return texts


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    program = arguments[0] if arguments else ".build/release/ExtractPages"
    pages = sorted(glob.glob(os.path.join(PAGES, "*.html")))
    groups = {
        "tuned": [p for p in pages if not os.path.basename(p).startswith("held-")],
        "held-out": [p for p in pages if os.path.basename(p).startswith("held-")],
    }
    peers = [("feedsearch", lambda pages: ours(program, pages)), ("trafilatura", trafilatura_texts), ("readability-lxml", readability_texts)]
    print("| pages | | precision | recall | F1 | s |\n|---|---|---|---|---|---|")
    for group, members in groups.items():
        for name, extract in peers:
            start = time.monotonic()
            try:
                texts = extract(members)
            except ImportError as error:
                print(f"| {group} | {name} | not installed: {error.name} | | | |")
                continue
            seconds = time.monotonic() - start
            scores = [score(texts[page], open(page[:-5] + ".txt", encoding="utf-8").read()) for page in members]
            means = [sum(column) / len(scores) for column in zip(*scores)]
            print(f"| {group} ({len(members)}) | {name} | " + " | ".join(f"{m:.3f}" for m in means) + f" | {seconds:.2f} |")
            if "--pages" in sys.argv and name == "feedsearch" and (group == "tuned" or "--held" in sys.argv):
                for page, values in zip(members, scores):
                    print("    ", os.path.basename(page), " ".join(f"{v:.3f}" for v in values))


if __name__ == "__main__":
    main()
