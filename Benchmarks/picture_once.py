#!/usr/bin/env python3
"""picture_once.py - what a host fetches and stores if many accounts look at the same pictures.

    picture_once.py BINARY [--accounts 100] [--feeds 50] [--pictures 200] [--kilobytes 50] [--seconds 600]

Each account of a host on files subscribes to the same feeds, each of which names an icon, and requests the same pictures over
HTTP, twice. Prints the requests that reached the server of the feeds on loopback, the bytes that it sent, and the disk used, in
JSON. Exit 1 if a picture is missing or wrong, or if an account has no icons at the end.
"""
import argparse, collections, concurrent.futures, http.client, http.server, json, os, resource, shutil, sqlite3, struct, subprocess, sys
import tempfile, threading, time, urllib.parse, zlib
from measuring.local_server import LocalServer


def png(width, height, noise):
    """A PNG with `noise` in a chunk that viewers skip."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\0\0\0" * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"ruSt", noise)
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    requests, sent, lock = collections.Counter(), collections.Counter(), threading.Lock()
    origin, files = "", {}

    def do_GET(self):
        kind = self.path.split("/")[1]
        if kind == "feed": body = self.feed(self.path)
        else: body = self.files.get(self.path)
        with self.lock:
            self.requests[kind] += 1
            self.sent[kind] += len(body or b"")
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "application/rss+xml" if kind == "feed" else "image/png")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def feed(self, path):
        icon = "%s/icon/%s" % (self.origin, path.split("/")[2])
        return ('<?xml version="1.0"?><rss version="2.0"><channel><title>%s</title><image><url>%s</url></image>'
                "<item><guid>1</guid><title>An article of %s</title></item></channel></rss>" % (path, icon, path)).encode()

    def log_message(self, *_): pass


def icons(path):
    connection = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    try: return connection.execute("SELECT count(*) FROM feed_icon WHERE bytes IS NOT NULL").fetchone()[0]
    finally: connection.close()


def disk(folder, select):
    names = (os.path.join(root, name) for root, _, names in os.walk(folder) for name in names)
    return sum(os.path.getsize(name) for name in names if select(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=os.path.abspath)
    parser.add_argument("--accounts", type=int, default=100)
    parser.add_argument("--feeds", type=int, default=50)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--kilobytes", type=int, default=50, help="the size of a picture (default: 50)")
    parser.add_argument("--seconds", type=int, default=600, help="maximum time to wait for the icons (default: 600)")
    a = parser.parse_args()
    for n in range(a.feeds): Site.files["/icon/%d" % n] = png(16, 16, os.urandom(500))
    for n in range(a.pictures): Site.files["/picture/%d" % n] = png(40, 30, os.urandom(a.kilobytes << 10))
    server = LocalServer(("127.0.0.1", 0), Site)
    Site.origin = "http://127.0.0.1:%d" % server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder = tempfile.mkdtemp(prefix="picture-once-")
    host = os.path.join(folder, "libraries")
    os.mkdir(host, 0o700)
    environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", FEEDSEARCH_PASSWORD="a long password",
                       FEEDSEARCH_ALLOW="127.0.0.1:%d" % server.server_port, FEEDSEARCH_LIBRARIES=host)
    run = lambda *words: subprocess.run([a.binary, *words], env=environment, check=True, capture_output=True,
                                        stdin=subprocess.DEVNULL, text=True).stdout.strip()
    path = lambda number: os.path.join(host, "person%d" % number, "feedsearch.db")
    subscriptions, articles = os.path.join(folder, "feeds.opml"), os.path.join(folder, "articles.jsonl")
    with open(subscriptions, "w") as file:
        outlines = "".join('<outline type="rss" text="feed %d" xmlUrl="%s/feed/%d"/>' % (n, Site.origin, n) for n in range(a.feeds))
        file.write('<?xml version="1.0"?><opml version="2.0"><head/><body>%s</body></opml>' % outlines)
    with open(articles, "w") as file:
        html = "".join('<img src="%s/picture/%d">' % (Site.origin, n) for n in range(a.pictures))
        file.write(json.dumps({"feed": "https://example.org/pictures", "id": "1", "title": "pictures", "html": html}) + "\n")

    def create(number):
        run("account", "add", "person%d" % number)
        run("--db", path(number), "import", subscriptions)
        run("--db", path(number), "ingest", articles)
        return run("token", "create", "t", "--scope", "read", "--account", "person%d" % number)

    def look(port, token):
        """Requests all pictures of the article twice; returns the number of wrong answers."""
        connection, wrong = http.client.HTTPConnection("127.0.0.1", port, timeout=60), 0
        def get(target):
            connection.request("GET", target, headers={"Authorization": "Bearer " + token})
            answer = connection.getresponse()
            return answer.status, answer.read()
        listed = json.loads(get("/v1/articles?q=title:pictures")[1])
        number = listed["articles"][0]["n"]
        page = get("/article/%d" % number)[1].decode()
        addresses = sorted({part.split('"')[0].replace("&amp;", "&") for part in page.split('src="')[1:] if "image/" in part.split('"')[0]})
        if len(addresses) != a.pictures: return a.pictures
        for _ in range(2):
            for address in addresses:
                url = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["u"][0]
                status, body = get(urllib.parse.urljoin("/article/%d" % number, address))
                wrong += status != 200 or body != Site.files[url[len(Site.origin):]]
        return wrong

    service = None
    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool: tokens = list(pool.map(create, range(a.accounts)))
        print("accounts are ready", file=sys.stderr, flush=True)
        service = subprocess.Popen([a.binary, "serve", "--listen", "127.0.0.1:0", "--json"], env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        port = urllib.parse.urlsplit(json.loads(service.stdout.readline())["listening"]).port
        started = time.monotonic()
        missing = set(range(a.accounts))
        while missing and time.monotonic() < started + a.seconds:
            time.sleep(2)
            missing = {number for number in missing if icons(path(number)) < a.feeds}
        took = round(time.monotonic() - started)
        print("icons are ready", file=sys.stderr, flush=True)
        looked = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(4) as pool: wrong = sum(pool.map(lambda token: look(port, token), tokens))
        seconds = time.monotonic() - looked
        service.terminate()
        service.wait()
        print(json.dumps({
            "accounts": a.accounts, "requests": dict(Site.requests), "MB sent": {k: round(v / 1e6, 1) for k, v in Site.sent.items()},
            "MB of pictures on disk": round(disk(folder, lambda name: "pictures" in name[len(folder):] and "jsonl" not in name) / 1e6, 1),
            "MB of fetches.db": round(disk(folder, lambda name: "fetches.db" in name) / 1e6, 1),
            "seconds until all icons": took, "accounts without all icons": len(missing),
            "seconds for all pictures": round(seconds), "wrong pictures": wrong}))
        sys.exit(bool(missing) or wrong > 0)
    finally:
        if service and service.poll() is None: service.kill()
        shutil.rmtree(folder, ignore_errors=True)


main()
