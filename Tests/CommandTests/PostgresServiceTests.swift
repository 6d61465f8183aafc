import Foundation
import TestSupport
import Testing

/// Several `serve` processes on one library on a server, as behind a load balancer without sticky sessions. Each has a
/// home of its own, as on machines of their own.
@Suite(.serialized, .offPool, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PostgresServiceTests {
    private let program: BuiltProgram
    private let address: String

    init() throws {
        program = try BuiltProgram()
        address = try PostgresServer.shared.get().newDatabase()
    }

    /// What the scripts in Python use.
    private static let client = """
        import http.cookiejar, json, re, sys, time, urllib.error, urllib.parse, urllib.request
        bases = [json.loads(open(f"out{n}.txt").readline())["listening"] for n in range(1, int(sys.argv[1]) + 1)]
        class Stays(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *args): return None
        opener = urllib.request.build_opener(Stays())
        def ask(n, method, path, body=None, **headers):
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            request = urllib.request.Request(bases[n] + path, body, headers, method=method)
            try:
                answer = opener.open(request, timeout=60)
            except urllib.error.HTTPError as error:
                answer = error
            return answer.status, answer.headers, answer.read().decode()
        def soon(seconds, body):
            end = time.monotonic() + seconds
            while not body():
                if time.monotonic() > end: return False
                time.sleep(0.02)
            return True

        """

    /// A site with feeds, which notes each request in `log` and what is posted in `posts`. A line in the file `delay` is
    /// the time that an answer takes in seconds.
    private static let site = """
        import http.server, json, os, threading, time
        lock = threading.Lock()
        class Site(http.server.BaseHTTPRequestHandler):
            def note(self, name, line):
                with lock, open(name, "a") as file: file.write(line + "\\n")
            def do_GET(self):
                self.note("log", self.path)
                if os.path.exists("delay"): time.sleep(float(open("delay").read()))
                body = ("<rss version='2.0'><channel><title>%s</title><item><guid isPermaLink='false'>1</guid>"
                        "<title>Heron of %s</title></item></channel></rss>" % (self.path, self.path)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self.note("posts", json.dumps({"body": body, "headers": {k.lower(): v for k, v in self.headers.items()}}))
                self.send_response(204)
                self.end_headers()
            def log_message(self, *args): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        with open("port.new", "w") as file: file.write(str(server.server_port))
        os.rename("port.new", "port")
        server.serve_forever()
        """

    /// Subscribes to 40 feeds of the site, without fetching them.
    private static let subscribing = """
        { echo '<opml version="2.0"><body>'
          for n in $(seq 40); do echo "<outline xmlUrl='http://127.0.0.1:$(cat port)/feed/$n'/>"; done
          echo '</body></opml>'; } >feeds.opml
        feedsearch import feeds.opml >/dev/null 2>>err.txt || exit 9
        """

    /// Runs `count` services, each with a home of its own to which the key of the first is copied, and a script.
    private func serve(
        _ count: Int, flags: String = "--no-fetch", before: String = "", script: String
    ) throws -> BuiltProgram.Outcome {
        try program.file("ask.py", Self.client + script)
        try program.file("site.py", Self.site)
        return try program.shell(
            """
            export FEEDSEARCH_DB='\(address)'
            home() { export HOME="$PWD/home$1"; mkdir -p "$HOME"; }
            home 1
            echo 'long enough' >password
            feedsearch account add anna --password-file password 2>>err.txt || exit 9
            for n in $(seq 2 \(count)); do cp -r home1 home$n; done
            python3 site.py & site=$!
            for i in $(seq 600); do [ -s port ] && break; sleep 0.05; done
            export FEEDSEARCH_ALLOW=127.0.0.1
            \(before)
            for n in $(seq \(count)); do
                home $n
                feedsearch serve --listen 127.0.0.1:0 --json \(flags) >out$n.txt 2>err$n.txt & echo $! >pid$n
            done
            for n in $(seq \(count)); do
                for i in $(seq 1200); do grep -q listening out$n.txt && break; sleep 0.05; done
            done
            python3 ask.py \(count); status=$?
            for n in $(seq \(count)); do kill -TERM $(cat pid$n); done 2>/dev/null
            kill -TERM $site
            wait
            cat err*.txt >&2
            exit $status
            """)
    }

    @Test("Sessions, form tokens, API tokens and stored secrets of one service are those of the other")
    func shared() throws {
        let outcome = try serve(
            2, before: "home 1; feedsearch token create t --scope write >token",
            script: """
                import subprocess, os
                token = "Bearer " + open("token").read().strip()
                form = "application/x-www-form-urlencoded"
                answer = ask(0, "POST", "/login", b"name=anna&password=long+enough", Content_Type=form)
                cookie = answer[1]["Set-Cookie"].split(";")[0]
                print("signed in", answer[0] < 400)
                print("session", [ask(n, "GET", "/v1/session", Cookie=cookie)[0] for n in (0, 1)])
                csrf = json.loads(ask(0, "GET", "/v1/session", Cookie=cookie)[2])["csrf"]
                changes = [ask(n, "POST", "/v1/state", b'{"query":"heron","read":true}', Cookie=cookie,
                               X_CSRF_Token=csrf, Content_Type="application/json")[0] for n in (0, 1)]
                print("changes", changes)
                print("forged", ask(1, "POST", "/v1/state", b'{"query":"heron","read":true}', Cookie=cookie,
                                    Content_Type="application/json")[0])
                print("token", [ask(n, "GET", "/v1/feeds", Authorization=token)[0] for n in (0, 1)])
                subprocess.run(["feedsearch", "token", "revoke", "t"], env=dict(os.environ, HOME=os.getcwd() + "/home1"),
                               stderr=subprocess.DEVNULL, check=True)
                print("revoked", [soon(1, lambda: ask(n, "GET", "/v1/feeds", Authorization=token)[0] == 401) for n in (0, 1)])
                print("signed out", ask(1, "POST", "/logout", b"", Cookie=cookie, X_CSRF_Token=csrf)[0])
                print("ended", soon(1, lambda: ask(0, "GET", "/v1/session", Cookie=cookie)[0] == 401))
                """)
        #expect(
            outcome.lines == [
                "signed in True", "session [200, 200]", "changes [200, 200]", "forged 403", "token [200, 200]",
                "revoked [True, True]", "signed out 204", "ended True",
            ], "\(outcome.errors)")
    }

    @Test("A secret that was set on one service signs what another delivers, once, and jobs say whose they are")
    func secrets() throws {
        let outcome = try serve(
            2,
            before: """
                home 1
                feedsearch token create t --scope write >token
                # The first article of a feed is not reported.
                echo '{"feed":"https://example.org/f","id":"0","title":"Robin"}' | feedsearch ingest --format jsonl - >/dev/null 2>>err.txt
                """,
            script: """
                import hashlib, hmac, os, signal
                token = "Bearer " + open("token").read().strip()
                hook = "webhook:http://127.0.0.1:" + open("port").read() + "/hook"
                body = json.dumps({"name": "birds", "query": "heron", "notify": hook, "secret": "hook secret",
                                   "signature": "miniflux"}).encode()
                print("saved", ask(0, "POST", "/v1/saved", body, Authorization=token, Content_Type="application/json")[0] < 300)
                job = json.loads(ask(0, "POST", "/v1/refresh", b"{}", Authorization=token, Content_Type="application/json")[2])["id"]
                status, headers, text = ask(1, "GET", "/v1/jobs/" + job, Authorization=token)
                print("job", ask(0, "GET", "/v1/jobs/" + job, Authorization=token)[0], status, job.rsplit("-", 1)[0] in text)
                os.kill(int(open("pid1").read()), signal.SIGTERM)
                def gone():
                    try: os.kill(int(open("pid1").read()), 0)
                    except OSError: return True
                soon(30, gone)
                line = b'{"feed":"https://example.org/f","id":"1","title":"Heron","text":"of the lake"}\\n'
                print("ingested", ask(1, "POST", "/v1/ingest", line, Authorization=token,
                                      Content_Type="application/x-ndjson")[0])
                print("sent", soon(60, lambda: os.path.exists("posts")))
                time.sleep(1)
                posts = [json.loads(line) for line in open("posts")]
                right = hmac.new(b"hook secret", posts[0]["body"].encode(), hashlib.sha256).hexdigest()
                print("signed", len(posts), posts[0]["headers"]["x-miniflux-signature"] == right)
                """)
        #expect(
            outcome.lines == [
                "saved True", "job 200 421 True", "ingested 200", "sent True", "signed 1 True",
            ], "\(outcome.errors)")
    }

    @Test("Each due feed is fetched once by three services")
    func fetching() throws {
        let outcome = try serve(
            3, flags: "--no-icons", before: Self.subscribing,
            script: """
                import os
                def log(): return open("log").read().split() if os.path.exists("log") else []
                def feeds(): return [line for line in log() if line.startswith("/feed/")]
                print("all", soon(120, lambda: len(set(feeds())) == 40))
                # The others look again after ten seconds.
                time.sleep(12)
                print("requests", len(feeds()))
                """)
        #expect(outcome.lines == ["all True", "requests 40"], "\(outcome.errors)")
    }

    @Test("What a killed process was to fetch is fetched by another one within its next rounds")
    func takingOver() throws {
        let outcome = try serve(
            1, before: Self.subscribing,
            script: """
                import os, signal, subprocess
                def log(): return open("log").read().split() if os.path.exists("log") else []
                open("delay", "w").write("1")
                def fetch(n):
                    environment = dict(os.environ, HOME=os.getcwd() + "/home1")
                    return subprocess.Popen(["feedsearch", "fetch", "--every", "2s", "--no-icons"], env=environment,
                                            stdout=subprocess.DEVNULL, stderr=open(f"err-fetch{n}.txt", "w"))
                first = fetch(1)
                print("begun", soon(60, lambda: len(log()) >= 2))
                second = fetch(2)
                time.sleep(2)
                first.send_signal(signal.SIGKILL)
                first.wait()
                killed = len(log())
                os.remove("delay")
                print("taken over", soon(60, lambda: len(set(log())) == 40))
                print("most", max(log().count(path) for path in set(log())) <= 2, killed < 40)
                second.terminate()
                second.wait()
                """)
        #expect(outcome.lines == ["begun True", "taken over True", "most True True"], "\(outcome.errors)")
    }
}
