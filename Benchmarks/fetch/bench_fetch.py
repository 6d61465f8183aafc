#!/usr/bin/env python3
"""Benchmark of `fetch` against a loopback server of its own.

    Benchmarks/fetch/bench_fetch.py BINARY [--feeds 4000] [--items 20] [--keep FOLDER]

Makes feeds of 10 to 100 KB out of the texts of Samples/, then prints one table:
  ingest      the feed documents as files, in bulk: what the rate of new articles is compared with
  new         the same documents through fetch, all new
  unchanged   a second fetch, every answer 304
  mixed       a third one with slow, silent, broken and failing hosts among the feeds, which must not delay the others
Memory is the largest resident size of each process.
"""
import argparse
import glob
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HOSTS = 200


def sentences():
    out = []
    for path in [path for path in sorted(glob.glob(os.path.join(ROOT, "Samples", "*", "*"))) if "recipes" not in path] + [os.path.join(ROOT, "Samples", "articles.jsonl")]:
        with open(path, encoding="utf-8", errors="ignore") as file:
            text = re.sub(r"<[^>]*>|&\w+;|[\[\]{}\"]", " ", file.read())
        out += [" ".join(part.split()) for part in re.split(r"(?<=[.。!?！？])", text) if 20 < len(part.strip()) < 400]
    return out


def make_feeds(folder, feeds, items, seed=7):
    """Feeds of 10 to 100 KB; every article is another mix of sentences, with words that stand nowhere else."""
    rnd = random.Random(seed)
    pool = sentences()
    total = 0
    for number in range(feeds):
        rnd.seed(seed * 1_000_003 + number)
        size = rnd.choice([500, 800, 1_200, 2_000, 4_000])
        parts = []
        for item in range(items):
            body, length = [], 0
            while length < size:
                sentence = rnd.choice(pool)
                body.append(f"<p>{sentence} w{rnd.randrange(10**6):x}</p>")
                length += len(sentence.encode())
            title = rnd.choice(pool)[:60].replace("<", "").replace("&", "")
            parts.append(
                f"<item><title>{title}</title><link>https://feed{number}.example/{item}</link>"
                f"<guid>https://feed{number}.example/{item}</guid>"
                f"<pubDate>Mon, {1 + item % 28:02} Jun 2026 10:{item % 60:02}:00 GMT</pubDate>"
                f"<description><![CDATA[{''.join(body)}]]></description></item>")
        text = (f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Feed {number}</title>'
                f"<link>https://feed{number}.example/</link>{''.join(parts)}</channel></rss>")
        data = text.encode()
        total += len(data)
        with open(os.path.join(folder, f"{number}.xml"), "wb") as file:
            file.write(data)
    return total


def write_opml(path, addresses):
    with open(path, "w") as file:
        file.write('<opml version="2.0"><body>')
        for number, address in enumerate(addresses):
            file.write(f'<outline type="rss" text="Feed {number}" xmlUrl="{address}"/>')
        file.write("</body></opml>")


def run(words, check=True):
    """Runs a command; returns its output, seconds, CPU seconds and largest resident size in MB."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(words, stdout=out, stderr=errors, env=dict(os.environ, no_proxy="*"))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        out.seek(0)
        errors.seek(0)
        text = out.read().decode()
        if check and process.returncode != 0:
            sys.exit(f"{words}: {process.returncode}\n{text[:500]}\n{errors.read().decode()[:2000]}")
    return text, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--feeds", type=int, default=4_000)
    parser.add_argument("--items", type=int, default=20)
    parser.add_argument("--keep")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = options.keep or tempfile.mkdtemp(prefix="bench-fetch-")
    feeds = os.path.join(folder, "feeds")
    os.makedirs(feeds, exist_ok=True)
    size = make_feeds(feeds, options.feeds, options.items)
    articles = options.feeds * options.items
    server_path = os.path.join(folder, "feed_server")
    subprocess.run(["cc", "-O2", "-o", server_path, os.path.join(HERE, "feed_server.c")], check=True)
    server = subprocess.Popen([server_path, feeds], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port = int(server.stdout.readline())
        table(options, folder, feeds, size, articles, port)
    finally:
        server.stdin.close()
        server.wait()
        if not options.keep:
            shutil.rmtree(folder)


def row(name, count, unit, seconds, cpu, memory, note=""):
    print(f"{name:11} {count / seconds:9,.0f} {unit:10} {seconds:7.2f} s {cpu:7.2f} s CPU {memory:6.0f} MB  {note}", flush=True)


def table(options, folder, feeds, size, articles, port):
    binary = options.binary
    print(f"{options.feeds} feeds, {articles} articles, {size / 1e6:.0f} MB of documents, {HOSTS} hosts on loopback")

    def database(name):
        path = os.path.join(folder, name)
        for ending in ("", "-wal", "-shm"):
            if os.path.exists(path + ending):
                os.remove(path + ending)
        return path

    first = database("ingest.db")
    text, seconds, cpu, memory = run([binary, "--db", first, "ingest", feeds, "--json"])
    report = json.loads(text)
    assert report["inserted"] == articles, report
    row("ingest", articles, "articles/s", report["seconds"], cpu, memory)
    rate = articles / report["seconds"]

    addresses = [f"http://127.0.{number % HOSTS // 200}.{1 + number % HOSTS}:{port}/f/{number}.xml"
                 for number in range(options.feeds)]
    opml = os.path.join(folder, "feeds.opml")
    write_opml(opml, addresses)
    second = database("fetch.db")
    common = [binary, "--db", second, "--allow", "127.0.0.0/8"]
    run([binary, "--db", second, "import", opml])
    text, seconds, cpu, memory = run(common + ["fetch", "--json"])
    report = json.loads(text)
    assert report["inserted"] == articles, report
    new = articles / report["seconds"]
    row("new", articles, "articles/s", report["seconds"], cpu, memory, f"{new / rate:.2f} x ingest")
    for _ in range(3):
        text, seconds, cpu, memory = run(common + ["fetch", "--json"])
        report = json.loads(text)
        assert report["unchanged"] == options.feeds, report
        row("unchanged", options.feeds, "feeds/s", report["seconds"], cpu, memory)

    bad = [f"http://127.0.2.{1 + number}:{port}/{kind}/{number}"
           for number, kind in enumerate(["slow"] * 20 + ["never"] * 5 + ["broken"] * 20 + ["error"] * 20 + ["garbage"] * 20)]
    more = os.path.join(folder, "bad.opml")
    write_opml(more, bad)
    run([binary, "--db", second, "import", more])
    process = subprocess.Popen(common + ["fetch", "--json"], stdout=subprocess.PIPE, text=True)
    start, seen = time.perf_counter(), None
    text, _ = process.communicate()
    seconds = time.perf_counter() - start
    report = json.loads(text)
    kinds = {}
    for failure in report["failures"]:
        kinds[failure["kind"]] = kinds.get(failure["kind"], 0) + 1
    print(f"mixed       {report['unchanged']} unchanged and {report['failed']} failed in {seconds:.1f} s: {kinds}")
    third = [binary, "--db", second, "feeds", "--failing", "--jsonl"]
    failing = run(third)[0].count("\n")
    print(f"            {failing} feeds are failing; none of them is one of the {options.feeds} good ones: "
          f"{report['unchanged'] == options.feeds}")


main()
