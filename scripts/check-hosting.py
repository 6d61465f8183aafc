#!/usr/bin/env python3
"""check-hosting.py - runs the commands of docs/hosting.md as written.

    check-hosting.py BINARY

The code blocks of the page run in order, in a temporary home folder, with Debian's PostgreSQL, nginx and Caddy. Only the name
of the other database server, the port of the second `serve`, and the ports and certificates of nginx and Caddy are
replaced. A person signs in to the service of the family, and through each proxy. Prints the blocks that ran; exit 1 if a
command fails or if a block is not known to this script.
"""
import os, re, shutil, signal, ssl, subprocess, sys, tempfile, time, urllib.parse, urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "Benchmarks"))
from measuring import postgres


class Check:
    def __init__(self, binary, folder, server):
        self.folder, self.server, self.started = folder, server, []
        self.home = folder + "/home"
        os.makedirs(folder + "/bin")
        os.makedirs(self.home)
        os.symlink(os.path.abspath(binary), folder + "/bin/feedsearch")
        self.environment = dict(os.environ, HOME=self.home, LC_ALL="C.UTF-8", PGHOST=str(server.folder), PGPORT=str(server.port),
                                PGUSER="tester", PATH=folder + "/bin:" + os.environ["PATH"], FEEDSEARCH_PASSWORD="a long password")

    def run(self, text):
        """Runs a block; a line with `feedsearch serve` starts a service in the background, and the following lines run meanwhile."""
        shell = ["set -e"]
        for line in text.strip().splitlines():
            if line.startswith("feedsearch serve"): line += " & echo $! >%s/pid" % self.folder
            shell.append(line)
        # Write the output to a file, because the service keeps it open.
        with open(self.folder + "/out", "w+") as out:
            done = subprocess.run(["bash", "-c", "\n".join(shell)], cwd=self.home, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=out, stderr=subprocess.STDOUT)
            out.seek(0)
            printed = out.read()
        if done.returncode: raise SystemExit("failed:\n%s\n%s" % (text, printed))
        if "feedsearch serve" in text: self.started.append(int(open(self.folder + "/pid").read()))
        print("ran: " + "; ".join(line.strip() for line in text.strip().splitlines())[:150], flush=True)
        return printed

    def proxy(self, *words):
        self.started.append(subprocess.Popen(words, cwd=self.home, env=self.environment, stdout=subprocess.DEVNULL,
                                             stderr=subprocess.DEVNULL).pid)

    def sign_in(self, address, name, password="a long password"):
        """Whether a person signs in and reads the first page."""
        context = ssl._create_unverified_context()
        cookies = urllib.request.HTTPCookieProcessor()
        browser = urllib.request.build_opener(cookies, urllib.request.HTTPSHandler(context=context))
        form = urllib.parse.urlencode({"name": name, "password": password}).encode()
        ends = time.monotonic() + 30
        while True:
            try:
                browser.open(urllib.request.Request(address + "/login", form), timeout=10).read()
                page = browser.open(address + "/account", timeout=10).read().decode()
                break
            except OSError:
                if time.monotonic() > ends: raise
                time.sleep(0.2)
        if name not in page: raise SystemExit("%s: %s is not signed in" % (address, name))
        print("signed in: %s at %s" % (name, address), flush=True)

    def stop(self):
        for pid in self.started:
            try: os.kill(pid, signal.SIGTERM)
            except ProcessLookupError: pass
        for pid in self.started:
            for _ in range(200):
                if not os.path.exists("/proc/%d" % pid) or open("/proc/%d/stat" % pid).read().split()[2] == "Z": break
                time.sleep(0.05)
        self.started = []


def blocks():
    """The blocks of code of the page, with the language and the heading of each."""
    found, heading, language, lines = [], "", None, []
    for line in open(os.path.join(ROOT, "docs/hosting.md"), encoding="utf-8"):
        stripped = line.strip()
        if language is None and line.startswith("## "): heading = line[3:].strip()
        if stripped.startswith("```"):
            if language is None: language, lines = stripped[3:], []
            else:
                found.append((heading, language, "".join(lines)))
                language = None
        elif language is not None: lines.append(re.sub("^  ", "", line))
    return found


def main():
    server, folder = postgres.Server(), tempfile.mkdtemp(prefix="hosting-")
    check = Check(sys.argv[1], folder, server)
    ports = {name: postgres.free_port() for name in ("nginx", "caddy", "admin")}
    try:
        for heading, language, text in blocks():
            if (heading, language) == ("A family on one machine", "sh"):
                check.run(text)
                if "serve" in text: check.sign_in("http://127.0.0.1:8480", "anna", "a long password of anna")
            elif (heading, language) == ("PostgreSQL and two services", "sh"):
                # Stop the family's service: this section sets up a different host.
                check.run("echo 'a long password' > anna.txt; mkdir -p server; cp anna.txt server")
                lines = text.strip().splitlines()
                serve = lines[-1]
                second = serve.replace("127.0.0.1:8481", "127.0.0.1:8482")
                assert second != serve
                check.run("cd server\n" + "\n".join(lines))
                check.run("cd server\nexport FEEDSEARCH_LIBRARIES=postgresql:///feeds\n" + second)
            elif language == "nginx":
                subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=feeds.example.org", "-days", "1",
                                "-keyout", folder + "/feeds.key", "-out", folder + "/feeds.pem"], check=True, capture_output=True)
                site = text.replace("listen 443", "listen 127.0.0.1:%d" % ports["nginx"]).replace("/etc/ssl/feeds", folder + "/feeds")
                with open(folder + "/nginx.conf", "w") as file:
                    file.write("daemon off; pid %s/nginx.pid; error_log stderr; events {} http { access_log off; %s }" % (folder, site))
                check.proxy("nginx", "-c", folder + "/nginx.conf", "-p", folder)
                check.sign_in("https://127.0.0.1:%d" % ports["nginx"], "anna")
            elif language == "" and "reverse_proxy" in text:
                with open(folder + "/Caddyfile", "w") as file:
                    file.write("{\n admin off\n auto_https disable_redirects\n}\n" + text.replace("feeds.example.org {",
                               "https://127.0.0.1:%d {\n tls %s/feeds.pem %s/feeds.key" % (ports["caddy"], folder, folder)))
                check.proxy("caddy", "run", "--config", folder + "/Caddyfile", "--adapter", "caddyfile")
                check.sign_in("https://127.0.0.1:%d" % ports["caddy"], "anna")
                check.stop()
            elif (heading, language) == ("Accounts and tokens", "sh"):
                check.run("export FEEDSEARCH_LIBRARIES=~/libraries\n" + text)
            elif heading in ("Joining", "Sharing a library"): check.run(text)
            elif heading == "Renaming and removing a library":
                check.run("feedsearch account add carla --libraries ~/libraries\nfeedsearch account remove carla --libraries ~/libraries")
                # `library remove` asks for the name; the following sections use the former name of the renamed library.
                check.run(text.replace("remove carla", "remove carla --yes"))
                check.run("feedsearch library rename team anna --libraries ~/libraries")
            elif heading == "Moving a library":
                check.run(text.replace("postgresql://db.example.org/feeds?", "postgresql:///feeds?"))
            elif heading == "From one library to a host":
                check.run("mv libraries family\nmkdir -p ~/libraries && chmod 700 ~/libraries\n"
                          "printf '%s\\n' '{\"feed\":\"https://example.org/f\",\"id\":\"1\",\"title\":\"Heron\"}' | feedsearch ingest --format jsonl")
                check.run(text)
                if "1" not in check.run("feedsearch --db ~/libraries/anna/feedsearch.db list"): raise SystemExit("nothing was copied")
            else: raise SystemExit("a block below '%s' is not known to this script:\n%s" % (heading, text))
    finally:
        check.stop()
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
