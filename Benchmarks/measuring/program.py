"""The program as it is run here: bulk ingest in a fresh database, batches of searches in one process."""
import dataclasses
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, Iterable

from measuring.queries import Query

LAUNCHER = Path(__file__).with_name("launcher.py")


@dataclasses.dataclass
class Ingest:
    """One ingest of a file into a fresh database; seconds are those of the whole process."""
    articles: int
    seconds: float
    cpu_seconds: float
    peak_bytes: int
    database_bytes: int

    @property
    def rate(self) -> float:
        return self.articles / self.seconds


@dataclasses.dataclass
class Answers:
    """Milliseconds of each question, and how many of them found something."""
    milliseconds: list[float]
    found: int


class Program:
    def __init__(self, path: Path, work: Path) -> None:
        self.path = path
        self.work = work
        # Nothing of the person's own: neither a configuration nor another database.
        self.environment = {
            "HOME": str(work), "PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8",
        }

    def ingest(self, articles: Path, database: Path, *flags: str) -> Ingest:
        remove(database)
        return self.ingest_into(str(database), articles, lambda: size(database), *flags)

    def ingest_into(self, place: str, articles: Path, size_of: Callable[[], int], *flags: str) -> Ingest:
        """Into an empty library: a file, or a database on a server."""
        report = self.work / "launcher.json"
        command = [sys.executable, "-I", "-S", str(LAUNCHER), str(report), str(self.path),
                   "--db", place, "ingest", "--format", "jsonl", "--json", *flags, str(articles)]
        done = subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, check=True)
        took = json.loads(report.read_text(encoding="utf-8"))
        if took["status"] != 0:
            raise RuntimeError(f"ingest ended with {took['status']}")
        told = json.loads(done.stdout)
        if told["inserted"] != told["seen"]:
            raise RuntimeError(f"{told['inserted']} of {told['seen']} articles inserted")
        return Ingest(told["inserted"], took["seconds"], took["cpu_seconds"], took["peak_bytes"],
                      size_of())

    def index_bytes(self, database: Path) -> int:
        done = subprocess.run([str(self.path), "--db", str(database), "stats", "--json"],
                              env=self.environment, stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)["index_bytes"]

    def search(self, database: Path | str, groups: dict[str, list[Query]], warm: Iterable[Query],
               ids_only: bool, sort: str = "relevance") -> dict[str, Answers]:
        """Asks one process each query once, group by group; first the `warm` ones, untimed."""
        with subprocess.Popen([str(self.path), "--db", str(database), "search", "--jsonl"],
                              env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            def ask(query: Query) -> tuple[float, bool]:
                request = {"id": "1", "query": query.text, "match": query.match, "limit": 20, "sort": sort}
                if ids_only:
                    request["only"] = "ids"
                line = json.dumps(request, ensure_ascii=False).encode() + b"\n"
                start = time.perf_counter()
                process.stdin.write(line)
                process.stdin.flush()
                answer = process.stdout.readline()
                took = (time.perf_counter() - start) * 1e3
                told = json.loads(answer)
                if "error" in told:
                    raise RuntimeError(f"{query.text}: {told['error']}")
                return took, bool(told["hits"])

            for query in warm:
                ask(query)
            answers = {}
            for name, queries in groups.items():
                pairs = [ask(query) for query in queries]
                answers[name] = Answers([took for took, _ in pairs], sum(found for _, found in pairs))
            process.stdin.close()
        return answers

    def first_search(self, place: str, query: Query) -> float:
        """Milliseconds of a process that answers one query, from its start to its end."""
        command = [str(self.path), "--db", place, "search", "--json", "--match", query.match, "--", query.text]
        start = time.perf_counter()
        done = subprocess.run(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False)
        took = (time.perf_counter() - start) * 1e3
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{query.text}: {done.stderr.decode(errors='replace')[-300:]}")
        return took

    def found(self, place: str, text: str) -> set[str]:
        """The ids, as the feeds give them, of all articles that a query finds."""
        done = subprocess.run([str(self.path), "--db", place, "list", "--format", "%g%n", "--", text],
                              env=self.environment, stdout=subprocess.PIPE, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{text}: the list ended with {done.returncode}")
        return set(done.stdout.decode().split())


def size(database: Path) -> int:
    return sum(part.stat().st_size for part in parts(database))


def remove(database: Path) -> None:
    for part in parts(database):
        part.unlink()


def parts(database: Path) -> list[Path]:
    """The database with what stands beside it."""
    return [path for path in (Path(f"{database}{end}") for end in ("", "-wal", "-shm")) if path.exists()]
