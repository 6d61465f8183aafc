"""Which charts are drawn of the results: file name → SVG."""
from measuring.charts import Series, bars, lines, marks
from measuring.queries import CLASSES

ARTICLES = "articles in the database"


def all_plots(results: dict) -> dict[str, str]:
    plots: dict[str, str] = {}
    if "growth" in results:
        plots |= of_growth(results["growth"]["points"])
    if "commits" in results:
        plots["commits.svg"] = bars(
            "One commit an article, and batches", "articles/s",
            [(row_name(batch["batch"]), batch["rates"]) for batch in results["commits"]["batches"]])
    if "peers" in results:
        plots |= of_peers(results["peers"]["engines"])
    if "recoll" in results:
        plots["recoll.svg"] = bars("A search as a whole process", "ms",
                                   sorted(results["recoll"]["times"].items()))
    return plots


def of_growth(points: list[dict]) -> dict[str, str]:
    def each(value) -> list[tuple[float, list[float]]]:
        return [(point["articles"], value(point)) for point in points]

    plots = {
        "ingest-rate.svg": lines("Ingest", ARTICLES, "articles/s", [
            Series("articles/s", each(lambda point: point["rates"]))]),
        "size.svg": lines("Size", ARTICLES, "bytes for a byte of input", [
            Series("database", each(lambda point: [point["database_bytes"] / point["input_bytes"]])),
            Series("of it the index", each(lambda point: [point["index_bytes"] / point["input_bytes"]]))]),
        "memory.svg": lines("Memory at the most while ingesting", ARTICLES, "MB", [
            Series("memory", each(lambda point: [value / 1e6 for value in point["peak_bytes"]]))]),
    }
    for kind, title in (("ids", "ids only"), ("pages", "with titles and snippets")):
        for figure, name in (("median", "median"), ("p99", "99 of 100 within")):
            series = [Series(group, [(point["articles"], point[kind][group][figure])
                                     for point in points if group in point[kind]]) for group in CLASSES]
            plots[f"search-{kind}-{figure}.svg"] = lines(
                f"Best 20, {title}: {name}", ARTICLES, "ms", [one for one in series if one.points], log_y=True)
    return plots


def of_peers(engines: dict) -> dict[str, str]:
    asked = {name: engine["queries_ms"] for name, engine in engines.items() if engine["queries_ms"]}
    rows = list(next(iter(asked.values()), {}))
    plots = {"peers-ingest.svg": bars("Ingest of the same articles", "articles/s", [
        (name, [engine["ingest_per_s"]]) for name, engine in ours_first(engines).items()])}
    if rows:
        plots["peers-search.svg"] = marks("Best 20, ids only: median", "ms", rows, [
            Series(name, [(rows.index(row), [times[row]["p50"]]) for row in rows])
            for name, times in ours_first(asked).items()])
    return plots


def ours_first(engines: dict) -> dict:
    return dict(sorted(engines.items(), key=lambda pair: (pair[0] != "feedsearch", pair[0])))


def row_name(batch: int) -> str:
    return "each article" if batch == 1 else f"{batch:,} articles"
