#!/usr/bin/env python3
"""soak.py - two writers and four readers on one database, killed at random moments: check is clean whenever it is asked.

    soak.py BINARY ARTICLES.jsonl [--minutes 10] [--seed 1] [--batch-size 200]

Writers ingest parts of the file with --acks, mark, tag, delete and undo; readers search, list and complete; each process is
killed with kill -9 at random. Every few seconds `check` runs beside them, and now and then `backup`, whose copy is checked.
At the end every acknowledged article is there. Prints a line for each failure and a summary; exit 1 on any failure."""
import argparse, json, os, random, subprocess, sys, tempfile, threading, time

QUERIES = ["google", "中国", "the", '"open source"', "is:unread", "swift OR 新闻", "re:[a-z]+ing", "日本 -中国", "date:2012"]

class Soak:
    def __init__(self, a, folder):
        self.a = a; self.folder = folder; self.db = os.path.join(folder, "soak.db")
        self.end = time.time() + a.minutes * 60
        self.lock = threading.Lock()
        self.counts = dict.fromkeys(("writes", "reads", "kills", "checks", "backups", "locked", "late"), 0)
        self.failures = []; self.acknowledged = set()

    def count(self, what):
        with self.lock: self.counts[what] += 1

    def fail(self, text):
        with self.lock: self.failures.append(text)
        print("FAILED " + text, flush=True)

    def run(self, *words, kill=None):
        p = subprocess.Popen([self.a.binary, "--db", self.db, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        timer = threading.Timer(kill, p.kill) if kill else None
        if timer: timer.start()
        out, err = p.communicate()
        if timer: timer.cancel()
        if p.returncode == -9:
            self.count("kills")
        elif p.returncode not in (0, 1):
            if "is locked" in err: self.count("locked")
            elif "did not finish in time" in err: self.count("late")
            else: self.fail("%s ended with %d: %s%s" % (" ".join(words)[:120], p.returncode, out[-300:], err[-300:]))
        return p.returncode, out, err

    def ingest(self, rnd, parts):
        number = rnd.randrange(len(parts))
        path, ids = parts[number]
        kill = rnd.uniform(0.05, 4) if rnd.random() < .5 else None
        _, out, _ = self.run("ingest", "--format", "jsonl", "--acks", "--batch-size", str(self.a.batch_size), path, kill=kill)
        done = 0
        for line in out.splitlines():
            try: done = max(done, json.loads(line).get("committed", 0))
            except ValueError: pass
        with self.lock: self.acknowledged.update(ids[:done])

    def writer(self, seed, parts):
        rnd = random.Random(seed)
        while time.time() < self.end:
            self.count("writes")
            kill = rnd.uniform(0.01, 1) if rnd.random() < .3 else None
            kind = rnd.random()
            if kind < .5: self.ingest(rnd, parts)
            elif kind < .65: self.run("mark", rnd.choice(["read", "unread", "starred"]), rnd.choice(["google", "中国"]), "--yes", kill=kill)
            elif kind < .75: self.run("tag", "+soak%d" % rnd.randrange(9), "title:" + rnd.choice(["google", "the"]), "--yes", kill=kill)
            elif kind < .85: self.run("save", "s%d" % rnd.randrange(20), rnd.choice(QUERIES[:6]), kill=kill)
            elif kind < .95:
                self.run("optimize", kill=rnd.uniform(.05, 3))
            else: self.run("reindex", kill=rnd.uniform(.05, 3))

    def reader(self, seed):
        rnd = random.Random(seed)
        while time.time() < self.end:
            self.count("reads")
            kill = rnd.uniform(0.005, .3) if rnd.random() < .2 else None
            query = rnd.choice(QUERIES)
            self.run(*rnd.choice([["search", query, "--json"], ["list", query], ["complete", query[:3]], ["search", query, "--facets"],
                                  ["search", query, "--sort", "newest"], ["stats", "--json"]]), kill=kill)

    def checker(self, seed):
        rnd = random.Random(seed)
        while time.time() < self.end:
            time.sleep(rnd.uniform(1, 5))
            code, out, err = self.run("check")
            self.count("checks")
            if code == 2 and "is locked" not in err: self.fail("check: " + out[-300:])
            if rnd.random() < .2:
                copy = os.path.join(self.folder, "copy.db")
                if self.run("backup", copy, "--yes")[0] == 0:
                    self.count("backups")
                    check = subprocess.run([self.a.binary, "--db", copy, "check"], capture_output=True, text=True)
                    if check.returncode: self.fail("check of a backup: " + check.stdout[-300:] + check.stderr[-300:])

def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary"); ap.add_argument("articles"); ap.add_argument("--minutes", type=float, default=10)
    ap.add_argument("--seed", type=int, default=1); ap.add_argument("--batch-size", type=int, default=200)
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(a, folder)
        parts = []
        with open(a.articles) as f: lines = f.readlines()
        size = max(1, len(lines) // 12)
        for start in range(0, len(lines), size):
            path = os.path.join(folder, "part%d.jsonl" % start)
            with open(path, "w") as f: f.writelines(lines[start:start + size])
            parts.append((path, [json.loads(line)["id"] for line in lines[start:start + size]]))
        soak.run("save", "first", "google")
        threads = [threading.Thread(target=soak.writer, args=(a.seed * 100 + n, parts[n::2])) for n in range(2)]
        threads += [threading.Thread(target=soak.reader, args=(a.seed * 100 + 10 + n,)) for n in range(4)]
        threads.append(threading.Thread(target=soak.checker, args=(a.seed * 100 + 20,)))
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        code, out, err = soak.run("check")
        if code: soak.fail("check at the end: " + out[-300:] + err[-300:])
        stored = set(soak.run("list")[1].splitlines())
        lost = soak.acknowledged - stored
        if lost: soak.fail("%d acknowledged articles are not stored" % len(lost))
        print("%s; %d articles acknowledged, %d stored; %d failures" % (
            ", ".join("%d %s" % (n, what) for what, n in soak.counts.items()), len(soak.acknowledged), len(stored), len(soak.failures)))
        sys.exit(1 if soak.failures else 0)

main()
