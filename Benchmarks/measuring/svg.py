"""A drawing written as SVG: lines, bars, marks and text, in colours for light and dark backgrounds."""
from xml.sax.saxutils import escape, quoteattr

# Okabe and Ito's colours for all kinds of sight, lighter for dark backgrounds: <https://jfly.uni-koeln.de/color/>.
LIGHT = ("#0072b2", "#d55e00", "#00825f", "#b5468c", "#8a6d00", "#3182bd", "#555555")
DARK = ("#56b4e9", "#ff8f4d", "#2fd1a5", "#e59ac7", "#e6c84f", "#9ecae1", "#bbbbbb")
#: One for each series: shape tells what colour may not.
MARKS = ("circle", "square", "triangle", "diamond", "cross", "ring", "down")


def style() -> str:
    def rules(ink: str, faint: str, ground: str, series: tuple[str, ...]) -> str:
        # Written out, not as variables, which few programs but browsers know.
        colours = "".join(
            f".line.s{index},.spread.s{index},.open.s{index}{{stroke:{colour}}}.mark.s{index}{{fill:{colour}}}"
            for index, colour in enumerate(series))
        return f".ground{{fill:{ground}}}text{{fill:{ink}}}.axis{{stroke:{ink}}}.grid{{stroke:{faint}}}{colours}"

    return (
        "<style>text{font:13px system-ui,sans-serif}.title{font-size:16px;font-weight:600}"
        ".axis,.grid{stroke-width:1;fill:none}.line,.open{stroke-width:2;fill:none}"
        ".spread{stroke-width:1.2;fill:none}"
        + rules("#1f2328", "#d8dee4", "#ffffff", LIGHT)
        + "@media(prefers-color-scheme:dark){" + rules("#e6edf3", "#30363d", "#0d1117", DARK) + "}</style>"
    )


class Drawing:
    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height = width, height
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-label={quoteattr(title)}>',
            f"<title>{escape(title)}</title>{style()}",
            f'<rect class="ground" width="{width}" height="{height}"/>',
        ]

    def line(self, points: list[tuple[float, float]], kind: str) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline class="{kind}" points="{path}"/>')

    def bar(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        self.parts.append(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>')

    def text(self, x: float, y: float, text: str, anchor: str = "start", kind: str = "", turned: bool = False) -> None:
        more = f' class="{kind}"' if kind else ""
        if turned:
            more += f' transform="rotate(-90 {x:.1f} {y:.1f})"'
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>')

    def mark(self, x: float, y: float, series: int) -> None:
        """The mark of a series, some nine pixels wide."""
        shape = MARKS[series % len(MARKS)]
        kind = f"s{series % len(LIGHT)}"
        if shape in ("circle", "ring"):
            filled = "mark" if shape == "circle" else "open"
            self.parts.append(f'<circle class="{kind} {filled}" cx="{x:.1f}" cy="{y:.1f}" r="4.2"/>')
        elif shape == "cross":
            self.parts.append(f'<path class="{kind} open" d="M{x - 4:.1f} {y - 4:.1f}l8 8m0-8l-8 8"/>')
        else:
            corners = {
                "square": "m-4-4h8v8h-8z", "triangle": "m0-5l5 9h-10z", "diamond": "m0-5l5 5l-5 5l-5-5z",
                "down": "m0 5l5-9h-10z",
            }[shape]
            self.parts.append(f'<path class="{kind} mark" d="M{x:.1f} {y:.1f}{corners}"/>')

    def document(self) -> str:
        return "\n".join([*self.parts, "</svg>"]) + "\n"
