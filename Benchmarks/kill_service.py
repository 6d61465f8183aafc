#!/usr/bin/env python3
"""kill_service.py - a server that is killed again and again loses nothing that it answered with 2xx.

    kill_service.py BINARY ARTICLES.jsonl [--kills 200] [--clients 4] [--seed 1]

Clients ingest parts of the file, set articles read and starred, tag them, save searches and subscribe to feeds of a site on loopback,
while kill -9 ends the server at random moments, also while it starts. At the end every acknowledged article is there, each article has
the state, each saved search the query that was answered last, each feed its subscription, and `check` is clean. Prints a line for each failure and a summary; exit 1 on any failure."""
import argparse, http.client, http.server, json, os, random, subprocess, sys, tempfile, threading, time
from service_process import Client, Server


class Site(http.server.BaseHTTPRequestHandler):
    """A feed under each path."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        items = "".join("<item><guid>%s-%d</guid><title>Item %d</title></item>" % (self.path, n, n) for n in range(2))
        body = ('<?xml version="1.0"?><rss version="2.0"><channel><title>%s</title>%s</channel></rss>' % (self.path, items)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_): pass


class Run:
    def __init__(self, a, folder):
        self.a = a
        os.environ["FEEDSEARCH_ALLOW"] = "127.0.0.1"
        self.site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        # A killed client is no error of the site.
        self.site.handle_error = lambda *_: None
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        self.database = os.path.join(folder, "articles.db")
        self.server = Server(a.binary, self.database)
        self.lock = threading.Lock()
        self.ended = threading.Event()
        self.acknowledged, self.states, self.saved, self.feeds = set(), {}, {}, set()
        self.counts = dict.fromkeys(("ingests", "articles", "states", "saved", "feeds", "kills", "refused"), 0)
        self.failures = []
        with open(a.articles, encoding="utf-8") as file: self.lines = [line for line in file][:a.most]

    def count(self, what, n=1):
        with self.lock: self.counts[what] += n

    def fail(self, text):
        with self.lock: self.failures.append(text)
        print("FAILED " + text, flush=True)

    def ingest(self, client, rnd, number):
        """A part of the lines that belong to this client; what of it was committed is remembered."""
        own = self.lines[number::self.a.clients]
        first = rnd.randrange(len(own))
        part = own[first:first + 300]
        done = 0
        try:
            answer = client.begin("POST", "/v1/ingest?batch_size=50", "".join(part).encode(), "application/x-ndjson")
            if answer.status != 200:
                answer.read()
                return self.count("refused")
            for line in answer:
                value = json.loads(line)
                done = value.get("committed", done)
        except (OSError, http.client.HTTPException, ValueError):
            client.close()
        with self.lock:
            self.acknowledged.update((json.loads(line)["feed"], json.loads(line)["id"]) for line in part[:done])
        self.count("ingests")
        self.count("articles", done)

    def set_state(self, client, rnd, number):
        """Articles of this client alone, so that the last answer is what must be there."""
        articles = [n for n in rnd.sample(range(1, self.a.base + 1), 20) if n % self.a.clients == number]
        if not articles: return
        body = {"articles": articles, "read": rnd.random() < .5, "starred": rnd.random() < .5}
        tag = "t%d" % rnd.randrange(5)
        body["tags"] = {"add": [tag]} if rnd.random() < .5 else {"remove": [tag]}
        status, answer = client.insist("POST", "/v1/state", json.dumps(body))
        if status != 200: return self.fail("state: %s %s" % (status, answer[:300]))
        for n in articles:
            state = self.states.setdefault(n, {"tags": set()})
            state.update(read=body["read"], starred=body["starred"])
            if "add" in body["tags"]: state["tags"].add(tag)
            else: state["tags"].discard(tag)
        self.count("states")

    def save(self, client, rnd, number):
        name, query = "s%d-%d" % (number, rnd.randrange(10)), rnd.choice(["google", "中国", "swift OR 新闻", "the -google"])
        status, answer = client.insist("POST", "/v1/saved", json.dumps({"name": name, "query": query}))
        if status not in (200, 201, 204): return self.fail("saved: %s %s" % (status, answer[:300]))
        self.saved[name] = query
        self.count("saved")

    def subscribe(self, client, rnd, number):
        url = "http://127.0.0.1:%d/%d/%d" % (self.site.server_port, number, rnd.randrange(1_000_000))
        status, answer = client.insist("POST", "/v1/feeds", json.dumps({"url": url}))
        if status not in (200, 201): return self.fail("feed: %s %s" % (status, answer[:300]))
        with self.lock: self.feeds.add(url)
        self.count("feeds")

    def client(self, number, token):
        rnd = random.Random(self.a.seed * 100 + number)
        client = Client(self.server, token)
        while not self.ended.is_set():
            rnd.choices([self.ingest, self.set_state, self.save, self.subscribe], [4, 5, 1, 1])[0](client, rnd, number)

    def compare(self, token):
        client = Client(self.server, token)
        for n, wanted in self.states.items():
            status, answer = client.ask("GET", "/v1/articles/%d" % n)
            found = json.loads(answer)
            tags = {tag for tag in found.get("tags", []) if len(tag) == 2 and tag[0] == "t"}
            if (found.get("read", False), found.get("starred", False), tags) != (wanted["read"], wanted["starred"], wanted["tags"]):
                self.fail("article %d: %s, not %s" % (n, {k: found.get(k) for k in ("read", "starred", "tags")}, wanted))
        status, answer = client.ask("GET", "/v1/saved")
        queries = {item["name"]: item["query"] for item in json.loads(answer)["saved"]}
        for name, query in self.saved.items():
            if queries.get(name) != query: self.fail("saved search %s: %s, not %s" % (name, queries.get(name), query))
        status, answer = client.ask("GET", "/v1/feeds")
        for url in self.feeds - {item["feed"] for item in json.loads(answer)["feeds"]}: self.fail("no subscription: " + url)

    def main(self):
        first = os.path.join(os.path.dirname(self.database), "first.jsonl")
        with open(first, "w", encoding="utf-8") as file: file.writelines(self.lines[:self.a.base])
        subprocess.run([self.a.binary, "--db", self.database, "ingest", "--format", "jsonl", first], check=True, capture_output=True)
        token = self.server.token("kills", "write")
        rnd = random.Random(self.a.seed)
        self.server.start()
        clients = [threading.Thread(target=self.client, args=(number, token)) for number in range(self.a.clients)]
        for thread in clients: thread.start()
        while self.counts["kills"] < self.a.kills:
            time.sleep(rnd.uniform(.02, 1.2))
            self.server.kill()
            self.count("kills")
            self.server.start()
        self.ended.set()
        for thread in clients: thread.join()
        self.compare(token)
        if self.server.stop() != 0: self.fail("the server did not end cleanly")
        listed = subprocess.run([self.a.binary, "--db", self.database, "list", "--jsonl"], capture_output=True, text=True)
        stored = {(item["feed"], item["id"]) for item in map(json.loads, listed.stdout.splitlines())}
        for missing in sorted(self.acknowledged - stored)[:20]: self.fail("acknowledged and not stored: %s %s" % missing)
        checked = subprocess.run([self.a.binary, "--db", self.database, "check"], capture_output=True, text=True)
        if checked.returncode: self.fail("check: " + checked.stdout[-500:] + checked.stderr[-500:])
        print(", ".join("%d %s" % (count, what) for what, count in self.counts.items())
              + "; %d articles acknowledged, %d stored; %d failures" % (len(self.acknowledged), len(stored), len(self.failures)))
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary"); parser.add_argument("articles"); parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--clients", type=int, default=4); parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--base", type=int, default=500, help="articles stored before"); parser.add_argument("--most", type=int, default=20000)
    with tempfile.TemporaryDirectory() as folder: sys.exit(Run(parser.parse_args(), folder).main())


if __name__ == "__main__": main()
