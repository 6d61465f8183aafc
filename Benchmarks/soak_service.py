#!/usr/bin/env python3
"""soak_service.py - a server under mixed load: well-behaved clients see no error, memory and descriptors do not grow.

    soak_service.py BINARY ARTICLES.jsonl [--minutes 30] [--seed 1]

Well-behaved clients search, list, set states and ingest, and follow /v1/live. Others disconnect in the middle of a request or an answer,
send a byte now and then, open connections and leave them, ask without or with wrong credentials. Memory (RssAnon) and
descriptors are sampled every 5 s; the second half is compared with the quarter before it. Exit 1 on any failure."""
import argparse, http.client, json, os, random, socket, subprocess, sys, tempfile, threading, time
from service_process import Client, Server

QUERIES = ["google", "%E4%B8%AD%E5%9B%BD", "the", "%22open+source%22", "is:unread", "swift+OR+%E6%96%B0%E9%97%BB", "date:2012", "pre*"]


class Soak:
    def __init__(self, a, folder):
        self.a = a
        self.database = os.path.join(folder, "soak.db")
        self.server = Server(a.binary, self.database)
        self.lock = threading.Lock()
        self.counts, self.failures, self.samples = {}, [], []
        with open(a.articles, encoding="utf-8") as file: self.lines = [line for line in file][:20000]

    def count(self, what):
        with self.lock: self.counts[what] = self.counts.get(what, 0) + 1

    def fail(self, text):
        with self.lock: self.failures.append(text)
        print("FAILED " + text, flush=True)

    def expect(self, what, status, allowed=(200,)):
        self.count(what)
        if status not in allowed: self.fail("%s: %s" % (what, status))

    # What well-behaved clients do.

    def reader(self, client, rnd):
        path = rnd.choice(["/v1/search?q=%s", "/v1/search?q=%s&facets=true", "/v1/search?q=%s&sort=newest", "/v1/articles?q=%s&limit=50"])
        self.expect("read", client.ask("GET", path % rnd.choice(QUERIES))[0], (200, 503))

    def writer(self, client, rnd):
        if rnd.random() < .2:
            first = rnd.randrange(len(self.lines) - 200)
            status, answer = client.ask("POST", "/v1/ingest", "".join(self.lines[first:first + 200]).encode(), "application/x-ndjson")
            self.expect("ingest", status, (200, 429))
            if status == 200 and b'"seen"' not in answer: self.fail("ingest: %s" % answer[-300:])
        else:
            body = {"articles": rnd.sample(range(1, 500), 10), "read": rnd.random() < .5}
            self.expect("state", client.ask("POST", "/v1/state", json.dumps(body))[0])
        time.sleep(.05)

    def follower(self, client, rnd):
        try:
            answer = client.begin("GET", "/v1/live?query=the")
            end = min(self.end, time.time() + rnd.uniform(1, 20))
            client.connection.sock.settimeout(20)
            while time.time() < end and answer.readline(): pass
            self.count("follow")
        except (OSError, http.client.HTTPException) as error:
            if time.time() < self.end: self.fail("follow: %r" % error)
        client.close()

    # What others do.

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.server.port), 5)
        connection.settimeout(5)
        return connection

    def nuisance(self, client, rnd):
        head = b"GET /v1/search?q=the HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + self.token.encode() + b"\r\n\r\n"
        kind = rnd.randrange(6)
        connections = [self.connect()]
        try:
            if kind == 0: connections[0].sendall(head[:rnd.randrange(len(head))])
            elif kind == 1: connections[0].sendall(head)
            elif kind == 2:
                connections[0].sendall(head * 20)
                connections[0].recv(100)
            elif kind == 3:
                for byte in head[:20]:
                    connections[0].sendall(bytes([byte]))
                    time.sleep(.05)
            elif kind == 4:
                connections += [self.connect() for _ in range(30)]
                time.sleep(rnd.uniform(0, 1))
            else:
                connections[0].sendall(head.replace(self.token.encode(), b"wrong"))
                connections[0].recv(1000)
            self.count("nuisance")
        except OSError:
            self.count("nuisance refused")
        for connection in connections: connection.close()
        time.sleep(.02)

    def loop(self, body, seed):
        rnd = random.Random(seed)
        client = Client(self.server, self.token)
        while time.time() < self.end:
            try: body(client, rnd)
            except OSError as error: self.fail("%s: %r" % (body.__name__, error))

    def main(self):
        first = os.path.join(os.path.dirname(self.database), "first.jsonl")
        with open(first, "w", encoding="utf-8") as file: file.writelines(self.lines)
        subprocess.run([self.a.binary, "--db", self.database, "ingest", "--format", "jsonl", first], check=True, capture_output=True)
        self.token = self.server.token("soak", "write")
        self.server.start()
        begun = time.time()
        self.end = begun + self.a.minutes * 60
        bodies = [self.reader, self.reader, self.writer, self.follower, self.follower, self.nuisance, self.nuisance]
        threads = [threading.Thread(target=self.loop, args=(body, self.a.seed + k)) for k, body in enumerate(bodies)]
        for thread in threads: thread.start()
        while time.time() < self.end:
            time.sleep(5)
            self.samples.append((time.time() - begun, self.server.memory(), self.server.descriptors()))
        for thread in threads: thread.join()
        time.sleep(2)
        settled = self.server.descriptors()
        if self.server.stop() != 0: self.fail("the server did not end cleanly")
        quarter = [s for s in self.samples if .25 <= s[0] / (self.end - begun) < .5]
        half = [s for s in self.samples if s[0] / (self.end - begun) >= .5]
        for what, index, slack in (("RssAnon", 1, 8 << 20), ("descriptors", 2, 20)):
            before, after = max(s[index] for s in quarter), max(s[index] for s in half)
            print("%s: %d in the second quarter, %d in the second half" % (what, before, after))
            if after > before * 1.1 + slack: self.fail("%s grow: %d, then %d" % (what, before, after))
        print("descriptors when quiet: %d" % settled)
        if subprocess.run([self.a.binary, "--db", self.database, "check"], capture_output=True).returncode: self.fail("check")
        print(", ".join("%d %s" % (count, what) for what, count in sorted(self.counts.items())) + "; %d failures" % len(self.failures))
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary"); parser.add_argument("articles"); parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    with tempfile.TemporaryDirectory() as folder: sys.exit(Soak(parser.parse_args(), folder).main())


if __name__ == "__main__": main()
