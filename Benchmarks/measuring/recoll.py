"""`feedsearch QUERY` beside Recoll's `recollq QUERY`, each as a whole process, on the same articles."""
import html
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from measuring.articles import Articles, beginning
from measuring.program import Program, remove
from measuring.spread import median

ARTICLES = 3_000
TIMES = 30
QUERY = "开源"
MISSING = "recoll: not installed, left out (Debian: apt-get install recollcmd)"


def measure(program: Program, articles: Articles) -> dict | None:
    if not shutil.which("recollindex") or not shutil.which("recollq"):
        print(MISSING, flush=True)
        return None
    count = min(ARTICLES, articles.count)
    folder = program.work / "run-recoll"
    shutil.rmtree(folder, ignore_errors=True)
    database = program.work / "run-recoll.db"
    source = beginning(articles, count, program.work / "run-articles.jsonl")
    environment = dict(program.environment, RECOLL_CONFDIR=str(folder / "configuration"))
    write_pages(source, folder / "pages")
    configure(folder)
    start = time.perf_counter()
    subprocess.run(["recollindex", "-z"], env=environment, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    indexing = time.perf_counter() - start
    ingest = program.ingest(source, database)
    commands = {
        "feedsearch": [str(program.path), "--db", str(database), "search", QUERY],
        "recollq": ["recollq", "-n", "20", QUERY],
    }
    messages = [messages_of(command, environment) for command in commands.values()]
    times: dict[str, list[float]] = {name: [] for name in commands}
    cpu: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(TIMES):
        for name, command in commands.items():
            clock, processor = milliseconds(command, environment)
            times[name].append(clock)
            cpu[name].append(processor)
    remove(database)
    shutil.rmtree(folder)
    (program.work / "run-articles.jsonl").unlink(missing_ok=True)
    ratio = median(times["feedsearch"]) / median(times["recollq"])
    print(f"recoll: feedsearch {median(times['feedsearch']):.1f} ms, recollq {median(times['recollq']):.1f} ms, "
          f"ratio {ratio:.2f}", flush=True)
    return {
        "count": count, "query": QUERY,
        "times": times, "cpu": cpu, "ratio": ratio, "version": version("".join(messages)),
        "indexing_seconds": {"feedsearch": ingest.seconds, "recollindex": indexing},
    }


def write_pages(articles: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    with open(articles, encoding="utf-8") as file:
        for number, line in enumerate(file):
            article = json.loads(line)
            body = article.get("html") or html.escape(article.get("text", ""))
            page = (f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{html.escape(article['title'])}"
                    f"</title></head><body>{body}</body></html>")
            (folder / f"{number}.html").write_text(page, encoding="utf-8")


def configure(folder: Path) -> None:
    """Recoll's own defaults: the folder to index is all that is set."""
    configuration = folder / "configuration"
    configuration.mkdir()
    (configuration / "recoll.conf").write_text(f"topdirs = {folder.resolve() / 'pages'}\n", encoding="utf-8")


def messages_of(command: list[str], environment: dict) -> str:
    """What a search says beside its hits; one that fails, or finds nothing, would be quick for no good reason."""
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    messages = done.stderr.decode(errors="replace")
    if done.returncode != 0 or done.stdout.count(b"\n") < 5:
        raise RuntimeError(f"{command[0]} found nothing for {QUERY}: {messages[:500]}")
    return messages


def version(messages: str) -> str:
    """recollq has no flag that tells its version, but names it whenever it starts."""
    match = re.search(r"Recoll [\d.]+ \+ Xapian [\d.]+", messages)
    return match[0] if match else "Recoll"


def milliseconds(command: list[str], environment: dict) -> tuple[float, float]:
    """By the clock from start to end, and of the processor."""
    nowhere = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_RDWR, 0) for descriptor in (0, 1, 2)]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, environment, file_actions=nowhere)
    _, _, usage = os.wait4(child, 0)
    return (time.perf_counter() - start) * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3
