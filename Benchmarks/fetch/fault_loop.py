#!/usr/bin/env python3
"""Refreshes feeds that misbehave, and kills the program in between: is anything lost or stored twice?

    Benchmarks/fetch/fault_loop.py BINARY [--feeds 2000] [--minutes 10] [--seed 1] [--keep FOLDER]

A loopback server has feeds that grow while they are fetched, a window of their newest items each. An answer may be reset,
stall and break off, be cut short, be a 500 or 503, be garbage, come with other guids than before, or move for good. `fetch`
runs again and again; many runs are ended by SIGKILL at a random moment. At the end the faults stop, a last run brings what
is left, and then
  nothing lost    every item that was ever published is stored (the windows are wide enough for the runs that fail);
                  and after each run that ended by itself, every item that it was sent whole is stored
  nothing twice   every item is stored once, whatever guids it had
  check           finds store, index and lists in agreement
  memory          the largest resident size of the runs, by minute
Exit status 1 where one of these fails.
"""
import argparse
import asyncio
import collections
import hashlib
import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time

WINDOW = 25
HOSTS = 100
FAULTS = [("reset", 3), ("stall", 1), ("cut", 3), ("error", 3), ("busy", 1), ("garbage", 3)]


class Feed:
    def __init__(self, number):
        self.number = number
        self.items = []
        self.generation = 0
        self.moves = 0

    def publish(self, rnd):
        key = f"f{self.number}i{len(self.items)}"
        words = " ".join(f"word{rnd.randrange(5000)}" for _ in range(40))
        self.items.append((key, words))

    def document(self):
        parts = []
        for key, words in self.items[-WINDOW:]:
            parts.append(
                f"<item><title>Item {key}</title><link>https://feed{self.number}.example/{key}</link>"
                f'<guid isPermaLink="false">{key}-g{self.generation}</guid>'
                f"<description>{words}</description></item>")
        return (f'<rss version="2.0"><channel><title>Feed {self.number}</title>'
                f"<link>https://feed{self.number}.example/</link>{''.join(parts)}</channel></rss>").encode()


class Site:
    def __init__(self, feeds, seed):
        self.rnd = random.Random(seed)
        self.feeds = [Feed(number) for number in range(feeds)]
        for feed in self.feeds:
            for _ in range(3):
                feed.publish(self.rnd)
        self.faults = True
        self.counts = collections.Counter()
        self.delivered = {}

    def step(self):
        """Some feeds publish, a few change all guids, a few move."""
        for feed in self.rnd.sample(self.feeds, max(1, len(self.feeds) // 60)):
            feed.publish(self.rnd)
        if self.faults:
            for feed in self.rnd.sample(self.feeds, max(1, len(self.feeds) // 1000)):
                feed.generation += 1
                self.counts["changed guids"] += 1
            feed = self.rnd.choice(self.feeds)
            feed.moves += 1
            self.counts["moved"] += 1

    async def serve(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                if not await self.answer(head, writer):
                    break
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def answer(self, head, writer):
        lines = head.decode("latin-1").split("\r\n")
        path = lines[0].split(" ")[1]
        _, number, moves = path.split("/")
        feed = self.feeds[int(number)]
        if int(moves) < feed.moves:
            writer.write(f"HTTP/1.1 301 Moved Permanently\r\nLocation: /{number}/{feed.moves}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
            return True
        if self.faults:
            pick = self.rnd.randrange(100)
            for kind, share in FAULTS:
                pick -= share
                if pick < 0:
                    self.counts[kind] += 1
                    return await self.fault(kind, feed, writer)
        keys = [key for key, _ in feed.items[-WINDOW:]]
        body = feed.document()
        etag = '"%s"' % hashlib.sha1(body).hexdigest()[:16]
        if any(line.lower().startswith("if-none-match:") and etag in line for line in lines):
            self.counts["304"] += 1
            writer.write(f"HTTP/1.1 304 Not Modified\r\nETag: {etag}\r\n\r\n".encode())
        else:
            self.counts["200"] += 1
            writer.write(f"HTTP/1.1 200 OK\r\nETag: {etag}\r\nContent-Type: application/rss+xml\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            self.delivered[feed.number] = keys
        await writer.drain()
        return True

    async def fault(self, kind, feed, writer):
        body = feed.document()
        start = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        if kind == "reset":
            writer.transport.abort()
        elif kind == "stall":
            writer.write(start + body[: len(body) // 2])
            await writer.drain()
            await asyncio.sleep(self.rnd.uniform(1, 4))
            writer.transport.abort()
        elif kind == "cut":
            writer.write(start + body[: self.rnd.randrange(len(body))])
            await writer.drain()
        elif kind == "error":
            writer.write(b"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            return True
        elif kind == "busy":
            writer.write(b"HTTP/1.1 503 Busy\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
            return True
        else:
            garbage = self.rnd.randbytes(self.rnd.randrange(1, 3000))
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(garbage)}\r\n\r\n".encode() + garbage)
            await writer.drain()
            return True
        return False


async def command(words):
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, limit=1 << 26)
    out, errors = await process.communicate()
    return process.returncode, out.decode(), errors.decode()


async def peak(pid, result):
    """The largest resident size while a process lives, in MB."""
    while True:
        try:
            with open(f"/proc/{pid}/status") as file:
                for line in file:
                    if line.startswith("VmHWM:"):
                        result[0] = max(result[0], int(line.split()[1]) / 1024)
        except OSError:
            return
        await asyncio.sleep(0.1)


async def fetch(binary, database, kill_after):
    process = await asyncio.create_subprocess_exec(
        binary, "--db", database, "--allow", "127.0.0.0/8", "fetch", "--json",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, limit=1 << 26)
    size = [0.0]
    watch = asyncio.create_task(peak(process.pid, size))
    killed = False
    try:
        out, _ = await asyncio.wait_for(process.communicate(), kill_after)
    except asyncio.TimeoutError:
        process.kill()
        killed = True
        await process.wait()
        out = b""
    watch.cancel()
    return killed, process.returncode, size[0], json.loads(out) if out.strip() else {}


async def stored(binary, database):
    """Titles of each feed's stored articles, in the order of the listing."""
    code, out, errors = await command([binary, "--db", database, "list", "--jsonl"])
    if code not in (0, 1):
        sys.exit("list: " + errors)
    found = collections.defaultdict(list)
    for line in out.splitlines():
        article = json.loads(line)
        found[int(article["feed"].split("/")[-2])].append(article["title"].removeprefix("Item "))
    return found


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--feeds", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = options.keep or tempfile.mkdtemp(prefix="fault-loop-")
    os.makedirs(folder, exist_ok=True)
    database = os.path.join(folder, "faults.db")
    rnd = random.Random(options.seed)
    site = Site(options.feeds, options.seed)
    server = await asyncio.start_server(site.serve, "0.0.0.0", 0, backlog=4096)
    port = server.sockets[0].getsockname()[1]
    opml = os.path.join(folder, "feeds.opml")
    with open(opml, "w") as file:
        file.write('<opml version="2.0"><body>')
        for number in range(options.feeds):
            file.write(f'<outline type="rss" text="Feed {number}" xmlUrl="http://127.0.0.{1 + number % HOSTS}:{port}/{number}/0"/>')
        file.write("</body></opml>")
    code, _, errors = await command([options.binary, "--db", database, "import", opml])
    if code:
        sys.exit(errors)

    start = time.monotonic()
    end = start + options.minutes * 60
    minutes = []
    lost_after_run = 0
    totals = collections.Counter()
    while time.monotonic() < end:
        minute = int((time.monotonic() - start) / 60)
        while len(minutes) <= minute:
            minutes.append(collections.Counter())
        now = minutes[minute]
        site.step()
        site.delivered = {}
        killed, code, size, report = await fetch(
            options.binary, database, rnd.uniform(0.02, 3) if rnd.random() < 0.4 else 120)
        now["runs"] += 1
        now["killed"] += killed
        now["memory"] = max(now["memory"], round(size))
        now["failures"] += report.get("failed", 0)
        now["new"] += report.get("inserted", 0)
        if not killed and code not in (0, 2):
            print(f"a run ended with {code}")
            totals["crashed"] += 1
        if not killed and now["runs"] % 10 == 0:
            delivered = dict(site.delivered)
            found = await stored(options.binary, database)
            for number, keys in delivered.items():
                lost_after_run += len(set(keys) - set(found[number]))
            totals["looked"] += 1
    site.faults = False
    for _ in range(3):
        await asyncio.sleep(2.5)
        await fetch(options.binary, database, 120)

    published = sum(len(feed.items) for feed in site.feeds)
    found = await stored(options.binary, database)
    lost = sum(len({key for key, _ in feed.items} - set(found[feed.number])) for feed in site.feeds)
    twice = sum(len(titles) - len(set(titles)) for titles in found.values())
    code, out, errors = await command([options.binary, "--db", database, "check"])
    server.close()

    print(f"{options.feeds} feeds, {options.minutes:g} minutes, seed {options.seed}")
    print("answers: " + ", ".join(f"{count} {kind}" for kind, count in sorted(site.counts.items())))
    print("minute   runs  killed  new articles  failed fetches  largest resident size")
    for number, minute in enumerate(minutes):
        print(f"{number + 1:6} {minute['runs']:6} {minute['killed']:7} {minute['new']:13} {minute['failures']:15} {minute['memory']:19} MB")
    print(f"published {published}, lost {lost}, twice {twice}; of what whole runs were sent, missing {lost_after_run} "
          f"(looked {totals['looked']} times); crashed {totals['crashed']}; check: {'passed' if code == 0 else out + errors}")
    if not options.keep:
        shutil.rmtree(folder)
    sys.exit(1 if lost or twice or lost_after_run or code or totals["crashed"] else 0)


asyncio.run(main())
