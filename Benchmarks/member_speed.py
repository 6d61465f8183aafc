#!/usr/bin/env python3
"""member_speed.py - unread counts and lists of the members of a shared library, compared with those of a person alone.

    member_speed.py BINARY [--articles 100000] [--members 20] [--rounds 40] [--server] [--json FILE]

Three libraries of a host have the same articles in 200 feeds: one with its owner alone, one with one member, one with
--members members. Each person has marked all but the newest hundredth of the articles as read, then some older ones as
unread and some as starred. The service, on files or with --server on Debian's PostgreSQL, answers the requests of a person
alone, of both owners and of a member of each library in turn, in another order each round. Prints a table: the median of
the person alone in ms, and the ratios of the others to it, each with the lowest and highest ratio of five parts of the run.
"""
import argparse, http.client, json, os, random, shutil, statistics, subprocess, sys, tempfile, urllib.parse
import base64

FEEDS = 200
WORDS = "heron river stone window garden letter winter market bridge forest signal harbour copper lantern meadow".split()
REQUESTS = {
    "unread counts (Google Reader)": "/reader/api/0/unread-count?output=json",
    "feeds with unread counts (API)": "/v1/feeds",
    "page of unread articles": "/",
    "page of all articles": "/all",
    "page of unread articles of a feed": "/feed/7",
    "page of starred articles": "/starred",
    "50 unread articles (Google Reader)":
        "/reader/api/0/stream/contents/user/-/state/com.google/reading-list?xt=user/-/state/com.google/read&n=50&output=json",
    "100 newest articles (API)": "/v1/articles?limit=100",
    "number of unread articles (API)": "/v1/search?q=is:unread&limit=1&count=true",
    "search for a word in unread articles": "/v1/search?q=heron+is:unread",
}


class Person:
    def __init__(self, host, name, library=None):
        self.host, self.name, self.title = host, name, name
        place = ["--library", library] if library else []
        host.run("account", "add", name) if not library or name not in host.accounts else None
        host.accounts.add(name)
        if library: host.run("account", "share", library, name, "--role", "reader")
        label = "to " + (library or name)
        self.token = host.run("token", "create", label, "--scope", "admin", "--account", name, *place)
        password = host.run("account", "app-password", name, "--label", label, *place)
        self.basic = "Basic " + base64.b64encode(("%s:%s" % (name, password)).encode()).decode()
        self.connection = None

    def ask(self, path, body=None, kind="application/json"):
        headers = {"Authorization": self.basic if path.startswith("/reader") else "Bearer " + self.token, "Accept": "*/*"}
        if body is not None: headers["Content-Type"] = kind
        while True:
            isNew = not self.connection
            if isNew: self.connection = http.client.HTTPConnection("127.0.0.1", self.host.port, timeout=300)
            try:
                self.connection.request("GET" if body is None else "POST", path, body, headers)
                answer = self.connection.getresponse()
                text = answer.read()
                break
            except (OSError, http.client.HTTPException):
                # The service closes connections that were idle for a while.
                self.connection = None
                if isNew: raise
        if answer.status >= 300: raise SystemExit("%s: %s: %d %s" % (self.name, path, answer.status, text[:300]))
        return text

    def mark_all(self):
        self.ask("/reader/api/0/mark-all-as-read", "T=x&s=user/-/state/com.google/reading-list", "application/x-www-form-urlencoded")

    def mark_some(self, chance, articles):
        some = lambda count: [chance.randrange(1, articles * 99 // 100) for _ in range(max(1, count))]
        self.ask("/v1/state", json.dumps({"articles": some(articles // 1000), "read": False}))
        self.ask("/v1/state", json.dumps({"articles": some(articles // 100), "starred": True}))


class Host:
    def __init__(self, a, folder, postgres):
        self.a, self.folder, self.accounts = a, folder, set()
        self.place = postgres.address("members") if postgres else folder + "/host"
        self.environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8", FEEDSEARCH_PASSWORD="a long password",
                                FEEDSEARCH_LIBRARIES=self.place)
        self.isServer = bool(postgres)

    def run(self, *words):
        done = subprocess.run([self.a.binary, *words], env=self.environment, capture_output=True, text=True)
        if done.returncode: raise SystemExit("%s: %s" % (" ".join(words), done.stderr))
        return done.stdout.strip()

    def database(self, name): return self.place + "&library=" + name if self.isServer else "%s/%s/feedsearch.db" % (self.place, name)

    def start(self):
        self.process = subprocess.Popen(
            [self.a.binary, "serve", "--listen", "127.0.0.1:0", "--no-fetch", "--json"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(json.loads(self.process.stdout.readline())["listening"].rsplit(":", 1)[1])


def line(number):
    words = " ".join(WORDS[(number * 7 + n * n) % len(WORDS)] + str((number * n) % 400) for n in range(30))
    return json.dumps({"feed": "https://example.org/feed/%d" % (number % FEEDS), "id": str(number), "text": words,
                       "title": "%s %d" % (WORDS[number % len(WORDS)], number), "author": "Author %d" % (number % 50),
                       "published": "2024-%02d-%02dT%02d:%02d:00Z" % (1 + number * 12 // 1_000_000 % 12, 1 + number // 1440 % 28,
                                                                  number // 60 % 24, number % 60)})


def measure(people, rounds, chance):
    """Milliseconds by request and person, in the order of the rounds."""
    import time
    took = {(title, person.title): [] for title in REQUESTS for person in people}
    for number in range(rounds + 2):
        for title, path in REQUESTS.items():
            for person in chance.sample(people, len(people)):
                began = time.perf_counter()
                person.ask(path)
                # The first two rounds open libraries and fill caches.
                if number > 1: took[title, person.title].append((time.perf_counter() - began) * 1000)
    return took


def report(took, people, a):
    alone, others = people[0].title, people[1:]
    rows = []
    for title in REQUESTS:
        base = took[title, alone]
        row = {"request": title, "alone ms": round(statistics.median(base), 2)}
        for person in others:
            values = took[title, person.title]
            # Five parts of the run show how much the ratio varies.
            parts = [statistics.median(values[part::5]) / statistics.median(base[part::5]) for part in range(5)]
            row[person.title] = [round(x, 2) for x in (statistics.median(values) / statistics.median(base), min(parts), max(parts))]
        rows.append(row)
        print("| %s | %.2f | %s |" % (title, row["alone ms"], " | ".join("%.2f (%.2f to %.2f)" % tuple(row[p.title]) for p in others)),
              flush=True)
    if a.json:
        with open(a.json, "w") as file: json.dump(rows, file, indent=1)
    return max(row[person.title][0] for row in rows for person in others)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=os.path.abspath)
    parser.add_argument("--articles", type=int, default=100_000)
    parser.add_argument("--members", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--server", action="store_true", help="libraries on a PostgreSQL server instead of files")
    parser.add_argument("--json", help="also write the figures to this file")
    a = parser.parse_args()
    folder, postgres, host = tempfile.mkdtemp(prefix="member-speed-"), None, None
    try:
        if a.server:
            from measuring import postgres as servers
            postgres = servers.Server()
            postgres.new_database("members")
        host = Host(a, folder, postgres)
        if not postgres: os.mkdir(host.place, 0o700)
        before = a.articles * 99 // 100
        for name, numbers in (("read", range(before)), ("new", range(before, a.articles))):
            with open("%s/%s.jsonl" % (folder, name), "w") as file:
                for number in numbers: file.write(line(number) + "\n")
        with open(folder + "/feeds.opml", "w") as file:
            file.write("<opml version='2.0'><head/><body>%s</body></opml>" % "".join(
                "<outline text='Feed %d' xmlUrl='https://example.org/feed/%d'/>" % (n, n) for n in range(FEEDS)))
        owners = [Person(host, name) for name in ("alone", "owner1", "owner%d" % a.members)]
        for owner in owners:
            host.run("--db", host.database(owner.name), "import", folder + "/feeds.opml")
            host.run("--db", host.database(owner.name), "ingest", "--format", "jsonl", folder + "/read.jsonl")
        members = [Person(host, "member0", "owner1")] + [Person(host, "member%d" % n, owners[2].name) for n in range(a.members)]
        members[0].title, members[-1].title = "member of 1", "member of %d" % a.members
        owners[1].title, owners[2].title = "owner with 1 member", "owner with %d members" % a.members
        host.start()
        for person in owners + members: person.mark_all()
        for owner in owners: host.run("--db", host.database(owner.name), "ingest", "--format", "jsonl", folder + "/new.jsonl")
        for number, person in enumerate(owners + members): person.mark_some(random.Random(number), a.articles)
        for owner in owners: host.run("--db", host.database(owner.name), "optimize")
        people = owners + [members[0], members[-1]]
        print("| request | alone, ms | %s |\n|%s" % (" | ".join(person.title for person in people[1:]), "---|" * (len(people) + 1)), flush=True)
        worst = report(measure(people, a.rounds, random.Random(1)), people, a)
        print("highest ratio: %.2f" % worst)
        sys.exit(worst > 1.5)
    finally:
        if host and getattr(host, "process", None): host.process.kill()
        if postgres: postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
