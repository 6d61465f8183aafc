#!/usr/bin/env python3
"""fetch_once.py - how many requests a host with many libraries makes for common feeds.

    fetch_once.py BINARY [--libraries 1000] [--subscriptions 100] [--feeds 5000] [--seconds 900]

Each library of a host on files subscribes to some of the feeds of a server on loopback, chosen at random. One service
fetches until every library has the articles of all its subscriptions. Prints the requests, the time and the processor
time of the service in JSON; exit 1 if a feed was requested more than once, or if a library lacks articles at the end.
"""
import argparse, collections, concurrent.futures, http.server, json, os, random, resource, shutil, sqlite3, subprocess, sys, tempfile
import threading, time
from measuring.local_server import LocalServer


class Feeds(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    requests, lock = collections.Counter(), threading.Lock()

    def do_GET(self):
        with self.lock: self.requests[self.path] += 1
        if not self.path.startswith("/feed/"): return self.answer(404, b"", "text/plain")
        items = "".join("<item><guid>%s-%d</guid><title>Item %d of %s</title><description>some words of an article</description></item>"
                        % (self.path, n, n, self.path) for n in range(3))
        body = '<?xml version="1.0"?><rss version="2.0"><channel><title>%s</title>%s</channel></rss>' % (self.path, items)
        self.answer(200, body.encode(), "application/rss+xml")

    def answer(self, status, body, kind):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_): pass


def articles(path):
    connection = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    try: return connection.execute("SELECT count(*) FROM article").fetchone()[0]
    finally: connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=os.path.abspath)
    parser.add_argument("--libraries", type=int, default=1000)
    parser.add_argument("--subscriptions", type=int, default=100)
    parser.add_argument("--feeds", type=int, default=5000)
    parser.add_argument("--seconds", type=int, default=900, help="the most to wait for the articles (default: 900)")
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    server = LocalServer(("127.0.0.1", 0), Feeds)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site, folder = "http://127.0.0.1:%d" % server.server_port, tempfile.mkdtemp(prefix="fetch-once-")
    host = os.path.join(folder, "libraries")
    os.mkdir(host, 0o700)
    environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", FEEDSEARCH_PASSWORD="a long password",
                       FEEDSEARCH_ALLOW="127.0.0.1:%d" % server.server_port)
    run = lambda *words: subprocess.run([a.binary, *words], env=environment, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    chance = random.Random(a.seed)
    wanted = [chance.sample(range(a.feeds), a.subscriptions) for _ in range(a.libraries)]
    path = lambda number: os.path.join(host, "person%d" % number, "feedsearch.db")

    def create(number):
        run("account", "add", "person%d" % number, "--libraries", host)
        list = os.path.join(folder, "%d.opml" % number)
        with open(list, "w") as file:
            outlines = "".join('<outline type="rss" text="feed %d" xmlUrl="%s/feed/%d"/>' % (n, site, n) for n in wanted[number])
            file.write('<?xml version="1.0"?><opml version="2.0"><head/><body>%s</body></opml>' % outlines)
        run("--db", path(number), "import", list)

    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for _ in pool.map(create, range(a.libraries)): pass
        print("libraries are ready", file=sys.stderr, flush=True)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.monotonic()
        service = subprocess.Popen([a.binary, "serve", "--listen", "127.0.0.1:0", "--libraries", host], env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        missing, slept = set(range(a.libraries)), 0
        while missing and time.monotonic() < started + a.seconds:
            time.sleep(2)
            missing = {number for number in missing if articles(path(number)) < 3 * a.subscriptions}
        took = time.monotonic() - started
        service.terminate()
        service.wait()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        feeds = {name: count for name, count in Feeds.requests.items() if name.startswith("/feed/")}
        print(json.dumps({
            "libraries": a.libraries, "subscriptions": a.libraries * a.subscriptions, "feeds": len(feeds),
            "requests": sum(feeds.values()), "most requests of a feed": max(feeds.values(), default=0),
            "other requests": sum(Feeds.requests.values()) - sum(feeds.values()), "libraries without all articles": len(missing),
            "seconds": round(took), "processor seconds": round(used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime)}))
        sys.exit(bool(missing) or max(feeds.values(), default=0) > 1)
    finally: shutil.rmtree(folder, ignore_errors=True)


main()
