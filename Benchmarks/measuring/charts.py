"""Three kinds of chart: lines over a number, bars over names, marks of several series over names."""
import dataclasses

from measuring.axes import LinearScale, LogScale, short
from measuring.spread import median, number
from measuring.svg import Drawing

WIDTH = 780
LEGEND_WIDTH = 210
ROW = 30


@dataclasses.dataclass
class Series:
    """`points`: what is measured at each x (lines) or row number (marks), all runs of it."""
    name: str
    points: list[tuple[float, list[float]]]


def lines(title: str, x_name: str, y_name: str, series: list[Series], log_y: bool = False) -> str:
    """x by its logarithm; the median of each point, and least and most as a stroke."""
    drawing = Drawing(WIDTH, 420, title)
    left, right, top, bottom = 70, WIDTH - (LEGEND_WIDTH if len(series) > 1 else 30), 50, 365
    horizontal = LogScale([x for one in series for x, _ in one.points], left + 10, right - 10)
    values = [value for one in series for _, measured in one.points for value in measured]
    vertical = (LogScale if log_y else LinearScale)(values, bottom, top)
    drawing.text(left, 28, title, kind="title")
    for tick in vertical.ticks():
        y = vertical.place(tick)
        drawing.line([(left, y), (right, y)], "grid")
        drawing.text(left - 8, y + 4.5, short(tick), "end")
    for tick in horizontal.ticks():
        x = horizontal.place(tick)
        drawing.line([(x, top), (x, bottom)], "grid")
        drawing.text(x, bottom + 20, short(tick), "middle")
    drawing.line([(left, top), (left, bottom), (right, bottom)], "axis")
    drawing.text((left + right) / 2, bottom + 42, x_name, "middle")
    drawing.text(18, (top + bottom) / 2, y_name, "middle", turned=True)
    for index, one in enumerate(series):
        kind = f"s{index}"
        places = [(horizontal.place(x), vertical.place(median(measured))) for x, measured in one.points]
        drawing.line(places, f"{kind} line")
        for (x, y), (_, measured) in zip(places, one.points):
            drawing.line([(x, vertical.place(min(measured))), (x, vertical.place(max(measured)))], f"{kind} spread")
            drawing.mark(x, y, index)
    legend(drawing, right + 18, top + 6, [one.name for one in series])
    return drawing.document()


def bars(title: str, x_name: str, rows: list[tuple[str, list[float]]]) -> str:
    """A bar from zero for the median of each row, least and most as a stroke, the median beside it."""
    left, right, top = label_width([name for name, _ in rows]), WIDTH - 90, 50
    bottom = top + ROW * len(rows) + 6
    drawing = Drawing(WIDTH, bottom + 55, title)
    scale = LinearScale([value for _, measured in rows for value in measured], left, right)
    drawing.text(16, 28, title, kind="title")
    vertical_grid(drawing, scale, top, bottom)
    for index, (name, measured) in enumerate(rows):
        middle = top + ROW * (index + 0.5) + 3
        end = scale.place(median(measured))
        drawing.text(left - 10, middle + 4.5, name, "end")
        drawing.bar(left, middle - 9, end - left, 18, "s0 mark")
        if len(measured) > 1:
            drawing.line([(scale.place(min(measured)), middle), (scale.place(max(measured)), middle)], "axis")
        drawing.text(scale.place(max(measured)) + 6, middle + 4.5, number(median(measured)))
    drawing.line([(left, top), (left, bottom)], "axis")
    drawing.text((left + right) / 2, bottom + 42, x_name, "middle")
    return drawing.document()


def marks(title: str, x_name: str, rows: list[str], series: list[Series]) -> str:
    """One row a name, one mark a series in it, by logarithm."""
    left, right, top = label_width(rows), WIDTH - LEGEND_WIDTH, 50
    bottom = top + ROW * len(rows) + 6
    drawing = Drawing(WIDTH, bottom + 55, title)
    scale = LogScale([value for one in series for _, measured in one.points for value in measured], left, right)
    drawing.text(16, 28, title, kind="title")
    vertical_grid(drawing, scale, top, bottom)
    for index, name in enumerate(rows):
        middle = top + ROW * (index + 0.5) + 3
        drawing.text(left - 10, middle + 4.5, name, "end")
        drawing.line([(left, middle), (right, middle)], "grid")
    for index, one in enumerate(series):
        for row, measured in one.points:
            drawing.mark(scale.place(median(measured)), top + ROW * (row + 0.5) + 3, index)
    drawing.line([(left, top), (left, bottom), (right, bottom)], "axis")
    drawing.text((left + right) / 2, bottom + 42, x_name, "middle")
    legend(drawing, right + 18, top + 6, [one.name for one in series])
    return drawing.document()


def legend(drawing: Drawing, x: float, y: float, names: list[str]) -> None:
    if len(names) > 1:
        for index, name in enumerate(names):
            drawing.mark(x, y + 22 * index, index)
            drawing.text(x + 12, y + 22 * index + 4.5, name)


def vertical_grid(drawing: Drawing, scale: LinearScale | LogScale, top: float, bottom: float) -> None:
    for tick in scale.ticks():
        x = scale.place(tick)
        drawing.line([(x, top), (x, bottom)], "grid")
        drawing.text(x, bottom + 20, short(tick), "middle")


def label_width(names: list[str]) -> float:
    """Room for the longest name, by 8 pixels a letter."""
    return 20 + 8 * max(len(name) for name in names)
