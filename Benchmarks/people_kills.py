#!/usr/bin/env python3
"""people_kills.py - a host for many people whose services are killed again and again loses nothing, and mixes nothing up.

    people_kills.py BINARY [--people 100] [--shared 4] [--members 8] [--kills 60] [--server] [--standby] [--services 3] [--seed 1]

Each person has an account with a library of its own, and ingests articles, searches, marks and stars them over the API and
over the protocols of Google Reader, Miniflux and Fever, and subscribes to feeds that others subscribe to as well. A saved
search of each person alerts a receiver on loopback. The libraries are files served by one service, or with --server on
Debian's PostgreSQL, served by three services of which a client picks one at random for each request. kill -9 ends a
service at random moments. With --standby the server has a synchronous standby; after half of the kills the server is stopped
at once and the standby promoted, and each service must store an article within 5 s. The first --shared people share their
libraries with --members other people each, every second one as an editor: they read, search, mark and star there, too, and
editors ingest and subscribe; what readers ingest must be refused. At the end every acknowledged article is in the library
that it was sent to and in no other, and each person of a library sees it with the state that was answered to this person
last; each subscription is there with its articles; each match was told under one id. Prints a line for each failure and a
summary in JSON; exit 1 on any failure.
"""
import argparse, collections, hashlib, http.client, http.server, itertools, json, os, random, shutil, subprocess, sys, tempfile, threading, time
import urllib.parse

FORM = "application/x-www-form-urlencoded"


class Receiver(http.server.BaseHTTPRequestHandler):
    """Feeds under /feed/N, and webhooks under any other path."""
    protocol_version = "HTTP/1.1"
    run = None

    def do_GET(self):
        number = int(self.path.rsplit("/", 1)[1])
        with self.run.lock: self.run.fetches[number] += 1
        items = "".join("<item><guid>%d-%d</guid><title>Item %d of feed %d</title><description>shared words</description></item>"
                        % (number, n, n, number) for n in range(3))
        body = ('<?xml version="1.0"?><rss version="2.0"><channel><title>Feed %d</title>%s</channel></rss>' % (number, items)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        if message["type"] == "feedsearch.test": return
        person = int(self.path.rsplit("/", 1)[1])
        with self.run.lock:
            for article in message["data"]["articles"]: self.run.told[person, article["id"]].add(message["id"])

    def log_message(self, *_): pass


class Service:
    """One `serve` of the host on a port that stays the same."""

    def __init__(self, run): self.run, self.port, self.process = run, 0, None

    def start(self):
        self.process = subprocess.Popen(
            [self.run.a.binary, "serve", "--listen", "127.0.0.1:%d" % self.port, "--json", *self.run.host], env=self.run.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line: raise SystemExit("a service did not start: exit status %s" % self.process.wait())
        self.port = int(json.loads(line)["listening"].rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Library:
    """What has been acknowledged in the library of one person, whoever sent it."""

    def __init__(self, owner):
        self.owner = owner
        # `articles`: the number in the library by id. `begun` also has ids that may be stored but are not acknowledged yet.
        self.articles, self.begun, self.feeds, self.alarms = {}, set(), set(), set()


class Person:
    """A person in one library: the person's own, or one that is shared with the person in a role."""

    def __init__(self, run, number, library=None, role=None):
        self.run, self.number, self.account, self.role = run, number, "person%d" % number, role
        self.library = library or Library(self)
        self.name = self.account if role is None else "%s-of-%s" % (self.account, library.owner.account)
        self.word = "private%d" % number if role is None else "team%d" % number
        # The last acknowledged state, by id; None if an ingest and a mark of all articles overlapped.
        self.states, self.read_feeds, self.made = {}, set(), 0
        # If the role does not permit an operation, nothing must change.
        self.refusals = () if role is None else (403,)

    def enter(self):
        """Creates the account, or shares the library with it, and creates credentials."""
        place = []
        if self.role is None: self.run.program("account", "add", self.account)
        else:
            self.run.program("account", "share", self.library.owner.account, self.account, "--role", self.role)
            place = ["--library", self.library.owner.account]
        self.token = self.run.program("token", "create", self.name, "--scope", "write", "--account", self.account, *place)
        self.password = self.run.program("account", "app-password", self.account, "--label", self.name, *place)
        fever = self.run.program("account", "app-password", self.account, "--label", self.name + "-fever", "--fever", *place)
        self.key = hashlib.md5(("%s:%s" % (self.account, fever)).encode()).hexdigest()
        self.google = None

    def ask(self, method, path, body=None, kind="application/json", headers=None, refused=()):
        """The body of the answer of one of the services; asks again until one has answered with 2xx or with `refused`."""
        headers = dict(headers if headers is not None else {"Authorization": "Bearer " + self.token})
        if body is not None: headers["Content-Type"] = kind
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.run.random_port(), timeout=30)
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                text = answer.read()
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
                continue
            finally:
                connection.close()
            if answer.status < 300: return text
            if answer.status in refused: return None
            if answer.status not in (429, 503):
                self.run.fail("%s: %s %s: %d %s" % (self.name, method, path, answer.status, text[:300]))
                return None
            self.run.count("asked again")
            time.sleep(0.2)

    def ingest(self, chance):
        if self.role == "reader": return self.ingest_as_reader()
        lines, ids = [], []
        for _ in range(chance.randint(1, 4)):
            self.made += 1
            name, alarm = "%s-%d" % (self.name, self.made), chance.random() < .3
            ids.append((name, alarm))
            text = "%s %s filler words of an article" % (self.word, "alarm" if alarm else "calm")
            lines.append(json.dumps({"feed": "https://people.example/%s" % self.name, "id": name, "title": name, "text": text}))
        with self.run.lock: self.library.begun.update(name for name, _ in ids)
        # Of what is sent again, only the second answer may tell the number of an article that the first stored: found by search.
        if self.ask("POST", "/v1/ingest", "\n".join(lines).encode(), "application/x-ndjson") is None: return
        found = json.loads(self.ask("GET", "/v1/search?" + urllib.parse.urlencode({"q": self.word, "limit": 100, "sort": "newest"})) or "{}")
        numbers = {hit["id"]: hit["n"] for hit in found.get("hits", [])}
        for name, alarm in ids:
            if name not in numbers and self.made <= 100: self.run.fail("%s: %s is not found after its acknowledgement" % (self.name, name))
            with self.run.lock:
                self.library.articles[name] = numbers.get(name)
                if alarm: self.library.alarms.add(name)
        self.run.count("ingested" if self.role is None else "ingested by editors", len(ids))

    def ingest_as_reader(self):
        line = json.dumps({"feed": "https://people.example/%s" % self.name, "id": self.name, "title": self.name, "text": "forbidden"})
        if self.ask("POST", "/v1/ingest", line, "application/x-ndjson", refused=(403,)) is not None:
            self.run.fail("%s has ingested an article" % self.name)
        self.run.count("refused to readers")

    def known(self):
        """Ids and numbers of the acknowledged articles whose numbers are known."""
        with self.run.lock: return [(name, n) for name, n in self.library.articles.items() if n]

    def state(self, name): return self.states.setdefault(name, {"read": False, "starred": False})

    def mark(self, chance):
        if chance.random() < .1: return chance.choice([self.mark_all, self.mark_feed])(chance)
        known = self.known()
        if not known: return
        id, n = chance.choice(known)
        name, value = chance.choice(["read", "starred"]), chance.random() < .6
        way = chance.choice([self.mark_by_api, self.mark_by_google, self.mark_by_miniflux, self.mark_by_fever])
        if way(n, name, value) is not None:
            self.state(id)[name] = value
            self.run.count(way.__name__ + ("" if self.role is None else " of members"))

    def mark_all(self, _):
        """Marks all articles by people as read; of those that are ingested meanwhile, the state is not known."""
        with self.run.lock: before = set(self.library.articles)
        if self.ask("POST", "/v1/state", json.dumps({"query": "filler", "read": True})) is None: return
        with self.run.lock: begun = set(self.library.begun)
        for name in begun: self.state(name)["read"] = True if name in before else None
        self.run.count("marked all")

    def mark_feed(self, chance):
        """Marks a feed that has all of its articles as read, which for a member moves the mark of the feed."""
        feeds = json.loads(self.ask("GET", "/v1/feeds") or '{"feeds":[]}')["feeds"]
        complete = [feed["feed"] for feed in feeds if feed["feed"].startswith(self.run.site) and feed["articles"] == 3]
        if not complete: return
        url = chance.choice(complete)
        body = urllib.parse.urlencode({"T": "x", "s": "feed/" + url})
        if self.ask("POST", "/reader/api/0/mark-all-as-read", body, FORM, self.google_headers()) is not None:
            self.read_feeds.add(url.rsplit("/", 1)[1])
            self.run.count("marked feeds")

    def mark_by_api(self, n, name, value): return self.ask("POST", "/v1/state", json.dumps({"articles": [n], name: value}))

    def google_headers(self):
        if not self.google:
            body = urllib.parse.urlencode({"Email": self.account, "Passwd": self.password})
            text = self.ask("POST", "/accounts/ClientLogin", body, FORM, {}) or b""
            self.google = text.decode().rsplit("Auth=", 1)[1].split()[0]
        return {"Authorization": "GoogleLogin auth=" + self.google}

    def mark_by_google(self, n, name, value):
        body = "T=x&i=%d&%s=user/-/state/com.google/%s" % (n, "a" if value else "r", name)
        return self.ask("POST", "/reader/api/0/edit-tag", body, FORM, self.google_headers())

    def mark_by_miniflux(self, n, name, value):
        headers = {"X-Auth-Token": self.password}
        if name == "read":
            body = json.dumps({"entry_ids": [n], "status": "read" if value else "unread"})
            return self.ask("PUT", "/miniflux/v1/entries", body, headers=headers, refused=self.refusals)
        # The protocol can only change a star to its opposite, which must not be sent twice.
        return self.mark_by_api(n, name, value)

    def mark_by_fever(self, n, name, value):
        word = {("read", True): "read", ("read", False): "unread", ("starred", True): "saved", ("starred", False): "unsaved"}[name, value]
        return self.ask("POST", "/fever/?api", "api_key=%s&mark=item&as=%s&id=%d" % (self.key, word, n), FORM, {}, self.refusals)

    def search(self, chance):
        """The own words of other people find nothing in a library, even if it is shared with them."""
        other = (self.library.owner.number + chance.randrange(1, self.run.a.people)) % self.run.a.people
        found = self.ask("GET", "/v1/search?limit=1&q=private%d" % other)
        if found and json.loads(found)["hits"]: self.run.fail("%s finds an article of person%d" % (self.name, other))
        known = self.known()
        if known:
            name, n = chance.choice(known)
            answer = json.loads(self.ask("GET", "/v1/articles/%d" % n) or "{}")
            if answer.get("title") != name: self.run.fail("%s: %s has become %s" % (self.name, name, answer.get("title")))
        self.run.count("searches" if self.role is None else "searches of members")

    def subscribe(self, chance):
        if self.role == "reader": return self.ingest_as_reader()
        number = chance.randrange(self.run.a.feeds)
        url = self.run.site + "/feed/%d" % number
        if self.ask("POST", "/v1/feeds", json.dumps({"url": url}), refused=self.refusals) is not None:
            with self.run.lock: self.library.feeds.add(url)
            self.run.count("subscribed")

    def act(self, chance):
        chance.choices([self.ingest, self.mark, self.search, self.subscribe], [3, 8, 3, 1])[0](chance)

    def compare(self):
        found, after = {}, None
        while True:
            page = json.loads(self.ask("GET", "/v1/articles?limit=100" + ("&after=" + urllib.parse.quote(after) if after else "")) or "{}")
            for article in page.get("articles", []): found.setdefault(article["id"], []).append(article)
            after = page.get("after")
            if not after: break
        for name in self.library.articles:
            copies = found.pop(name, [])
            if len(copies) != 1: self.run.fail("%s: %s is stored %d times" % (self.name, name, len(copies)))
            for article in copies[:1]: self.compare_state(name, article, self.state(name))
        for name, copies in found.items():
            if name.startswith("person"): self.run.fail("%s has %s" % (self.name, name))
            elif name != "promoted":
                for article in copies:
                    self.compare_state(name, article, {"read": name.split("-")[0] in self.read_feeds, "starred": False})
        feeds = {feed["feed"]: feed for feed in json.loads(self.ask("GET", "/v1/feeds") or '{"feeds":[]}')["feeds"]}
        for url in self.library.feeds:
            if url not in feeds: self.run.fail("%s: no subscription to %s" % (self.name, url))
            elif feeds[url]["articles"] != 3: self.run.fail("%s: %d articles of %s" % (self.name, feeds[url]["articles"], url))

    def compare_state(self, name, article, wanted):
        for key, value in wanted.items():
            if value is not None and article.get(key, False) != value:
                self.run.fail("%s: %s of %s is %s, not %s" % (self.name, key, name, article.get(key, False), value))


class Run:
    def __init__(self, a, folder, postgres, standby):
        self.postgres, self.standby = postgres, standby
        self.a, self.lock, self.ended = a, threading.Lock(), threading.Event()
        self.fetches, self.told = collections.Counter(), collections.defaultdict(set)
        self.counts, self.failures = collections.Counter(), []
        receiver = type("OfRun", (Receiver,), {"run": self})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), receiver)
        # A killed client is no error of the receiver.
        server.handle_error = lambda *_: None
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.site = "http://127.0.0.1:%d" % server.server_port
        if standby:
            address = "postgresql://tester@127.0.0.1:%d,127.0.0.1:%d/people?target_session_attrs=read-write" % (postgres.port, standby.port)
        else:
            address = postgres.address("people") if postgres else os.path.join(folder, "libraries")
        if not postgres: os.mkdir(address, 0o700)
        key = os.path.join(folder, "service.key")
        with open(os.open(key, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file: file.write(os.urandom(32))
        self.host = ["--libraries", address] + (["--service-key", "file:" + key] if postgres else [])
        self.environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", FEEDSEARCH_PASSWORD="a long password",
                                FEEDSEARCH_ALLOW="127.0.0.1:%d" % server.server_port)
        self.services = [Service(self) for _ in range(a.services if postgres else 1)]
        self.people = [Person(self, number) for number in range(a.people)]
        self.members = [Person(self, (number + 1 + other * a.shared) % a.people, self.people[number].library, role)
                        for number in range(a.shared) for other, role in zip(range(a.members), itertools.cycle(["editor", "reader"]))]
        self.everyone = self.people + self.members

    def program(self, *words):
        done = subprocess.run([self.a.binary, *words, *self.host], env=self.environment, capture_output=True, text=True)
        if done.returncode: raise SystemExit("%s: %s" % (" ".join(words), done.stderr))
        return done.stdout.strip()

    def random_port(self): return random.choice(self.services).port

    def count(self, what, n=1):
        with self.lock: self.counts[what] += n

    def fail(self, text):
        with self.lock: self.failures.append(text)
        print("FAILED " + text, flush=True)

    def work(self, first):
        """A thread acts for some people in turn, so that each person does one thing at a time."""
        chance = random.Random(self.a.seed * 1000 + first)
        people = self.everyone[first::self.a.threads]
        while not self.ended.is_set():
            try:
                chance.choice(people).act(chance)
            except Exception as error: self.fail(repr(error))

    def fail_over(self):
        """Stops the server and promotes its standby; the most seconds that a service then takes to store an article."""
        self.postgres.crash()
        self.standby.promote()
        promoted, stored = time.monotonic(), []
        line = json.dumps({"feed": "https://people.example/promoted", "id": "promoted", "title": "promoted", "text": "promoted"})
        while len(stored) < len(self.services) and time.monotonic() < promoted + 60:
            service = self.services[len(stored)]
            connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
            try:
                headers = {"Authorization": "Bearer " + self.people[0].token, "Content-Type": "application/x-ndjson"}
                connection.request("POST", "/v1/ingest", line, headers)
                answer = connection.getresponse()
                if answer.status == 200 and b"committed" in answer.read():
                    stored.append(time.monotonic() - promoted)
                    continue
            except (OSError, http.client.HTTPException): pass
            finally: connection.close()
            time.sleep(0.05)
        if len(stored) < len(self.services) or max(stored) > 5: self.fail("after the promotion: %s s" % stored)
        self.counts["seconds after promotion"] = round(max(stored, default=60), 2)

    def main(self):
        for person in self.everyone: person.enter()
        for service in self.services: service.start()
        # The first articles of a feed are no news.
        for person in self.everyone: person.ingest(random.Random(self.a.seed))
        for person in self.people:
            person.library.alarms.clear()
            person.ask("POST", "/v1/saved", json.dumps({"name": "alarms", "query": "alarm", "notify": "webhook:%s/%d" % (self.site, person.number)}))
        threads = [threading.Thread(target=self.work, args=(first,)) for first in range(self.a.threads)]
        for thread in threads: thread.start()
        chance, started = random.Random(self.a.seed), time.monotonic()
        while self.counts["kills"] < self.a.kills:
            time.sleep(chance.uniform(.2, 3))
            service = chance.choice(self.services)
            service.kill()
            self.count("kills")
            time.sleep(chance.uniform(0, .5))
            service.start()
            if self.standby and self.counts["kills"] == self.a.kills // 2: self.fail_over()
        self.ended.set()
        for thread in threads: thread.join()
        self.counts["seconds"] = round(time.monotonic() - started)
        expected = {(person.number, name) for person in self.people for name in person.library.alarms}
        ends = time.monotonic() + self.a.wait
        while expected - set(self.told) and time.monotonic() < ends: time.sleep(1)
        for person in self.everyone: person.compare()
        for person, name in sorted(expected - set(self.told)): self.fail("person%d was not told of %s" % (person, name))
        for person, name in sorted(set(self.told) - expected): self.fail("person%d was told of %s" % (person, name))
        for key, ids in self.told.items():
            if len(ids) > 1: self.fail("person%d was told of %s under %d ids" % (*key, len(ids)))
        for service in self.services: service.kill()
        subscriptions = sum(len(person.library.feeds) for person in self.people)
        print(json.dumps({"people": self.a.people, "members": len(self.members), "services": len(self.services), **self.counts, "matches": len(expected),
                          "subscriptions": subscriptions, "feeds": len(self.fetches), "fetches": sum(self.fetches.values()),
                          "failures": len(self.failures)}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=os.path.abspath)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--shared", type=int, default=4, help="libraries that are shared (default: 4)")
    parser.add_argument("--members", type=int, default=8, help="members of each shared library (default: 8)")
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--feeds", type=int, default=40)
    parser.add_argument("--server", action="store_true", help="libraries on a PostgreSQL server, in place of files")
    parser.add_argument("--standby", action="store_true", help="as --server, with a synchronous standby that is promoted")
    parser.add_argument("--services", type=int, default=3, help="with --server: services (default: 3)")
    parser.add_argument("--threads", type=int, default=8, help="requests at once (default: 8)")
    parser.add_argument("--wait", type=int, default=300, help="seconds to wait for the last alerts (default: 300)")
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    folder, postgres, standby = tempfile.mkdtemp(prefix="people-kills-"), None, None
    try:
        if a.server or a.standby:
            from measuring import postgres as servers
            postgres = servers.Server()
            postgres.new_database("people")
            if a.standby: standby = postgres.follower()
        run = Run(a, folder, postgres, standby)
        run.main()
        sys.exit(bool(run.failures))
    finally:
        for server in (standby, postgres):
            if server: server.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
