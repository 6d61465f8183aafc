#!/usr/bin/env python3
"""service_speed.py - the server under load: searches beside an ingest, live followers, memory when idle.

    service_speed.py BINARY ARTICLES.jsonl [--rate 100] [--followers 1000] [--only ingest|followers|idle]

ingest: the second half of the file is ingested over HTTP (64 MB a request) while searches are offered at a fixed rate; prints their
latencies, counted from the moment at which each was due, the ingest beside that of the command into a copy of the same database, and
memory after it.
followers: connections to /v1/live, then one article; prints when the first, the median and the last one were told, and RssAnon.
idle: RssAnon of a server with all articles, a minute after its last request."""
import argparse, http.client, json, os, random, selectors, shutil, socket, statistics, subprocess, sys, tempfile, threading, time
from service_process import Client, Server

QUERIES = ["google", "%E4%B8%AD%E5%9B%BD", "the", "open+source", "swift+language", "%E6%96%B0%E9%97%BB", "history", "music+film", "water", "%E4%BA%BA%E6%B0%91"]


def command(binary, database, *words):
    return subprocess.run([binary, "--db", database, *words], check=True, capture_output=True, text=True).stdout


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))]


def offer(server, token, rate, end, latencies, seed):
    """Searches that are due at fixed times; one that is late is counted from when it was due."""
    client, rnd, due = Client(server, token), random.Random(seed), time.perf_counter()
    while not end.is_set():
        due += 1 / rate
        time.sleep(max(0, due - time.perf_counter()))
        status, _ = client.ask("GET", "/v1/search?limit=20&q=%s+%s" % (rnd.choice(QUERIES), rnd.choice(QUERIES)))
        if status != 200: raise SystemExit("a search got %s" % status)
        latencies.append((time.perf_counter() - due) * 1e3)


def ingest(a, folder, lines):
    half = len(lines) // 2
    first, rest = os.path.join(folder, "first.jsonl"), os.path.join(folder, "rest.jsonl")
    for path, part in ((first, lines[:half]), (rest, lines[half:])):
        with open(path, "w", encoding="utf-8") as file: file.writelines(part)
    database, copy = os.path.join(folder, "ingest.db"), os.path.join(folder, "copy.db")
    command(a.binary, database, "ingest", "--format", "jsonl", first)
    command(a.binary, database, "backup", copy)
    begun = time.perf_counter()
    command(a.binary, copy, "ingest", "--format", "jsonl", rest)
    alone = time.perf_counter() - begun
    server = Server(a.binary, database)
    token = server.token("speed", "write")
    server.start()
    bodies, size = [[]], 0
    for line in lines[half:]:
        bytes = line.encode()
        if size + len(bytes) > 64 << 20: bodies.append([]); size = 0
        bodies[-1].append(bytes); size += len(bytes)
    end, latencies, quiet = threading.Event(), [], []
    def measure(into, seconds=None):
        end.clear()
        threads = [threading.Thread(target=offer, args=(server, token, a.rate / 4, end, into, k)) for k in range(4)]
        for thread in threads: thread.start()
        if seconds: time.sleep(seconds); end.set()
        return threads
    for thread in measure(quiet, 5): thread.join()
    threads = measure(latencies)
    client, begun = Client(server, token, 600), time.perf_counter()
    for body in bodies:
        status, answer = client.ask("POST", "/v1/ingest", b"".join(body), "application/x-ndjson")
        if status != 200: raise SystemExit("ingest got %s: %s" % (status, answer[-300:]))
    over = time.perf_counter() - begun
    end.set()
    for thread in threads: thread.join()
    memory = server.memory()
    time.sleep(60)
    later = server.memory()
    server.stop()
    print("ingest of %d articles: command %.0f/s; over HTTP beside %g searches/s %.0f/s, %.2f of the command's"
          % (len(lines) - half, (len(lines) - half) / alone, a.rate, (len(lines) - half) / over, alone / over))
    for name, values in (("without ingest", quiet), ("beside the ingest", latencies)):
        print("searches %s: %d, p50 %.1f p95 %.1f p99 %.1f max %.1f ms"
              % (name, len(values), percentile(values, .5), percentile(values, .95), percentile(values, .99), max(values)))
    print("RssAnon after it: %.0f MB, a minute later %.0f MB" % (memory / 1e6, later / 1e6))


def followers(a, folder, lines):
    database, first = os.path.join(folder, "live.db"), os.path.join(folder, "live.jsonl")
    with open(first, "w", encoding="utf-8") as file: file.writelines(lines[:20000])
    command(a.binary, database, "ingest", "--format", "jsonl", first)
    server = Server(a.binary, database)
    token = server.token("speed", "write")
    server.start()
    before = server.memory()
    selector, told, connections = selectors.DefaultSelector(), {}, []
    for number in range(a.followers):
        connection = socket.create_connection(("127.0.0.1", server.port))
        query = QUERIES[number % len(QUERIES)] if number % 2 else "qqzwxlive"
        connection.sendall(("GET /v1/live?query=%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n" % (query, token)).encode())
        if b" 200 " not in connection.recv(4096): raise SystemExit("a follower was refused")
        connections.append((connection, number))
    time.sleep(3)
    for connection, number in connections:
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ, number)
    words = "qqzwxlive google 中国 the open source swift language 新闻 history music film water 人民"
    article = json.dumps({"feed": "https://example.org/live", "id": "live", "title": "live", "text": words, "url": "https://example.org/live"})
    status, answer = Client(server, token).ask("POST", "/v1/ingest", article.encode(), "application/x-ndjson")
    if status != 200: raise SystemExit("ingest got %s" % status)
    begun = time.perf_counter()
    texts = dict.fromkeys(range(a.followers), b"")
    while len(told) < a.followers and time.perf_counter() - begun < 20:
        for key, _ in selector.select(1):
            texts[key.data] += key.fileobj.recv(65536)
            if key.data not in told and b"event: match" in texts[key.data]: told[key.data] = time.perf_counter() - begun
    memory = server.memory()
    times = sorted(told.values())
    print("%d followers, %d told: first after %.2f s, median %.2f s, last %.2f s; RssAnon %.0f MB (%.0f MB before they came)"
          % (a.followers, len(times), times[0], statistics.median(times), times[-1], memory / 1e6, before / 1e6))
    server.stop()


def idle(a, folder, lines):
    database, path = os.path.join(folder, "idle.db"), os.path.join(folder, "idle.jsonl")
    with open(path, "w", encoding="utf-8") as file: file.writelines(lines)
    command(a.binary, database, "ingest", "--format", "jsonl", path)
    server = Server(a.binary, database)
    token = server.token("speed", "read")
    server.start()
    client = Client(server, token)
    for _ in range(20):
        for query in QUERIES: client.ask("GET", "/v1/search?limit=20&q=" + query)
    busy = server.memory()
    time.sleep(60)
    print("%d articles: RssAnon %.0f MB after 200 searches, %.0f MB after a minute without any" % (len(lines), busy / 1e6, server.memory() / 1e6))
    server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary"); parser.add_argument("articles"); parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--followers", type=int, default=1000); parser.add_argument("--only", choices=["ingest", "followers", "idle"])
    a = parser.parse_args()
    with open(a.articles, encoding="utf-8") as file: lines = file.readlines()
    for name, part in (("ingest", ingest), ("followers", followers), ("idle", idle)):
        if a.only in (None, name):
            with tempfile.TemporaryDirectory() as folder: part(a, folder, lines)


if __name__ == "__main__": main()
