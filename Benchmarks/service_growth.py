#!/usr/bin/env python3
"""service_growth.py - searches over HTTP while the library grows.

    service_growth.py BINARY ARTICLES.jsonl [--sizes 100000,300000,1000000] [--seconds 10] [--plots FOLDER]

The command ingests the file up to each size, then the server answers the same 5,000 queries of one to three words of the articles' titles (20
hits, titles and snippets, match=all) at 1, 16 and 64 connections of wrk (Debian), and once more with sort=newest. Prints answers a second and the
50th, 95th and 99th of 100 latencies, the size of the database and RssAnon after the load and a minute later. No cache of answers. With --plots,
two pictures: service-latency.svg and service-rate.svg."""
import argparse, json, os, random, re, subprocess, sys, tempfile, time, urllib.parse
from measuring import charts
from service_process import Server

WORDS = re.compile(r"[A-Za-z]{3,}|[\u3400-\u9fff]{2,4}")


def queries(lines, count=5000):
    """Words of titles: of one article each, so that something is found."""
    rnd, found = random.Random(1), []
    while len(found) < count:
        words = WORDS.findall(json.loads(rnd.choice(lines)).get("title", ""))
        if words: found.append(" ".join(rnd.sample(words, min(len(words), rnd.choice([1, 1, 2, 3])))))
    return found


def load(server, token, paths, connections, seconds, folder):
    script = os.path.join(folder, "load.lua")
    with open(script, "w") as file:
        file.write("local p={" + ",".join(json.dumps(path) for path in paths) + "}\nlocal i=math.random(#p)\n"
                   "wrk.headers['Authorization']='Bearer " + token + "'\nrequest=function() i=i%#p+1 return wrk.format(nil,p[i]) end\n"
                   "done=function(s,l,r) io.write(string.format('\\nJ %d %d %d %.3f %.3f %.3f\\n',s.requests,s.duration,"
                   "s.errors.status+s.errors.connect+s.errors.read+s.errors.timeout,l:percentile(50)/1e3,l:percentile(95)/1e3,l:percentile(99)/1e3)) end\n")
    done = subprocess.run(["wrk", "-t1", "-c%d" % connections, "-d%ds" % seconds, "--timeout", "10s", "-s", script,
                           "http://127.0.0.1:%d/" % server.port], capture_output=True, text=True)
    line = [line for line in done.stdout.split("\n") if line.startswith("J ")]
    if not line: sys.exit("wrk: " + done.stdout + done.stderr)
    requests, microseconds, errors, p50, p95, p99 = map(float, line[0].split()[1:])
    return requests / microseconds * 1e6, p50, p95, p99, int(errors)


def main(a, folder):
    sizes = [int(size) for size in a.sizes.split(",")]
    database, part = os.path.join(folder, "growth.db"), os.path.join(folder, "part.jsonl")
    stored, points = 0, {}
    with open(a.articles, encoding="utf-8") as articles:
        for size in sizes:
            sample = []
            with open(part, "w", encoding="utf-8") as file:
                for _ in range(size - stored):
                    line = articles.readline()
                    if not line: sys.exit("the file has only %d articles" % stored)
                    file.write(line)
                    stored += 1
                    if stored % 20 == 0: sample.append(line)
            began = time.time()
            subprocess.run([a.binary, "--db", database, "ingest", "--format", "jsonl", part], check=True, capture_output=True)
            os.remove(part)
            print("%d articles: the last part at %d articles/s, database %d MB" % (
                stored, (size - (sizes[sizes.index(size) - 1] if size != sizes[0] else 0)) / (time.time() - began), os.path.getsize(database) >> 20), flush=True)
            if size == sizes[0]: asked = queries(sample)
            server = Server(a.binary, database)
            token = server.token("growth %d" % size, "read")
            server.start()
            for sort in ["relevance", "newest"]:
                paths = ["/v1/search?limit=20&match=all&sort=%s&q=%s" % (sort, urllib.parse.quote(query)) for query in asked]
                for connections in [1, 16, 64] if sort == "relevance" else [16]:
                    points[sort, connections, size] = per_second, p50, p95, p99, errors = load(server, token, paths, connections, a.seconds, folder)
                    print("  %-9s %3d connections %8.0f answers/s  p50 %8.2f  p95 %8.2f  p99 %8.2f ms  errors %d" % (
                        sort, connections, per_second, p50, p95, p99, errors), flush=True)
            after = server.memory()
            time.sleep(65)
            print("  RssAnon %d MB, a minute later %d MB" % (after >> 20, server.memory() >> 20), flush=True)
            server.stop()
    if a.plots: draw(points, a.plots)


def draw(points, folder):
    def series(name, sort, connections, column):
        return charts.Series(name, [(size, [values[column]]) for (s, c, size), values in sorted(points.items()) if (s, c) == (sort, connections)])

    latency = [series("p50", "relevance", 16, 1), series("p99", "relevance", 16, 3), series("p99, newest first", "newest", 16, 3)]
    rate = [series("%d connections" % c, "relevance", c, 0) for c in (1, 16, 64)]
    for name, title, unit, lines in [("service-latency", "Searches over HTTP, 16 connections", "milliseconds", latency),
                                     ("service-rate", "Searches over HTTP", "answers a second", rate)]:
        with open(os.path.join(folder, name + ".svg"), "w") as file: file.write(charts.lines(title, "articles", unit, lines))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary"); parser.add_argument("articles")
    parser.add_argument("--sizes", default="100000,300000,1000000"); parser.add_argument("--seconds", type=int, default=10); parser.add_argument("--plots")
    with tempfile.TemporaryDirectory() as folder: main(parser.parse_args(), folder)
