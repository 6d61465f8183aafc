"""How ingest, size, memory and searches grow with the number of articles."""
from pathlib import Path

from measuring import queries
from measuring.articles import Articles, beginning
from measuring.program import Answers, Program, remove
from measuring.spread import median, percentile

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
#: Larger ones are ingested once: one run of them takes minutes.
LARGEST_REPEATED = 100_000
QUERIES_A_CLASS = 100
#: Processes that are asked, one after the other; each gives a median of its own.
ASKED = 3


def sizes_up_to(limit: int) -> list[int]:
    """The limit is always one of them."""
    return [size for size in SIZES if size < limit] + [limit]


def measure(program: Program, articles: Articles, runs: int, date: str) -> list[dict]:
    chosen = queries.choose(articles.path, QUERIES_A_CLASS)
    return [point(program, articles, size, runs if size <= LARGEST_REPEATED else 1, chosen, date)
            for size in sizes_up_to(articles.count)]


def point(program: Program, articles: Articles, size: int, runs: int, chosen: queries.QuerySet,
          date: str) -> dict:
    part = program.work / "run-articles.jsonl"
    database = program.work / "run-growth.db"
    source = beginning(articles, size, part)
    ingests = [program.ingest(source, database) for _ in range(runs)]
    result: dict = {
        "articles": size,
        "date": date,
        "input_bytes": source.stat().st_size,
        "database_bytes": ingests[-1].database_bytes,
        "index_bytes": program.index_bytes(database),
        "rates": [ingest.rate for ingest in ingests],
        "seconds": [ingest.seconds for ingest in ingests],
        "cpu_seconds": [ingest.cpu_seconds for ingest in ingests],
        "peak_bytes": [ingest.peak_bytes for ingest in ingests],
        "ids": asked(program, database, chosen.ids, chosen.warm, ids_only=True),
        "pages": asked(program, database, chosen.pages, chosen.warm, ids_only=False),
    }
    print(f"growth: {size:,} articles, {median(result['rates']):,.0f} articles/s, "
          f"{result['database_bytes'] / result['input_bytes']:.2f} x the input, "
          f"{max(result['peak_bytes']) / 1e6:.0f} MB", flush=True)
    remove(database)
    part.unlink(missing_ok=True)
    return result


def asked(program: Program, database: Path, groups: dict, warm: list, ids_only: bool) -> dict:
    rounds = [program.search(database, groups, warm, ids_only) for _ in range(ASKED)]
    return {name: of_class([answers[name] for answers in rounds]) for name, group in groups.items() if group}


def of_class(rounds: list[Answers]) -> dict:
    """Milliseconds: a median and a 99th percentile of each process that was asked."""
    return {
        "queries": len(rounds[0].milliseconds),
        "found": rounds[0].found,
        "median": [percentile(answers.milliseconds, 50) for answers in rounds],
        "p99": [percentile(answers.milliseconds, 99) for answers in rounds],
    }


def merged(old: list[dict], new: list[dict]) -> list[dict]:
    """What was measured now, and the larger sizes that were measured before."""
    largest = max(point["articles"] for point in new)
    return new + [point for point in old if point["articles"] > largest]
