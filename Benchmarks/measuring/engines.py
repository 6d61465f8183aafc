"""A library in a file and one on a PostgreSQL server, measured in turn on the same articles."""
import html
import json
import re
from pathlib import Path

from measuring import miniflux, queries
from measuring.articles import Articles, beginning
from measuring.delay import Delay
from measuring.growth import of_class
from measuring.postgres import Server
from measuring.program import Program, remove
from measuring.queries import NINE_CLASSES, QuerySet
from measuring.spread import median, percentile

ENGINES = ("SQLite", "PostgreSQL")
PER_CLASS = 100
#: Of each class, for whole processes.
FIRST_SEARCHES = 6
#: Words of two Han characters of each kind that are counted.
COUNTED = 20
#: One way, of the slower line.
DELAY_SECONDS = 0.0005
DATABASE = "feedsearch_bench"
BLOCK = re.compile(r"</?(?:p|div|br|hr|li|ul|ol|dl|dt|dd|h[1-6]|table|tr|td|th|blockquote|pre|figure|figcaption)\b[^>]*>")


def measure(program: Program, articles: Articles, rounds: int, per_class: int = PER_CLASS) -> dict:
    source = beginning(articles, articles.count, program.work / "run-articles.jsonl")
    chosen = queries.choose(source, per_class, names=NINE_CLASSES)
    server = Server()
    try:
        delay = Delay(server.port, DELAY_SECONDS)
        peer_bytes = miniflux.load(server, source, program.work)
        measured = [one_round(program, server, delay, source, chosen) for _ in range(rounds)]
        delay.close()
        # Of the last round.
        recalled = recall(program, server, source, chosen)
        remove(program.work / "run-engines.db")
        return {
            "articles": articles.count, "input_bytes": source.stat().st_size, "postgres": server.version(),
            "engines": {engine: gathered([one[engine] for one in measured]) for engine in ENGINES},
            "miniflux": {
                "bytes": peer_bytes,
                "page": {name: [one["miniflux"][name] for one in measured] for name in measured[0]["miniflux"]},
            },
            "recall": recalled,
        }
    finally:
        server.stop()


def one_round(program: Program, server: Server, delay: Delay, source: Path, chosen: QuerySet) -> dict:
    """Both engines, one after the other, then the peer."""
    file = program.work / "run-engines.db"
    server.new_database(DATABASE)
    address = server.address(DATABASE)
    ingests = {
        "SQLite": program.ingest(source, file),
        "PostgreSQL": program.ingest_into(address, source, lambda: server.size(DATABASE)),
    }
    # The server would do it at some time of its own, perhaps while something is timed.
    server.sql(DATABASE, "VACUUM ANALYZE; CHECKPOINT")
    results: dict = {}
    for engine, place in (("SQLite", str(file)), ("PostgreSQL", address)):
        ingest = ingests[engine]
        results[engine] = {
            "rate": ingest.rate, "cpu_seconds": ingest.cpu_seconds, "bytes": ingest.database_bytes,
            **searched(program, place, chosen), "first": first(program, place, chosen),
        }
        print(f"{engine}: {ingest.rate:,.0f} articles/s, {ingest.database_bytes / 1e6:,.0f} MB, first search "
              f"{median(results[engine]['first']):.1f} ms", flush=True)
    results["PostgreSQL"]["first_delayed"] = first(program, server.address(DATABASE, delay.port), chosen)
    results["miniflux"] = {name: peer_times(server, asked) for name, asked in peer_queries(chosen).items()}
    return results


def searched(program: Program, place: str, chosen: QuerySet) -> dict:
    """Each query twice in one process: what it reads is in memory when it is asked again."""
    everything = [query for group in chosen.ids.values() for query in group]
    once = program.search(place, chosen.ids, chosen.warm, ids_only=True)
    again = program.search(place, chosen.ids, everything, ids_only=True)
    newest = program.search(place, chosen.ids, everything, ids_only=True, sort="newest")
    return {name: {group: of_class([answers]) for group, answers in found.items()}
            for name, found in (("once", once), ("again", again), ("newest", newest))}


def first(program: Program, place: str, chosen: QuerySet) -> list[float]:
    """Pages with titles and snippets; a process each."""
    return [program.first_search(place, query) for group in chosen.pages.values() for query in group[:FIRST_SEARCHES]]


def peer_queries(chosen: QuerySet) -> dict[str, list[str]]:
    """Quotes and OR mean the same to `websearch_to_tsquery`."""
    return {name: [query.text for query in group] for name, group in chosen.ids.items()}


def peer_times(server: Server, asked: list[str]) -> float:
    """The median, each asked again after all were asked once."""
    pages = [miniflux.page(text) for text in asked]
    return median(server.milliseconds(miniflux.DATABASE, pages + pages)[len(pages):])


# MARK: - Recall


def recall(program: Program, server: Server, source: Path, chosen: QuerySet) -> dict:
    """Of the articles that contain a word of two Han characters, the share that is found."""
    words = {name: [query.text.strip('"') for query in chosen.ids[name][:COUNTED]]
             for name in ("common Chinese word", "rare Chinese word")}
    contain = containing(source, [word for group in words.values() for word in group])
    finders = {
        "PostgreSQL": lambda word: program.found(server.address(DATABASE), f'"{word}"'),
        "Miniflux": lambda word: miniflux.found(server, word),
    }
    return {name: {"words": len(group), "articles": sum(len(contain[word]) for word in group),
                   "found": {engine: sum(len(find(word) & contain[word]) for word in group)
                             for engine, find in finders.items()}}
            for name, group in words.items()}


def containing(source: Path, words: list[str]) -> dict[str, set[str]]:
    """The ids of the articles in which each word stands, in the title or the text, by looking at all."""
    found: dict[str, set[str]] = {word: set() for word in words}
    with open(source, encoding="utf-8") as file:
        for line in file:
            article = json.loads(line)
            text = visible(article)
            for word in words:
                if word in text:
                    found[word].add(article["id"])
    return found


def visible(article: dict) -> str:
    """Title and text without tags: a word that a tag divides stays whole, and one paragraph ends before the next."""
    text = re.sub(r"<[^>]*>", "", BLOCK.sub("\n", article.get("html", ""))) or article.get("text", "")
    return html.unescape(f"{article.get('title', '')}\n{text}").lower()


# MARK: - Rounds


def gathered(rounds: list[dict]) -> dict:
    """Of each figure one value a round; of searches the medians of each class."""
    result: dict = {name: [one[name] for one in rounds] for name in ("rate", "cpu_seconds", "bytes")}
    for name in ("once", "again", "newest"):
        result[name] = {group: {"median": [one[name][group]["median"][0] for one in rounds],
                                "p99": [one[name][group]["p99"][0] for one in rounds]}
                        for group in rounds[0][name]}
    for name in ("first", "first_delayed"):
        if name in rounds[0]:
            result[name] = {"median": [median(one[name]) for one in rounds],
                            "p99": [percentile(one[name], 99) for one in rounds]}
    return result


def ratios(ours: list[float], theirs: list[float]) -> list[float]:
    """Each round by itself: what else the machine does then falls on both."""
    return [one / other for one, other in zip(ours, theirs, strict=True)]
