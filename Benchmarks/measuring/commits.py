"""One commit an article beside batches: what saving object by object costs."""
from measuring.articles import Articles, beginning
from measuring.program import Program, remove
from measuring.spread import median

ARTICLES = 3_000
#: The last is the program's default.
BATCHES = (1, 10, 100, 1_000, 2_000)


def measure(program: Program, articles: Articles, runs: int) -> dict:
    count = min(ARTICLES, articles.count)
    part = program.work / "run-articles.jsonl"
    database = program.work / "run-commits.db"
    source = beginning(articles, count, part)
    rates: dict[int, list[float]] = {batch: [] for batch in BATCHES}
    cpu: dict[int, list[float]] = {batch: [] for batch in BATCHES}
    # In turn, so that a minute in which the machine is busy with something else is not all one size's.
    for _ in range(runs):
        for batch in BATCHES:
            ingest = program.ingest(source, database, "--batch-size", str(batch))
            rates[batch].append(ingest.rate)
            cpu[batch].append(ingest.cpu_seconds / count * 1e6)
    remove(database)
    part.unlink(missing_ok=True)
    for batch in BATCHES:
        print(f"commits: {batch:,} articles a commit, {median(rates[batch]):,.0f} articles/s", flush=True)
    return {
        "count": count,
        "batches": [{"batch": batch, "rates": rates[batch], "cpu_microseconds": cpu[batch]}
                    for batch in BATCHES],
    }
