"""Medians, percentiles and how numbers are written."""
import math
import statistics
from typing import Iterable, Sequence


def percentile(values: Iterable[float], percent: float) -> float:
    """The smallest of the values that `percent` of 100 of them do not exceed (nearest rank)."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values")
    rank = math.ceil(percent / 100 * len(ordered))
    return ordered[min(len(ordered), max(1, rank)) - 1]


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def number(value: float) -> str:
    """Three figures at least: 1,234 and 12.3 and 0.123."""
    if value == 0:
        return "0"
    size = abs(value)
    if size >= 100:
        return f"{value:,.0f}"
    places = 1 if size >= 10 else 2 if size >= 1 else 3
    return f"{value:.{places}f}"


def with_spread(values: Sequence[float]) -> str:
    """The median, and of several values the least and the most: 12.3 (11.0–13.9)."""
    if len(values) == 1:
        return number(values[0])
    return f"{number(median(values))} ({number(min(values))}–{number(max(values))})"
