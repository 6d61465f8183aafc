#!/usr/bin/env python3
"""reader_protocols.py - what reader apps ask for at each sync, of a large library.

    reader_protocols.py BINARY [--articles 100000] [--unread 50000] [--feeds 2000] [--rounds 50]

Makes a database of articles in subscribed feeds, part of them unread, and times requests of Google Reader's API over one connection to
loopback, uncompressed: the ids of all unread articles in one answer, of the newest 1,000, of a feed and of what is starred; unread counts
of all feeds, without and with saved searches; the list of subscriptions; 100 articles by their ids. Prints median, p95 and bytes; checks the
counts, and exits 1 where an answer is wrong. Targets (release build): 50,000 ids in 30 ms, counts of 2,000 feeds in 5 ms."""
import argparse, json, os, random, subprocess, sys, tempfile, time, urllib.parse
from service_process import Client, Server

STATE = "user/-/state/com.google/"
WORDS = "heron owl lake wood fox river stone cloud field harbour".split()


def command(binary, database, *words, **options):
    return subprocess.run([binary, "--db", database, *words], check=True, capture_output=True, text=True, **options).stdout


def make(a, database, folder):
    rnd = random.Random(7)
    outlines = "".join('<outline text="Folder %d">%s</outline>' % (f, "".join(
        '<outline text="Feed %d" xmlUrl="https://example.org/%d"/>' % (n, n) for n in range(f, a.feeds, 40))) for f in range(40))
    opml, lines = os.path.join(folder, "list.opml"), os.path.join(folder, "articles.jsonl")
    with open(opml, "w") as file: file.write('<opml version="2.0"><body>%s</body></opml>' % outlines)
    with open(lines, "w") as file:
        for n in range(a.articles):
            file.write(json.dumps({
                "feed": "https://example.org/%d" % rnd.randrange(a.feeds), "id": "https://example.org/articles/%d" % n,
                "url": "https://example.org/articles/%d" % n, "title": " ".join(rnd.choices(WORDS, k=6)),
                "text": " ".join(rnd.choices(WORDS, k=60)), "tags": rnd.sample(WORDS, 2),
                "published": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_600_000_000 + rnd.randrange(100_000_000))),
                "read": n >= a.unread, "starred": n % 500 == 0}) + "\n")
    command(a.binary, database, "import", opml)
    command(a.binary, database, "ingest", "--format", "jsonl", lines)
    command(a.binary, database, "account", "add", "anna", env=dict(os.environ, FEEDSEARCH_PASSWORD="a long password"))
    return command(a.binary, database, "account", "app-password", "anna", "--label", "speed").strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--articles", type=int, default=100_000)
    parser.add_argument("--unread", type=int, default=50_000)
    parser.add_argument("--feeds", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=50)
    a = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "a.db")
        password = make(a, database, folder)
        server = Server(a.binary, database)
        server.start()
        client = Client(server, "")
        status, answer = client.ask("POST", "/accounts/ClientLogin", "Email=anna&Passwd=" + password, "application/x-www-form-urlencoded")
        if status != 200: raise SystemExit("the sign-in got %s" % status)
        client.headers = {"Authorization": "GoogleLogin " + answer.decode().split("\n")[2].replace("Auth=", "auth=")}

        def measure(name, path, method="GET", body=None, check=None):
            times = []
            for _ in range(a.rounds):
                begun = time.perf_counter()
                status, answer = client.ask(method, "/reader/api/0/" + path, body, "application/x-www-form-urlencoded")
                times.append((time.perf_counter() - begun) * 1e3)
                if status != 200: raise SystemExit("%s got %s: %s" % (name, status, answer[:300]))
            times.sort()
            print("%-36s p50 %7.2f  p95 %7.2f ms  %9d bytes" % (name, times[len(times) // 2], times[int(len(times) * .95)], len(answer)))
            if check and not check(json.loads(answer)): wrong.append(name)
            return answer

        reading = "s=%sreading-list" % STATE
        unread = reading + "&xt=%sread" % STATE
        ids = json.loads(measure(
            "ids of all unread", "stream/items/ids?%s&n=100000" % unread,
            check=lambda o: len(o["itemRefs"]) == a.unread and "continuation" not in o))["itemRefs"]
        measure("ids of the newest 1,000 unread", "stream/items/ids?%s&n=1000" % unread,
                check=lambda o: o["itemRefs"] == ids[:1000] and "continuation" in o)
        measure("ids of the newest 1,000", "stream/items/ids?%s&n=1000" % reading, check=lambda o: len(o["itemRefs"]) == 1000)
        measure("ids of a feed", "stream/items/ids?s=feed/7&n=1000")
        measure("ids of what is starred", "stream/items/ids?s=%sstarred&n=10000" % STATE,
                check=lambda o: len(o["itemRefs"]) == (a.articles + 499) // 500)
        measure("unread counts", "unread-count?output=json",
                check=lambda o: o["max"] == a.unread and len(o["unreadcounts"]) == a.feeds + 41)
        measure("list of subscriptions", "subscription/list?output=json", check=lambda o: len(o["subscriptions"]) == a.feeds)
        body = urllib.parse.urlencode([("i", "tag:google.com,2005:reader/item/%016x" % int(i["id"])) for i in ids[:100]])
        measure("100 articles by their ids", "stream/items/contents", "POST", body, lambda o: len(o["items"]) == 100)
        for n in range(10): command(a.binary, database, "save", "search %d" % n, "title:%s %s" % (WORDS[n], WORDS[(n + 1) % 10]))
        measure("unread counts with 10 saved searches", "unread-count?output=json", check=lambda o: len(o["unreadcounts"]) == a.feeds + 51)
        server.stop()
    for name in wrong: print("wrong: " + name, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
