"""Where the articles come from: a file that is named, prose of the test material, or made-up ones."""
import dataclasses
import os
import shutil
import subprocess
import sys
from pathlib import Path


@dataclasses.dataclass
class Articles:
    path: Path
    count: int
    #: "given", "prose" or "made up"
    source: str


SOURCES = {
    "given": "articles of a file of one's own",
    "prose": "articles recombined from real prose, Chinese, English, Japanese and Korean",
    "made up": "articles made up by `Benchmarks generate`, half Chinese, half English, words by Zipf's law",
}


def shared_material() -> Path:
    return Path(os.environ.get("FEEDSEARCH_SHARED", "../shared"))


def obtain(count: int, given: Path | None, generator: Path, work: Path) -> Articles:
    """As many articles as are wanted, or as many as the given file has. What is made is kept for the next time."""
    if given:
        return Articles(given, min(count, count_lines(given)), "given")
    maker = shared_material() / "corpora" / "make_corpus.py"
    source = "prose" if maker.exists() else "made up"
    name = source.replace(" ", "-")
    # The first articles of a longer file are the same ones.
    made = {int(path.stem.rpartition("-")[2]): path for path in work.glob(f"{name}-*.jsonl")}
    enough = [length for length in made if length >= count]
    if enough:
        return Articles(made[min(enough)], count, source)
    path = work / f"{name}-{count}.jsonl"
    unfinished = path.with_suffix(".part")
    print(f"making {count:,} articles ({source})", flush=True)
    command = [sys.executable, str(maker), "--n", str(count), "--jsonl", "-"]
    if source == "made up":
        command = [str(generator), "generate", str(count)]
    with open(unfinished, "wb") as file:
        subprocess.run(command, stdout=file, stderr=subprocess.DEVNULL, check=True)
    unfinished.rename(path)
    return Articles(path, count, source)


def count_lines(path: Path) -> int:
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def beginning(articles: Articles, count: int, target: Path) -> Path:
    """A file of the first `count` articles: the file itself where it has no more, else a copy at `target`."""
    with open(articles.path, "rb") as source:
        for _ in zip(range(count), source):
            pass
        end = source.tell()
        if end == articles.path.stat().st_size:
            return articles.path
        source.seek(0)
        with open(target, "wb") as file:
            copy_bytes(source, file, end)
    return target


def copy_bytes(source, target, count: int) -> None:
    while count > 0:
        block = source.read(min(count, 1 << 20))
        target.write(block)
        count -= len(block)


def make_room(work: Path) -> None:
    """Takes away what an earlier run left that was stopped, but for the articles."""
    work.mkdir(parents=True, exist_ok=True)
    for path in work.iterdir():
        if path.suffix == ".part" or path.name.startswith("run"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
