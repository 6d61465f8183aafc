#!/usr/bin/env python3
"""Counts how often `feedsearch` suggests the right word, and how often it suggests one where nothing is wrong.

    Benchmarks/suggestions.py BINARY DATABASE [--count N] [--seed N] [--wrong]

Words are taken from the articles of the database themselves. Each sample is drawn with a fixed seed, so that two programs
are asked the same. `--wrong` lists each answer that counts as wrong.

  one edit     a frequent word (4 letters or more, in 30 articles or more) with one letter left out, put in, exchanged or
               swapped with the next, none of which stands in the collection; right is the word as the first suggestion
  in a pair    the same beside a second word that stands with the first in some article
  rare word    a word that stands in one to three articles: right is no suggestion
  rare pair    two such words that no article has together: right is no suggestion
  name         two capitalised words of one to twenty articles each that no article has together: right is no suggestion
"""
import argparse
import collections
import json
import random
import re
import statistics
import subprocess
import time

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def articles(binary, database):
    """The words of each article, as a set, and the capitalised ones."""
    listed = subprocess.run([binary, "--db", database, "list", "--jsonl"], capture_output=True, check=True)
    for line in listed.stdout.splitlines():
        article = json.loads(line)
        text = article.get("title", "") + " " + (article.get("text") or re.sub(r"<[^>]*>", " ", article.get("html", "")))
        words = re.findall(r"(?<![\w@#&.'’-])[A-Za-z]+(?![\w'’-])", text)
        yield {word.lower() for word in words}, {word for word in words if word.istitle()}


def one_edit(word, generator):
    place = generator.randrange(len(word))
    letter = generator.choice(LETTERS)
    kind = generator.randrange(4)
    if kind == 0:
        return word[:place] + word[place + 1:]
    if kind == 1:
        return word[:place] + letter + word[place:]
    if kind == 2:
        return word[:place] + letter + word[place + 1:]
    return word[:place] + word[place + 1:place + 2] + word[place] + word[place + 2:]


class Program:
    def __init__(self, binary, database):
        self.process = subprocess.Popen(
            [binary, "--db", database, "search", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.times = []

    def ask(self, query):
        start = time.perf_counter()
        self.process.stdin.write(json.dumps({"query": query, "limit": 1}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        took = (time.perf_counter() - start) * 1000
        if answer["total"] == 0 or answer.get("relaxed"):
            self.times.append(took)
        return answer


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("database")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    sets = []
    frequency = collections.Counter()
    capitals = collections.Counter()
    for words, names in articles(options.binary, options.database):
        frequency.update(words)
        capitals.update(names)
        sets.append(sorted(words))
    frequent = sorted(word for word, count in frequency.items() if count >= 30 and len(word) >= 4)
    rare = sorted(word for word, count in frequency.items() if 1 <= count <= 3 and len(word) >= 4)
    names = sorted(
        word for word, count in capitals.items() if 1 <= count <= 20 and len(word) >= 3 and frequency[word.lower()] == count)
    program = Program(options.binary, options.database)
    # The first requests open what later ones have open.
    for word in rare[:20]:
        program.ask(word)
    program.times.clear()

    def errors():
        while True:
            word = generator.choice(frequent)
            typed = one_edit(word, generator)
            if typed != word and len(typed) > 2 and frequency[typed] == 0:
                yield word, typed

    def run(name, cases):
        """Each case: the query and the suggestion that is right, None for none."""
        right = wrong = silent = 0
        for query, expected in cases:
            found = program.ask(query).get("suggestion")
            if found == expected:
                right += 1
                continue
            silent += found is None
            wrong += found is not None
            if options.wrong:
                print(f"  {name}: {query!r} -> {found!r}, not {expected!r}")
        total = right + wrong + silent
        print(f"{name:10} {total:4}  right {right / total:6.1%}  another {wrong / total:6.1%}  none {silent / total:6.1%}")

    cases = errors()
    singles = []
    while len(singles) < options.count:
        word, typed = next(cases)
        if program.ask(typed)["total"] == 0:
            singles.append((typed, word))
    program.times.clear()
    run("one edit", singles)
    pairs = []
    for words in generator.sample(sets, len(sets)):
        known = [word for word in words if frequency[word] >= 30 and len(word) >= 4]
        if len(known) < 2:
            continue
        first, second = generator.sample(known, 2)
        typed = one_edit(first, generator)
        if len(typed) > 2 and frequency[typed] == 0:
            pairs.append((f"{typed} {second}", f"{first} {second}"))
        if len(pairs) == options.count:
            break
    run("in a pair", pairs)
    run("rare word", [(word, None) for word in generator.sample(rare, min(len(rare), options.count))])

    def apart(words):
        out = []
        for _ in range(50 * options.count):
            first, second = generator.sample(words, 2)
            if len(out) == options.count:
                break
            if not any(first.lower() in words and second.lower() in words for words in together[first.lower()]):
                out.append((f"{first} {second}", None))
        return out

    together = collections.defaultdict(list)
    wanted = set(rare) | {name.lower() for name in names}
    for words in sets:
        for word in wanted.intersection(words):
            together[word].append(set(words))
    run("rare pair", apart(rare))
    run("name", apart(names))
    times = sorted(program.times)
    print(f"searches that found nothing: median {statistics.median(times):.1f} ms, "
          f"95 of 100 below {times[len(times) * 95 // 100]:.1f} ms, longest {times[-1]:.1f} ms")


main()
