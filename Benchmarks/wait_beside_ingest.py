#!/usr/bin/env python3
"""wait_beside_ingest.py - how long a change of state waits while a body of 64 MB is ingested.

    wait_beside_ingest.py BINARY ARTICLES.jsonl [--stored 20000] [--pause 0.1] [--batch N]

The first articles are stored by the command; then the server gets 64 MB of the others in one request, and, every --pause seconds, a
POST /v1/state beside it. Prints how long those took, how fast the ingest was, alone and beside them, and what it cost the processor."""
import argparse, json, os, shutil, subprocess, tempfile, threading, time
from service_process import Client, Server


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))]


def processor_seconds(server):
    with open("/proc/%d/stat" % server.process.pid) as file: fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(a, database, body, marks):
    server = Server(a.binary, database)
    token = server.token("wait", "write")
    server.start()
    end, waits = threading.Event(), []

    def mark():
        client, value = Client(server, token), True
        while not end.is_set():
            begun = time.perf_counter()
            change = json.dumps({"articles": [1 + len(waits) % 1000], "read": value}).encode()
            status, _ = client.ask("POST", "/v1/state", change)
            waits.append((time.perf_counter() - begun) * 1e3)
            if status != 200: raise SystemExit("a change of state got %s" % status)
            value = not value
            time.sleep(a.pause)

    thread = threading.Thread(target=mark, daemon=True)
    # The writer is open before anything is measured.
    Client(server, token).ask("POST", "/v1/state", b'{"articles":[1],"starred":true}')
    if marks: thread.start()
    begun, used = time.perf_counter(), processor_seconds(server)
    status, answer = Client(server, token, 600).ask("POST", "/v1/ingest" + ("?batch_size=%d" % a.batch if a.batch else ""), body, "application/x-ndjson")
    seconds, used = time.perf_counter() - begun, processor_seconds(server) - used
    end.set()
    report = json.loads(answer.splitlines()[-1])
    if status != 200 or report["seen"] != body.count(b"\n"): raise SystemExit("ingest got %s: %s" % (status, answer[-300:]))
    if marks: thread.join()
    server.stop()
    return "%.0f/s (%.1f s of the processor)" % (report["seen"] / seconds, used), waits


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary"); parser.add_argument("articles")
    parser.add_argument("--stored", type=int, default=20000); parser.add_argument("--pause", type=float, default=0.1)
    parser.add_argument("--batch", type=int)
    a = parser.parse_args()
    a.binary = os.path.abspath(a.binary)
    folder = tempfile.mkdtemp(prefix="wait-")
    try:
        first, body, size = os.path.join(folder, "first.jsonl"), [], 0
        with open(a.articles, "rb") as file, open(first, "wb") as out:
            for number, line in enumerate(file):
                if number < a.stored: out.write(line)
                elif size + len(line) > 64 << 20: break
                else: body.append(line); size += len(line)
        body = b"".join(body)
        base = os.path.join(folder, "base.db")
        subprocess.run([a.binary, "--db", base, "ingest", "--format", "jsonl", first], check=True, capture_output=True)
        rates = []
        for marks in (False, True):
            database = os.path.join(folder, "run%d" % marks, "a.db")
            os.mkdir(os.path.dirname(database))
            shutil.copy(base, database)
            rate, waits = run(a, database, body, marks)
            rates.append(rate)
        print("%d articles, %d MB: %s alone, %s beside changes of state" % (body.count(b"\n"), size >> 20, *rates))
        print("%d changes of state waited p50 %.0f, p95 %.0f, max %.0f ms"
              % (len(waits), percentile(waits, .5), percentile(waits, .95), max(waits)))
    finally:
        shutil.rmtree(folder)


main()
