"""What is written into docs/scale.md: how fast each measured quantity grows with the number of articles, and what that comes
to for ten million.

A quantity that grows as n^e has the exponent e: 1 grows as the articles do, 0 not at all.
"""
import math

from measuring.queries import CLASSES
from measuring.spread import median, number
from measuring.tables import images, measured, table

#: Smaller libraries are in the processor's cache, and a search of them is mostly what each search takes.
LEAST = 100_000
ESTIMATED = 10_000_000


def exponent(sizes: list[float], values: list[float]) -> float:
    """The slope of the line through the logarithms, by least squares."""
    x = [math.log(size) for size in sizes]
    y = [math.log(value) for value in values]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)


def estimate(sizes: list[float], values: list[float], size: float) -> float:
    """From the last value on, with the exponent of all of them."""
    return values[-1] * (size / sizes[-1]) ** exponent(sizes, values)


def text(section: dict) -> str | None:
    points = [point for point in section["points"] if point["articles"] >= LEAST]
    if len(points) < 3:
        return None
    head = ["", *(f"{point['articles']:,}" for point in points), "exponent", f"{ESTIMATED:,}, estimated"]
    ingest = [
        curve("ingest, s", points, lambda point: median(point["seconds"])),
        curve("ingest, CPU s", points, lambda point: median(point["cpu_seconds"])),
        curve("peak memory, MB", points, lambda point: max(point["peak_bytes"]) / 1e6),
        curve("database, GB", points, lambda point: point["database_bytes"] / 1e9),
        curve("index, GB", points, lambda point: point["index_bytes"] / 1e9),
    ]
    parts = [measured(section), table(head, ingest)]
    for kind, title in (("ids", "ids only"), ("pages", "with titles and snippets")):
        groups = [group for group in CLASSES if all(group in point[kind] for point in points)]
        for value, name in (("median", "median"), ("p99", "99th percentile")):
            parts.append(f"Searches, {title}, {name} in ms:")
            parts.append(table(head, [
                curve(group, points, lambda point: median(point[kind][group][value])) for group in groups]))
    parts.append(images(["ingest-rate.svg", "size.svg", "search-ids-median.svg", "search-ids-p99.svg"]))
    return "\n\n".join(parts)


def curve(name: str, points: list[dict], value) -> list[str]:
    sizes = [point["articles"] for point in points]
    values = [value(point) for point in points]
    return [name, *(number(value) for value in values), f"{exponent(sizes, values):.2f}",
            number(estimate(sizes, values, ESTIMATED))]
