#!/usr/bin/env python3
"""sync_readers.py - three reader apps, the command line and refreshes change the same library at once, and agree in the end.

    sync_readers.py BINARY [--minutes 10] [--feeds 20] [--seed 1]

Apps speak Google Reader's API, Fever and Miniflux's. Each, and the command, sets articles of its own (by the rest of the id divided by four)
read, unread and starred, again and again, and reads lists between; feeds of a site on loopback grow and are fetched all the time; kill -9
ends the server at random moments. A request is repeated until it is answered. At the end every article that the site has served is there
once, has the state that was set last (unread and without a star where nobody set any), and all three protocols and the command list the same
unread and starred articles. Prints a line for each failure and a summary; exit 1 on any failure."""
import argparse, base64, hashlib, http.client, http.server, json, os, random, subprocess, sys, tempfile, threading, time, urllib.parse
from service_process import Client, Server

WORDS = "heron owl lake wood fox river stone cloud field harbour crane stork ibis wren finch raven".split()
STATE = "user/-/state/com.google/"


class Site(http.server.BaseHTTPRequestHandler):
    """Feeds under /0, /1 …, each with an item more every two seconds."""
    protocol_version = "HTTP/1.1"
    began = time.time()

    def do_GET(self):
        count = 5 + int((min(time.time(), self.server.grows_until) - Site.began) / 2)
        items = "".join(
            "<item><guid>%s-%d</guid><title>%s</title><description>%s</description></item>"
            % (self.path, n, self.words(n, 4), self.words(n, 60)) for n in range(max(0, count - 40), count))
        self.server.counts[self.path] = max(count, self.server.counts.get(self.path, 0))
        body = ('<?xml version="1.0"?><rss version="2.0"><channel><title>Feed %s</title>%s</channel></rss>' % (self.path, items)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def words(self, n, count):
        rnd = random.Random("%s %d %d" % (self.path, n, count))
        return " ".join(rnd.choice(WORDS) + str(rnd.randrange(1000)) for _ in range(count))

    def log_message(self, *_): pass


class App:
    """What all have: the articles that they alone change, and what they have set them to."""
    number = 0

    def __init__(self, run):
        self.run, self.states = run, {}
        self.rnd = random.Random(run.a.seed * 10 + self.number)

    def step(self):
        ids = [n for n in self.ids("unread") | self.ids("starred") | set(self.states) if n % 4 == self.number]
        if not ids: return
        some = self.rnd.sample(sorted(ids), min(len(ids), self.rnd.randrange(1, 30)))
        what, value = self.rnd.choice([("read", True), ("read", True), ("read", False), ("starred", True), ("starred", False)])
        self.set(some, what, value)
        for n in some: self.states.setdefault(n, {"read": False, "starred": False})[what] = value
        self.run.count(type(self).__name__, len(some))

    def work(self):
        while not self.run.ended.is_set():
            try: self.step()
            except Exception as error: return self.run.fail("%s: %r" % (type(self).__name__, error))


class HTTPApp(App):
    def __init__(self, run):
        super().__init__(run)
        self.client = Client(run.server, "")

    def insist(self, method, path, body=None, kind="application/x-www-form-urlencoded", wanted=(200, 204)):
        while True:
            try:
                answer = self.client.begin(method, path, body, kind)
                status, text = answer.status, answer.read()
            except (OSError, http.client.HTTPException):
                self.client.close()
                time.sleep(0.02)
                continue
            if status in wanted: return text
            raise RuntimeError("%s %s: %d %s" % (method, path, status, text[:200]))


class GoogleReader(HTTPApp):
    number = 0

    def __init__(self, run):
        super().__init__(run)
        self.client.headers = {}
        text = self.insist("POST", "/accounts/ClientLogin", "Email=anna&Passwd=" + run.passwords[0]).decode()
        auth = [line[5:] for line in text.splitlines() if line.startswith("Auth=")][0]
        self.client.headers = {"Authorization": "GoogleLogin auth=" + auth}

    def ids(self, what):
        stream = "s=%sreading-list&xt=%sread" % (STATE, STATE) if what == "unread" else "s=%sstarred" % STATE
        found, rest = set(), ""
        while True:
            page = json.loads(self.insist("GET", "/reader/api/0/stream/items/ids?output=json&n=500&" + stream + rest))
            found |= {int(item["id"]) for item in page["itemRefs"]}
            if "continuation" not in page: return found
            rest = "&c=" + page["continuation"]

    def set(self, ids, what, value):
        body = "".join("&i=%d" % n for n in ids) + "&%s=%s%s" % ("a" if value else "r", STATE, what)
        if self.insist("POST", "/reader/api/0/edit-tag", "T=x" + body) != b"OK": raise RuntimeError("no OK")


class Fever(HTTPApp):
    number = 1

    def __init__(self, run):
        super().__init__(run)
        self.client.headers = {}
        self.key = hashlib.md5(("anna:" + run.passwords[1]).encode()).hexdigest()

    def ask(self, wanted, body=""):
        return json.loads(self.insist("POST", "/fever/?api&" + wanted, "api_key=" + self.key + body))

    def ids(self, what):
        name = "unread_item_ids" if what == "unread" else "saved_item_ids"
        return {int(n) for n in self.ask(name)[name].split(",") if n}

    def set(self, ids, what, value):
        word = {("read", True): "read", ("read", False): "unread", ("starred", True): "saved", ("starred", False): "unsaved"}[what, value]
        for n in ids: self.ask("", "&mark=item&as=%s&id=%d" % (word, n))


class Miniflux(HTTPApp):
    number = 2

    def __init__(self, run):
        super().__init__(run)
        basic = base64.b64encode(("anna:" + run.passwords[2]).encode()).decode()
        self.client.headers = {"Authorization": "Basic " + basic}

    def ids(self, what):
        wanted = "status=unread" if what == "unread" else "starred=true"
        found, total = set(), 1
        while len(found) < total:
            page = json.loads(self.insist("GET", "/miniflux/v1/entries/ids?%s&offset=%d" % (wanted, len(found))))
            if not page["entry_ids"]: break
            found, total = found | set(page["entry_ids"]), page["total"]
        return found

    def set(self, ids, what, value):
        body = {"entry_ids": ids}
        body.update({"status": "read" if value else "unread"} if what == "read" else {"starred": value})
        self.insist("PUT", "/miniflux/v1/entries", json.dumps(body), "application/json")


class Command(App):
    number = 3

    def ids(self, what):
        listed = self.run.command("list", "--jsonl", "is:" + what)
        if listed.returncode > 1: raise RuntimeError(listed.stderr[-300:])
        return {json.loads(line)["n"] for line in listed.stdout.splitlines()}

    def set(self, ids, what, value):
        word = {("read", True): "read", ("read", False): "unread", ("starred", True): "starred", ("starred", False): "unstarred"}[what, value]
        for _ in range(20):
            done = self.run.command("mark", word, *map(str, ids))
            if done.returncode in (0, 1): return
        raise RuntimeError(done.stderr[-300:])


class Run:
    def __init__(self, a, folder):
        self.a, self.folder = a, folder
        os.environ["FEEDSEARCH_ALLOW"] = "127.0.0.1"
        self.database = os.path.join(folder, "articles.db")
        self.site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        self.site.handle_error = lambda *_: None
        self.site.counts, self.site.grows_until = {}, float("inf")
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        self.server = Server(a.binary, self.database)
        self.lock, self.ended = threading.Lock(), threading.Event()
        self.counts, self.failures = {}, []

    def count(self, what, n=1):
        with self.lock: self.counts[what] = self.counts.get(what, 0) + n

    def fail(self, text):
        with self.lock: self.failures.append(text)
        print("FAILED " + text, flush=True)

    def command(self, *words, **options):
        return subprocess.run([self.a.binary, "--db", self.database, *words], capture_output=True, text=True, **options)

    def refresh(self):
        while not self.ended.is_set():
            done = self.command("fetch", "--no-icons")
            if done.returncode not in (0, 1): self.fail("fetch: " + done.stderr[-300:])
            self.count("refreshes")
            time.sleep(0.5)

    def main(self):
        feeds = "".join('<outline xmlUrl="http://127.0.0.1:%d/%d"/>' % (self.site.server_port, n) for n in range(self.a.feeds))
        outline = os.path.join(self.folder, "feeds.opml")
        with open(outline, "w") as file: file.write('<opml version="2.0"><body>%s</body></opml>' % feeds)
        self.command("import", outline, check=True)
        self.command("fetch", "--no-icons")
        self.command("account", "add", "anna", "--password-file", "/dev/stdin", input="a long password\n", check=True)
        made = [self.command("account", "app-password", "anna", "--label", "app %d" % n, *(["--fever"] if n == 1 else []), check=True)
                for n in range(3)]
        self.passwords = [done.stdout.split()[-1] for done in made]
        self.server.start()
        apps = [GoogleReader(self), Fever(self), Miniflux(self), Command(self)]
        threads = [threading.Thread(target=work) for work in [app.work for app in apps] + [self.refresh]]
        for thread in threads: thread.start()
        rnd, end = random.Random(self.a.seed), time.time() + self.a.minutes * 60
        while time.time() < end:
            time.sleep(rnd.uniform(.2, 4))
            self.server.kill()
            self.count("kills")
            self.server.start()
        self.site.grows_until = time.time()
        self.ended.set()
        for thread in threads: thread.join()
        self.command("fetch", "--no-icons")
        self.compare(apps)
        if self.server.stop() != 0: self.fail("the server did not end cleanly")
        checked = self.command("check")
        if checked.returncode: self.fail("check: " + checked.stdout[-500:] + checked.stderr[-500:])
        print(", ".join("%d %s" % (count, what) for what, count in sorted(self.counts.items())) + "; %d failures" % len(self.failures))
        return 1 if self.failures else 0

    def compare(self, apps):
        articles = [json.loads(line) for line in self.command("list", "--jsonl").stdout.splitlines()]
        stored = {}
        for article in articles: stored.setdefault(article["id"], []).append(article["n"])
        for path, count in self.site.counts.items():
            for n in range(count):
                found = stored.get("%s-%d" % (path, n), [])
                # The oldest items may have left the document before it was fetched.
                if len(found) > 1 or not found and n >= count - 40: self.fail("item %s-%d is stored %d times" % (path, n, len(found)))
        states = {}
        for app in apps: states.update(app.states)
        unread = {article["n"] for article in articles} - {n for n, state in states.items() if state["read"]}
        starred = {n for n, state in states.items() if state["starred"]}
        for app in apps:
            for what, wanted in [("unread", unread), ("starred", starred)]:
                found = app.ids(what)
                if found != wanted:
                    self.fail("%s, %s: %d lost, %d too many: %s" % (type(app).__name__, what, len(wanted - found), len(found - wanted), sorted(wanted ^ found)[:10]))
        self.count("articles", len(articles))
        self.count("unread", len(unread))
        self.count("starred", len(starred))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary"); parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--feeds", type=int, default=20); parser.add_argument("--seed", type=int, default=1)
    with tempfile.TemporaryDirectory() as folder: sys.exit(Run(parser.parse_args(), folder).main())
