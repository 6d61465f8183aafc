"""The generated parts of docs/benchmarks.md, between markers; what is written around them stays."""


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
