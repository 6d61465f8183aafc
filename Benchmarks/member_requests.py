#!/usr/bin/env python3
"""Cost of the requests of a member of a shared library, compared with those of its owner.

A host in a folder has a library with --articles articles. Its owner and a member send the same requests to the API, one
after another, in turn, and the processor time of the service per request is measured. Several programs are measured in
turn, so that the load of the machine does not favour one.
"""

import argparse
import http.client
import json
import os
import shutil
import statistics
import subprocess
import tempfile

TARGETS = ["/v1/session", "/v1/feeds", "/v1/articles?q=&limit=20"]


def lines(count):
    for number in range(count):
        yield json.dumps({"feed": f"https://example.org/{number % 20}", "id": str(number), "title": f"heron {number}"})


class Host:
    def __init__(self, program, articles):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="members-")
        self.environment = dict(
            os.environ, HOME=self.folder, FEEDSEARCH_PASSWORD="correct horse", FEEDSEARCH_LIBRARIES=self.folder + "/host")
        with open(self.folder + "/a.jsonl", "w") as file:
            file.write("\n".join(lines(articles)))
        for name in ["anna", "ben"]:
            self.run("account", "add", name)
        self.run("--db", self.folder + "/host/anna/feedsearch.db", "ingest", "--format", "jsonl", self.folder + "/a.jsonl")
        self.run("account", "share", "anna", "ben")
        create = ["token", "create", "--scope", "read"]
        self.tokens = {
            "owner": self.run(*create, "o", "--account", "anna").strip(),
            "member": self.run(*create, "m", "--account", "ben", "--library", "anna").strip(),
        }
        self.service = subprocess.Popen(
            [self.program, "serve", "--listen", "127.0.0.1:0", "--no-fetch", "--json"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = json.loads(self.service.stdout.readline())["listening"]
        self.connection = http.client.HTTPConnection(address.split("//")[1].rstrip("/"))

    def run(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, check=True, capture_output=True, text=True).stdout

    def ask(self, person, target):
        self.connection.request("GET", target, headers={"Authorization": "Bearer " + self.tokens[person]})
        answer = self.connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"{target}: {answer.status}")

    def processor_time(self):
        fields = open(f"/proc/{self.service.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def measure(self, person, target, requests):
        """Milliseconds of processor time per request."""
        before = self.processor_time()
        for _ in range(requests):
            self.ask(person, target)
        return (self.processor_time() - before) * 1_000 / requests

    def end(self):
        self.service.terminate()
        self.service.wait()
        shutil.rmtree(self.folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", action="append", help="may be repeated")
    parser.add_argument("--articles", type=int, default=2_000)
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    hosts = [(program, Host(program, options.articles)) for program in options.program or [".build/release/feedsearch"]]
    try:
        results = {}
        for _, host in hosts:
            for person in host.tokens:
                for target in TARGETS:
                    host.measure(person, target, 20)
        for _ in range(options.runs):
            for target in TARGETS:
                for program, host in hosts:
                    for person in host.tokens:
                        found = host.measure(person, target, options.requests)
                        results.setdefault((target, program, person), []).append(found)
        for (target, program, person), times in results.items():
            spread = f"{min(times):.3f} to {max(times):.3f}"
            print(f"{target}\t{program}\t{person}\t{statistics.median(times):.3f} ms ({spread})")
    finally:
        for _, host in hosts:
            host.end()


if __name__ == "__main__":
    main()
