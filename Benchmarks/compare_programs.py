#!/usr/bin/env python3
"""compare_programs.py - the numbers of instructions that two release builds execute for the same work of one person.

    compare_programs.py OLD NEW ARTICLES.jsonl [--stored 4000] [--json FILE]

Runs both programs under valgrind, which counts instructions, because times on a shared machine vary more than they
differ. Each figure is the difference of a long and a short run, divided by the additional work, so that starting and
opening a library do not count: an article of `ingest`, a query of `search --jsonl`, and requests to `serve`. The queries
are one to three words of an article. Prints the instructions of both programs, in thousands, and the ratio.
"""
import argparse, html, http.client, json, os, random, re, shutil, subprocess, sys, tempfile

# Searches of pages have a deadline that they miss under valgrind on a slow machine.
PAGES = {"page of all articles": "/all", "articles of the API": "/v1/articles?limit=50",
         "search of the API": "/v1/search?q=%s&timeout_ms=60000", "feeds of the API": "/v1/feeds"}


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder
        self.environment = dict(os.environ, HOME=folder, LC_ALL="C.UTF-8")
        os.mkdir(folder)

    def run(self, *words, stdin=None, counted=False):
        command = [self.path, *words]
        if counted: command = self.counting() + command
        done = subprocess.run(command, env=self.environment, input=stdin, capture_output=True, text=True)
        if done.returncode > 1: raise SystemExit("%s: %s" % (" ".join(words), done.stderr[-500:]))
        return self.counted() if counted else done.stdout

    def counting(self):
        return ["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=%s/count" % self.folder]

    def counted(self):
        with open(self.folder + "/count") as file:
            return int(next(line for line in file if line.startswith("summary:")).split()[1])

    def ingest(self, articles, number):
        database = "%s/i%d.db" % (self.folder, number)
        with open(self.folder + "/part.jsonl", "w") as file: file.writelines(articles[:number])
        return self.run("--db", database, "ingest", "--format", "jsonl", self.folder + "/part.jsonl", counted=True)

    def search(self, queries, number):
        lines = "".join(json.dumps({"id": str(n), "query": query}) + "\n" for n, query in enumerate(queries[:number]))
        return self.run("--db", self.folder + "/a.db", "search", "--jsonl", stdin=lines, counted=True)

    def serve(self, paths):
        process = subprocess.Popen(
            self.counting() + [self.path, "--db", self.folder + "/a.db", "serve", "--listen", "127.0.0.1:0", "--no-fetch", "--json"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = int(json.loads(process.stdout.readline())["listening"].rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        for path in paths:
            connection.request("GET", path, headers={"Authorization": "Bearer " + self.token})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 200: raise SystemExit("%s: %d %s" % (path, answer.status, text[:200]))
        connection.close()
        process.terminate()
        process.wait()
        return self.counted()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("articles")
    parser.add_argument("--stored", type=int, default=4_000, help="articles in the library that is searched")
    parser.add_argument("--json", help="also write the figures to this file")
    a = parser.parse_args()
    with open(a.articles, encoding="utf-8") as file: articles = [line for line, _ in zip(file, range(a.stored))]
    chance, queries = random.Random(1), []
    while len(queries) < 400:
        article = json.loads(chance.choice(articles))
        text = html.unescape(re.sub("<[^>]*>", " ", article.get("html") or article.get("text") or ""))
        words = re.findall(r"\w{3,12}", text)
        if len(words) > 3: queries.append(" ".join(chance.sample(words, chance.randint(1, 3))))
    folder, rows = tempfile.mkdtemp(prefix="compare-"), []
    try:
        programs = [Program(path, folder + "/" + name) for path, name in ((a.old, "old"), (a.new, "new"))]
        for program in programs:
            with open(program.folder + "/all.jsonl", "w") as file: file.writelines(articles)
            program.run("--db", program.folder + "/a.db", "ingest", "--format", "jsonl", program.folder + "/all.jsonl")
            program.run("--db", program.folder + "/a.db", "optimize")
            program.token = program.run("--db", program.folder + "/a.db", "token", "create", "t", "--scope", "read").strip()

        def report(title, short, long, work):
            """`work` counts the instructions for a number of repetitions."""
            took = [(work(program, long) - work(program, short)) / (long - short) for program in programs]
            rows.append({"work": title, "old": round(took[0]), "new": round(took[1]), "ratio": round(took[1] / took[0], 4)})
            print("| %s | %.0f | %.0f | %.3f |" % (title, took[0] / 1000, took[1] / 1000, took[1] / took[0]), flush=True)

        print("| work | old | new | ratio |\n|---|---|---|---|", flush=True)
        report("ingest of an article", 200, 1200, lambda program, n: program.ingest(articles, n))
        report("search, one process", 20, 220, lambda program, n: program.search(queries, n))
        for title, path in PAGES.items():
            def paths(n): return [path.replace("%s", "+".join(query.split())) for query in map(quoted, queries[:n])]
            report(title, 5, 45, lambda program, n: program.serve(paths(n)))
        if a.json:
            with open(a.json, "w") as file: json.dump(rows, file, indent=1)
        sys.exit(any(row["ratio"] > 1.03 for row in rows))
    finally: shutil.rmtree(folder, ignore_errors=True)


def quoted(query):
    from urllib.parse import quote
    return quote(query, safe=" ")


main()
