"""What is written into docs/benchmarks.md: marker name → Markdown."""
from measuring import machine
from measuring.articles import SOURCES
from measuring.plots import of_growth, of_peers, ours_first, row_name
from measuring.queries import CLASSES
from measuring.spread import median, number, with_spread


PARTS = ("stages", "growth", "commits", "peers", "recoll")


def all_texts(results: dict) -> dict[str, str]:
    makers = dict(zip(PARTS, (stages, growth, commits, peers, recoll), strict=True))
    return {name: maker(results[name]) for name, maker in makers.items() if name in results}


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def images(names) -> str:
    return "\n".join(f"![{name.removesuffix('.svg').replace('-', ' ')}](plots/{name})" for name in names)


def measured(section: dict) -> str:
    source = f"{SOURCES[section['source']]}. " if "source" in section else ""
    return f"{source[:1].upper()}{source[1:]}{machine.in_words(section['machine'])}."


def stages(section: dict) -> str:
    return f"{measured(section)}\n\n```\n{section['text'].strip()}\n```"


def growth(section: dict) -> str:
    points = section["points"]
    ingest = table(
        ["articles", "input", "articles/s", "CPU µs an article", "peak memory", "database", "database / input",
         "index / input"],
        [[f"{point['articles']:,}", megabytes(point["input_bytes"]), with_spread(point["rates"]),
          number(median(point["cpu_seconds"]) / point["articles"] * 1e6), megabytes(max(point["peak_bytes"])),
          megabytes(point["database_bytes"]), ratio(point["database_bytes"], point["input_bytes"]),
          ratio(point["index_bytes"], point["input_bytes"])] for point in points])
    texts = [measured(section)]
    texts += [f"{point['articles']:,} articles were measured on {point['date']}." for point in points
              if point["date"] != section["machine"]["date"]]
    texts.append(f"Median and spread of {len(points[0]['rates'])} runs; no spread means one run.")
    parts = [" ".join(texts), ingest]
    for kind, title in (("ids", "Ids only"), ("pages", "With titles and snippets")):
        groups = [group for group in CLASSES if group in points[0][kind]]
        parts.append(f"{title}, milliseconds: median / 99th percentile.")
        parts.append(table(["class", *(f"{point['articles']:,}" for point in points)], [
            [group, *(f"{number(median(point[kind][group]['median']))} / {number(median(point[kind][group]['p99']))}"
                      for point in points)] for group in groups]))
    parts.append(images(of_growth(points)))
    return "\n\n".join(parts)


def commits(section: dict) -> str:
    first = median(section["batches"][0]["rates"])
    rows = [[row_name(batch["batch"]), with_spread(batch["rates"]), number(median(batch["cpu_microseconds"])),
             f"{number(median(batch['rates']) / first)} ×"] for batch in section["batches"]]
    runs = len(section["batches"][0]["rates"])
    return "\n\n".join([
        f"{section['count']:,} articles, median and spread of {runs} runs. {measured(section)}",
        table(["commit after", "articles/s", "CPU µs an article", "relative rate"], rows),
        images(["commits.svg"]),
    ])


def peers(section: dict) -> str:
    engines = ours_first(section["engines"])
    ours = engines["feedsearch"]
    ingest = table(
        ["", "articles/s", "feedsearch / it", "size", "peak memory"],
        [[name, number(engine["ingest_per_s"]), f"{number(ours['ingest_per_s'] / engine['ingest_per_s'])} ×",
          f"{number(engine['size_mb'])} MB",
          f"{number(engine['peak_rss_mb'])} MB" if engine.get("peak_rss_mb") else ""]
         for name, engine in engines.items()])
    asked = {name: engine["queries_ms"] for name, engine in engines.items() if engine["queries_ms"]}
    classes = list(ours["queries_ms"])
    search = table(["class", *asked, "with titles and snippets"], [
        [group, *(both(times[group]) for times in asked.values()), both(ours["full_ms"][group])]
        for group in classes])
    return "\n\n".join([
        f"{section['count']:,} articles, one run. {measured(section)}", ingest,
        "20 hits, ids only, milliseconds: median / 99th percentile. The last column is feedsearch, too.", search,
        images(of_peers(engines)),
    ])


def recoll(section: dict) -> str:
    times = section["times"]
    rows = [[name, with_spread(times[name]), with_spread(section["cpu"][name]),
             number(section["indexing_seconds"][indexer])]
            for name, indexer in (("feedsearch", "feedsearch"), ("recollq", "recollindex"))]
    return "\n\n".join([
        f"{section['count']:,} articles, `{section['query']}`, best 20, {len(times['recollq'])} times in turn; "
        f"{section['version']}. {measured(section)}",
        table(["", "ms, start to end", "CPU ms", "indexing, s"], rows),
        f"feedsearch takes {section['ratio']:.2f} × the time of recollq.",
        images(["recoll.svg"]),
    ])


def both(times: dict) -> str:
    return f"{number(times['p50'])} / {number(times['p99'])}"


def megabytes(count: float) -> str:
    return f"{number(count / 1e6)} MB"


def ratio(one: float, other: float) -> str:
    return f"{one / other:.2f} ×"
