"""What is written into docs/benchmarks-postgresql.md, and its charts."""
from measuring import machine
from measuring.articles import SOURCES
from measuring.charts import Series, bars, marks
from measuring.engines import ENGINES, ratios
from measuring.spread import median, number, with_spread
from measuring.tables import images, megabytes, ratio, table

PARTS = ("size", "searches", "first", "miniflux")


def all_texts(result: dict) -> dict[str, str]:
    makers = dict(zip(PARTS, (size, searches, first, peer), strict=True))
    return {name: maker(result) for name, maker in makers.items()}


def all_plots(result: dict) -> dict[str, str]:
    engines = result["engines"]
    classes = list(engines["SQLite"]["again"])

    def series(name: str, measured: dict) -> Series:
        return Series(name, [(place, measured[group]["median"]) for place, group in enumerate(classes)])

    plots = {
        "postgresql-ingest.svg": bars("Ingest from JSON lines", "articles/s",
                                      [(engine, engines[engine]["rate"]) for engine in ENGINES]),
        "postgresql-first.svg": bars("First search of a new process", "ms", first_rows(result)),
    }
    for name, title in (("again", "Best 20"), ("newest", "Newest 20")):
        shown = [series(engine, engines[engine][name]) for engine in ENGINES]
        if name == "again":
            shown.append(Series("Miniflux's query", [
                (place, result["miniflux"]["page"][group]) for place, group in enumerate(classes)]))
        plots[f"postgresql-search-{name}.svg"] = marks(f"{title}, ids only, asked again: median", "ms", classes, shown)
    return plots


def first_rows(result: dict) -> list[tuple[str, list[float]]]:
    engines = result["engines"]
    return [*((engine, engines[engine]["first"]["median"]) for engine in ENGINES),
            ("PostgreSQL, a line with 1 ms", engines["PostgreSQL"]["first_delayed"]["median"])]


def size(result: dict) -> str:
    engines = result["engines"]
    rows = [[engine, with_spread(engines[engine]["rate"]),
             with_spread(ratios(engines[engine]["rate"], engines["SQLite"]["rate"])),
             number(median(engines[engine]["cpu_seconds"]) / result["articles"] * 1e6),
             megabytes(median(engines[engine]["bytes"])),
             ratio(median(engines[engine]["bytes"]), result["input_bytes"])] for engine in ENGINES]
    source = f"{SOURCES[result['source']]}. " if "source" in result else ""
    return "\n\n".join([
        f"{result['articles']:,} articles, {megabytes(result['input_bytes'])}: {source}"
        f"{machine.in_words(result['machine'])}, PostgreSQL {result['postgres']}. "
        f"Median and spread of {len(engines['SQLite']['rate'])} rounds.",
        table(["", "articles/s", "/ SQLite", "CPU µs an article, in the program", "database", "database / input"], rows),
        images(["postgresql-ingest.svg"]),
    ])


def searches(result: dict) -> str:
    parts = []
    for name, title in (("once", "Best 20, ids only, each query for the first time in a process"),
                        ("again", "The same queries again: pages and lists are in memory"),
                        ("newest", "The newest 20 of what a query finds, again")):
        ours, theirs = (result["engines"][engine][name] for engine in ("PostgreSQL", "SQLite"))
        parts.append(f"{title}; milliseconds, median (least–most of the rounds).")
        parts.append(table(["class", *ENGINES, "PostgreSQL / SQLite", "PostgreSQL − SQLite"], [
            [group, with_spread(theirs[group]["median"]), with_spread(ours[group]["median"]),
             with_spread(ratios(ours[group]["median"], theirs[group]["median"])),
             number(median(ours[group]["median"]) - median(theirs[group]["median"]))] for group in ours]))
    parts.append(images(["postgresql-search-again.svg", "postgresql-search-newest.svg"]))
    return "\n\n".join(parts)


def first(result: dict) -> str:
    engines = result["engines"]
    p99 = {"PostgreSQL, a line with 1 ms": engines["PostgreSQL"]["first_delayed"]["p99"],
           **{engine: engines[engine]["first"]["p99"] for engine in ENGINES}}
    rows = [[name, with_spread(values), with_spread(p99[name])] for name, values in first_rows(result)]
    return table(["", "median, ms", "99 of 100 within, ms"], rows) + "\n\n" + images(["postgresql-first.svg"])


def peer(result: dict) -> str:
    again = result["engines"]["PostgreSQL"]["again"]
    pages = result["miniflux"]["page"]
    times = table(["class", "feedsearch, ms", "Miniflux's query, ms", "it / feedsearch"], [
        [group, with_spread(again[group]["median"]), with_spread(pages[group]),
         with_spread(ratios(pages[group], again[group]["median"]))] for group in again])
    recalled = table(["", "words", "articles that contain them", "feedsearch finds", "Miniflux finds"], [
        [name, str(one["words"]), f"{one['articles']:,}",
         *(share(one["found"][engine], one["articles"]) for engine in ("PostgreSQL", "Miniflux"))]
        for name, one in result["recall"].items()])
    return "\n\n".join([recalled, times, f"Its database has {megabytes(result['miniflux']['bytes'])}."])


def share(found: int, of: int) -> str:
    return f"{found:,} ({100 * found / of:.1f} %)" if of else "0"
