"""The generated parts of a page of benchmarks, between markers, with its numbers and plots; what is written around them stays."""
import json
from pathlib import Path


class MarkerError(ValueError):
    """A marker is missing, or there twice."""


def begin(name: str) -> str:
    return f"<!-- bench:begin {name} -->"


def end(name: str) -> str:
    return f"<!-- bench:end {name} -->"


def replaced(text: str, name: str, content: str) -> str:
    for marker in (begin(name), end(name)):
        if text.count(marker) != 1:
            raise MarkerError(f"{marker} must stand in the document once, and does {text.count(marker)} times")
    before, _, rest = text.partition(begin(name))
    inside, marker, after = rest.partition(end(name))
    if not marker:
        raise MarkerError(f"{end(name)} stands before {begin(name)}")
    return f"{before}{begin(name)}\n{content.strip()}\n{end(name)}{after}"


def write(docs: Path, page: str, file: str, results: dict, texts: dict[str, str], plots: dict[str, str]) -> None:
    """Writes the numbers to benchmarks/FILE, the drawings to plots/, and the texts between the markers of a page."""
    for folder in ("benchmarks", "plots"):
        (docs / folder).mkdir(parents=True, exist_ok=True)
    numbers = json.dumps(results, indent=1, ensure_ascii=False) + "\n"
    (docs / "benchmarks" / file).write_text(numbers, encoding="utf-8")
    for name, drawing in plots.items():
        (docs / "plots" / name).write_text(drawing, encoding="utf-8")
    text = (docs / page).read_text(encoding="utf-8")
    for name, content in texts.items():
        text = replaced(text, name, content)
    (docs / page).write_text(text, encoding="utf-8")
