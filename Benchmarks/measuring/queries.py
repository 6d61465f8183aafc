"""Which words are asked for: picked by how many articles of a sample have them, the same at every run."""
import collections
import dataclasses
import html
import json
import random
import re
from pathlib import Path
from typing import Iterable, Sequence

TAG = re.compile(r"<[^>]*>")
RUN = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]+")
LATIN_PHRASE = re.compile(r"[a-z0-9]+(?: [a-z0-9]+)+")
HAN_PHRASE = re.compile(r"[\u4e00-\u9fff]{3,}")

SAMPLE = 10_000
# Shares of the sample's articles that have a common word; a rare one is in 3 to 10 of 10,000.
COMMON_LATIN = (0.08, 0.6)
COMMON_HAN = (0.04, 0.6)
RARE_OF_SAMPLE = (3, 10)

# The shares of articles that a medium word is in.
MEDIUM_LATIN = (0.005, 0.03)
MEDIUM_HAN = (0.005, 0.02)

CLASSES = ("common word", "rare word", "common Chinese word", "rare Chinese word", "two common words",
           "either of two", "phrase")
#: The classes of `checks/bench_peers.py` of the test material.
NINE_CLASSES = (*CLASSES, "common and medium Chinese word", "any of four medium words")


@dataclasses.dataclass(frozen=True)
class Query:
    text: str
    match: str = "all"


@dataclasses.dataclass
class QuerySet:
    """By class, queries for ids only and other ones for pages; no query is in both, or there twice."""
    ids: dict[str, list[Query]]
    pages: dict[str, list[Query]]
    warm: list[Query]


def words(text: str) -> set[str]:
    """Latin words, and pairs of neighbouring Han characters."""
    found = set()
    for run in RUN.findall(text):
        if run[0] < "\u4e00":
            found.add(run)
        else:
            found.update(run[start:start + 2] for start in range(len(run) - 1))
    return found


def plain_text(article: dict) -> str:
    text = TAG.sub(" ", article.get("html", "")) or article.get("text", "")
    return html.unescape(f"{article.get('title', '')} . {text}").lower()


def choose(articles: Path, per_class: int, seed: int = 1, names: Sequence[str] = CLASSES) -> QuerySet:
    chance = random.Random(seed)
    frequencies: collections.Counter[str] = collections.Counter()
    phrases = set()
    count = 0
    with open(articles, encoding="utf-8") as file:
        for count, line in zip(range(1, SAMPLE + 1), file):
            text = plain_text(json.loads(line))
            frequencies.update(words(text))
            phrases.update(phrases_of(text, chance))

    def between(least: float, most: float, han: bool) -> list[str]:
        return shuffled((word for word, having in frequencies.items()
                         if least <= having <= most and (word[0] >= "\u4e00") == han and len(word) > 1), chance)

    latin = between(COMMON_LATIN[0] * count, COMMON_LATIN[1] * count, han=False)
    han = between(COMMON_HAN[0] * count, COMMON_HAN[1] * count, han=True)
    # More than are needed: some are drawn twice.
    pairs = [draw(chance, words_, words_) for words_ in (latin, han) for _ in range(2 * per_class)]
    mixed = [draw(chance, latin, han) for _ in range(4 * per_class)]
    classes = {
        "common word": quoted(latin),
        "rare word": quoted(between(*RARE_OF_SAMPLE, han=False)),
        "common Chinese word": quoted(han),
        "rare Chinese word": quoted(between(*RARE_OF_SAMPLE, han=True)),
        "two common words": [Query(text) for text in shuffled((" ".join(pair) for pair in pairs if pair), chance)],
        "either of two": [Query(text, "any")
                          for text in shuffled((" OR ".join(pair) for pair in mixed if pair), chance)],
        "phrase": quoted(shuffled(phrases, chance)),
    }
    # Behind the others, whose queries stay the same whatever is asked for.
    medium = (between(MEDIUM_LATIN[0] * count, MEDIUM_LATIN[1] * count, han=False),
              between(MEDIUM_HAN[0] * count, MEDIUM_HAN[1] * count, han=True))
    pairs = [draw(chance, han, medium[1]) for _ in range(4 * per_class)]
    fours = [(draw(chance, *medium), draw(chance, *medium)) for _ in range(4 * per_class)]
    classes["common and medium Chinese word"] = [
        Query(text) for text in shuffled((" ".join(pair) for pair in pairs if pair), chance)]
    classes["any of four medium words"] = [
        Query(text, "any") for text in shuffled((" OR ".join((*one, *two)) for one, two in fours if one and two), chance)]
    return divided({name: classes[name] for name in names}, per_class)


def quoted(texts: list[str]) -> list[Query]:
    """Quoted, a word is in as many articles as were counted: no stems, no dictionary."""
    return [Query(f'"{text}"') for text in texts]


def shuffled(texts: Iterable[str], chance: random.Random) -> list[str]:
    """Each once, in an order that depends on the seed alone."""
    ordered = sorted(set(texts))
    chance.shuffle(ordered)
    return ordered


def draw(chance: random.Random, some: list[str], others: list[str]) -> tuple[str, ...]:
    """Two different words, quoted, always in the same order; none where there are too few."""
    if not some or not others or len({*some, *others}) < 2:
        return ()
    first = chance.choice(some)
    second = chance.choice(others)
    while second == first:
        second = chance.choice(others)
    return tuple(f'"{word}"' for word in sorted((first, second)))


def phrases_of(text: str, chance: random.Random) -> list[str]:
    """A phrase of two or three words and one of three or four Han characters, where the text has such runs."""
    phrases = []
    latin = LATIN_PHRASE.findall(text)
    if latin:
        run = chance.choice(latin).split(" ")
        start = chance.randrange(len(run) - 1)
        phrases.append(" ".join(run[start:start + chance.choice((2, 3))]))
    han = HAN_PHRASE.findall(text)
    if han:
        run = chance.choice(han)
        start = chance.randrange(len(run) - 2)
        phrases.append(run[start:start + chance.choice((3, 4))])
    return phrases


def divided(classes: dict[str, list[Query]], per_class: int) -> QuerySet:
    """Half of each class for ids, half for pages, at most `per_class` each; a few of what is left warm up."""
    ids, pages, warm = {}, {}, []
    for name, queries in classes.items():
        half = min(per_class, len(queries) // 2)
        ids[name], pages[name] = queries[:half], queries[half:2 * half]
        warm += queries[2 * half:2 * half + 2]
    return QuerySet(ids, pages, warm)
