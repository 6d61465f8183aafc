"""Scales of a chart: from values to places, ticks, and what is written at them."""
import math
from typing import Iterable


def short(value: float) -> str:
    """10k, 1M, 0.5: as few signs as an axis has room for."""
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:.3g}"


class LinearScale:
    """From zero to a round number above the largest value."""

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        largest = max(values, default=0) or 1
        self.step = round_step(largest / 5)
        self.most = math.ceil(largest / self.step - 1e-9) * self.step
        self.start, self.end = start, end

    def place(self, value: float) -> float:
        return self.start + (self.end - self.start) * value / self.most

    def ticks(self) -> list[float]:
        return [number * self.step for number in range(round(self.most / self.step) + 1)]


class LogScale:
    """From a tick below the smallest value to one above the largest; all values are above zero.

    Ticks are 1, 3, 10, 30 …, and where these would be many, the powers of ten.
    """

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        values = list(values) or [1]
        least, most = min(values), max(values)
        powers = range(math.floor(math.log10(least)) - 1, math.ceil(math.log10(most)) + 2)
        steps = (1, 3) if most / least <= 1e4 else (1,)
        ticks = [step * 10.0 ** power for power in powers for step in steps]
        first = max(index for index, tick in enumerate(ticks) if tick <= least * (1 + 1e-9))
        last = min(index for index, tick in enumerate(ticks) if tick >= most * (1 - 1e-9))
        self._ticks = ticks[first:max(last, first + 1) + 1]
        self.least, self.most = math.log10(self._ticks[0]), math.log10(self._ticks[-1])
        self.start, self.end = start, end

    def place(self, value: float) -> float:
        return self.start + (self.end - self.start) * (math.log10(value) - self.least) / (self.most - self.least)

    def ticks(self) -> list[float]:
        return self._ticks


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10 … times a power of ten that is not below."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))
