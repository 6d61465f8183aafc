#!/usr/bin/env python3
"""Memory of a host with many open libraries, and the time of the first request of each.

The directory of the host has --directory libraries. --libraries of them have --articles articles each and are opened, one
after another, by a search over HTTP; then the processor time of the service for pages, searches and lists is measured. With
--server, the host is a database of Debian's PostgreSQL, started for the run with the settings of measuring/postgres.py, and the
memory of the server's processes and the size of the database are printed, too.
"""

import argparse
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time
import urllib.request

WORDS = "heron river stone window garden letter winter market bridge forest signal harbour copper lantern meadow".split()


def line(number):
    words = " ".join(WORDS[(number * 7 + n * n) % len(WORDS)] + str((number * n) % 400) for n in range(150))
    return json.dumps({
        "feed": f"https://example.org/{number % 20}", "id": str(number), "title": f"heron {number} {WORDS[number % 15]}",
        "html": f"<p>{words}</p>", "text": words, "published": f"2024-{1 + number % 12:02}-{1 + number % 28:02}T00:00:00Z",
    })


def memory(process):
    values = {}
    for row in open(f"/proc/{process}/smaps_rollup"):
        parts = row.split()
        if parts[0] in ("Rss:", "Pss:", "Private_Dirty:", "Anonymous:"):
            values[parts[0][:-1]] = int(parts[1]) / 1024
    return values


def processor_seconds(process):
    fields = open(f"/proc/{process}/stat").read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of_server(server):
    """Proportional memory of the postmaster and its children, without files in the page cache."""
    first = int(open(server.data + "/postmaster.pid").readline())
    children = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout.split()
    total = sum(memory(pid).get("Pss", 0) for pid in [first, *children])
    return f"{len(children)} processes, {total:.0f} MB"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=".build/release/feedsearch")
    parser.add_argument("--libraries", type=int, default=200)
    parser.add_argument("--articles", type=int, default=1_000)
    parser.add_argument("--directory", type=int, default=10_000)
    parser.add_argument("--settle", type=int, default=30, help="seconds for the first rounds of all libraries")
    parser.add_argument("--server", action="store_true", help="libraries on a PostgreSQL server instead of files")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = tempfile.mkdtemp(prefix="host-memory-")
    server = None
    if options.server:
        from measuring import postgres
        server = postgres.Server()
        server.new_database("host")
    host = server.address("host") if server else folder + "/host"
    environment = dict(os.environ, HOME=folder, FEEDSEARCH_PASSWORD="correct horse", FEEDSEARCH_LIBRARIES=host)

    def run(*words):
        return subprocess.run([program, *words], env=environment, check=True, capture_output=True, text=True).stdout

    def place(name):
        if not server:
            return f"{host}/{name}/feedsearch.db"
        return host + ("&" if "?" in host else "?") + "library=" + name

    try:
        with open(folder + "/a.jsonl", "w") as file:
            for number in range(options.articles):
                file.write(line(number) + "\n")
        tokens = {}
        for number in range(options.libraries):
            name = f"person{number}"
            run("account", "add", name)
            tokens[name] = run("token", "create", "t", "--scope", "read", "--account", name).strip()
            if number == 0 or server:
                run("--db", place(name), "ingest", "--format", "jsonl", folder + "/a.jsonl")
                run("--db", place(name), "optimize")
            else:
                shutil.copyfile(place("person0"), place(name))
        if not server:
            directory = sqlite3.connect(host + "/service.db")
            with directory:
                first = options.libraries + 1
                for number in range(first, options.directory + 1):
                    values = (number, f"idle{number}")
                    directory.execute("INSERT INTO account (id, name, password, created, password_changed) VALUES (?, ?, '', 0, 0)", values)
                    directory.execute(
                        "INSERT INTO hosted_library (id, name, address, version, state, created) VALUES (?, ?, ? || '/feedsearch.db', 1, 'ready', 0)",
                        (*values, values[1]))
                    directory.execute("INSERT INTO membership (account, hosted, role) VALUES (?, ?, 'owner')", (number, number))
            directory.close()
        else:
            # The address of a hosted library is relative to the host.
            server.sql("host", f"""
                WITH place AS (SELECT library, slot FROM feedsearch.account LIMIT 1),
                    idle AS (SELECT number FROM generate_series({options.libraries + 1}, {options.directory}) AS number),
                    accounts AS (INSERT INTO feedsearch.account
                        SELECT library, slot, number + 100000, 'idle' || number, '', 0, 0 FROM place, idle),
                    libraries AS (INSERT INTO feedsearch.hosted_library
                        SELECT library, slot, number + 100000, 'idle' || number, '?library=idle' || number, 1, 'ready', 0
                        FROM place, idle)
                INSERT INTO feedsearch.membership
                    SELECT library, slot, number + 100000, number + 100000, 'owner' FROM place, idle""")
        service = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--no-fetch", "--json"], env=environment,
            stdout=subprocess.PIPE, stderr=open(folder + "/errors", "w"), text=True)
        base = json.loads(service.stdout.readline())["listening"]
        # The other libraries of the directory have no files; their first rounds fail.
        time.sleep(options.settle)
        print("at the start", {k: round(v) for k, v in memory(service.pid).items()}, "MB")

        def ask(name, path):
            request = urllib.request.Request(base + path, headers={"Authorization": "Bearer " + tokens[name]})
            began = time.monotonic()
            answer = json.loads(urllib.request.urlopen(request, timeout=60).read())
            return (time.monotonic() - began) * 1_000, answer

        first, again = [], []
        for name in tokens:
            milliseconds, answer = ask(name, "/v1/search?q=heron")
            assert answer["total"] == options.articles, answer
            first.append(milliseconds)
            again.append(ask(name, "/v1/search?q=heron")[0])
        for name in tokens:
            for path in ("/v1/feeds", "/v1/search?q=garden", "/v1/search?q=river+market"):
                ask(name, path)
        print(f"{len(tokens)} open", {k: round(v) for k, v in memory(service.pid).items()}, "MB")
        if server:
            print("the server's processes", memory_of_server(server), "size of the database",
                  server.size("host") >> 20, "MB,", "connections", server.sql("host", "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"))
        for title, values in (("first request", first), ("second request", again)):
            values.sort()
            print(f"{title}: median {statistics.median(values):.1f} ms, 95 % {values[len(values) * 95 // 100]:.1f} ms")
        for path in ("/all", "/v1/search?q=river+market", "/v1/articles?limit=50", "/v1/feeds"):
            before = processor_seconds(service.pid)
            for name in tokens:
                urllib.request.urlopen(urllib.request.Request(base + path, headers={"Authorization": "Bearer " + tokens[name]}), timeout=60).read()
            print(f"{path}: {(processor_seconds(service.pid) - before) * 1000 / len(tokens):.1f} ms of processor time of the service")
        service.terminate()
        service.wait()
        if not server:
            print("size of a library", os.path.getsize(place("person0")) >> 10, "KB")
    finally:
        if server: server.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
