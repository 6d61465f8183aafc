import Foundation
import Testing

/// How `serve` is started, watched and ended: by signals, by a service manager, behind proxies. Each case is a script of Python
/// around the built binary.
@Suite(.offPool, .serialized) struct ServeOperationTests {
    /// Whether this process may mount a file system in memory.
    static let canMount: Bool = {
        guard let program = try? BuiltProgram() else { return false }
        return (try? program.shell("mkdir m && mount -t tmpfs -o size=1m tmpfs m && umount m").status) == 0
    }()

    let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    /// What the scripts begin with.
    private static let start = #"""
        import json, os, signal, socket, sqlite3, subprocess, sys, time, urllib.request, urllib.error
        os.environ["FEEDSEARCH_DB"] = os.getcwd() + "/a.db"
        token = subprocess.run(["feedsearch", "token", "create", "t", "--scope", "write"], capture_output=True, text=True).stdout.strip()
        def config(text):
            os.makedirs(".config/feedsearch", exist_ok=True)
            with open(".config/feedsearch/config", "w") as file: file.write(text)
        def serve(*flags, wait=True, **options):
            errors = open("err.txt", "a")
            process = subprocess.Popen(["feedsearch", "serve", "--json", *flags], stdout=subprocess.PIPE, stderr=errors, text=True, **options)
            process.base = json.loads(process.stdout.readline())["listening"] if wait else None
            return process
        def ask(process, path, method="GET", body=None, base=None, timeout=120, **headers):
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            headers.setdefault("Authorization", "Bearer " + token)
            if body is not None: headers.setdefault("Content-Type", "application/json")
            request = urllib.request.Request((base or process.base) + path, body, headers, method=method)
            try: answer = urllib.request.urlopen(request, timeout=timeout)
            except urllib.error.HTTPError as error: answer = error
            process.headers = answer.headers
            return answer.status, answer.read().decode()
        def add(process, number, **options):
            line = json.dumps({"feed": "https://example.org/f", "id": str(number), "title": "Heron"}).encode()
            return ask(process, "/v1/ingest", "POST", line, Content_Type="application/x-ndjson", **options)[0]
        def errors(): return open("err.txt").read()
        def end(process, number=signal.SIGTERM):
            process.send_signal(number)
            return process.wait(120)
        def until(condition):
            for _ in range(2400):
                if condition(): return True
                time.sleep(0.05)
            return False

        """#

    /// Runs a script; its lines must be `true`, each for one claim.
    func claims(_ count: Int, _ script: String, location: SourceLocation = #_sourceLocation) throws {
        try program.file("case.py", Self.start + script)
        let outcome = try program.shell("exec python3 case.py")
        let expected = [String](repeating: "True", count: count)
        #expect(outcome.lines == expected, "\(outcome.output)\(outcome.errors)", sourceLocation: location)
    }

    static func has(_ tool: String) -> Bool {
        ["/usr/bin/", "/usr/sbin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + tool) }
    }

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(
        "Every option is a line of the configuration, too; SIGHUP takes new lines, and keeps the old where one is wrong"
    )
    func configuration() throws {
        try claims(
            6,
            """
            config("listen = 127.0.0.1:0\\nno-fetch = yes\\nbase-url = https://feeds.example.org\\nreaders = 2\\ncache-mb = 8\\n"
                "max-connections = 100\\nmax-connections-per-address = 50\\ntrusted-proxies = 10.0.0.0/8, unix\\n")
            p = serve()
            print(ask(p, "/healthz", Host="feeds.example.org")[0] == 200 and ask(p, "/healthz", Host="other.example.org")[0] == 421)
            config("listen = 127.0.0.1:0\\nno-fetch = yes\\nbase-url = https://other.example.org\\n")
            p.send_signal(signal.SIGHUP)
            print(until(lambda: ask(p, "/healthz", Host="other.example.org")[0] == 200))
            config("listen = 127.0.0.1:0\\nno-fetch = yes\\nbase-url = https://other.example.org\\nmax-connections-per-address = 1\\n")
            p.send_signal(signal.SIGHUP)
            held = socket.create_connection(("127.0.0.1", int(p.base.rsplit(":", 1)[1])))
            def refused():
                try: return urllib.request.urlopen(urllib.request.Request(p.base + "/healthz", None, {"Host": "other.example.org"}), timeout=120).status == 503
                except urllib.error.HTTPError as error: return error.code == 503
            print(until(refused))
            held.close()
            config("listen = 127.0.0.1:0\\nno-fetch = yes\\nbase-url = nowhere\\n")
            p.send_signal(signal.SIGHUP)
            print(until(lambda: "settings are unchanged" in errors()) and ask(p, "/healthz", Host="other.example.org")[0] == 200)
            config("listen = 127.0.0.1:0\\nno-fetch = yes\\nnonsense = 1\\n")
            p.send_signal(signal.SIGHUP)
            print(until(lambda: "nonsense" in errors()) and ask(p, "/healthz", Host="other.example.org")[0] == 200)
            print(end(p) == 0)
            """)
    }

    @Test("The certificate is read again at SIGHUP; a wrong one is said, and the old one stays")
    func certificate() throws {
        try claims(
            4,
            """
            import ssl
            def make(name):
                subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=" + name, "-out", "cert.pem", "-keyout", "key.pem"], check=True, capture_output=True)
            def seen(p):
                return ssl.get_server_certificate(("127.0.0.1", int(p.base.rsplit(":", 1)[1])))
            make("one")
            p = serve("--listen", "127.0.0.1:0", "--no-fetch", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
            first = seen(p)
            print(first.strip() == open("cert.pem").read().strip())
            make("two")
            p.send_signal(signal.SIGHUP)
            print(until(lambda: seen(p) != first))
            second = seen(p)
            with open("cert.pem", "w") as file: file.write("no certificate")
            p.send_signal(signal.SIGHUP)
            print(until(lambda: "cert.pem" in errors()) and seen(p) == second)
            print(end(p) == 0)
            """)
    }

    @Test("SIGTERM lets requests end, for ten seconds at most; a second one ends at once")
    func termination() throws {
        try claims(
            3,
            """
            def stalled(p):
                client = socket.create_connection(("127.0.0.1", int(p.base.rsplit(":", 1)[1])))
                client.sendall(b"POST /v1/ingest HTTP/1.1\\\\r\\\\nHost: localhost\\\\r\\\\nAuthorization: Bearer " + token.encode()
                    + b"\\\\r\\\\nContent-Type: application/x-ndjson\\\\r\\\\nExpect: 100-continue"
                    + b"\\\\r\\\\nContent-Length: 1000\\\\r\\\\n\\\\r\\\\n")
                # The request has begun once its body is asked for.
                assert client.recv(100).startswith(b"HTTP/1.1 100 ")
                client.sendall(b"{")
                return client
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            client = stalled(p)
            began = time.monotonic()
            print(end(p) == 0)
            print(5 < time.monotonic() - began)
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            client = stalled(p)
            p.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            # After ten seconds it would end by itself, with 0.
            print(end(p) == 143)
            """.replacing("\\\\", with: "\\"))
    }

    @Test("What keeps the service from starting is said in one line, with status 2")
    func refusals() throws {
        try claims(
            8,
            """
            def refused(word, *flags):
                outcome = subprocess.run(["feedsearch", "serve", *flags], capture_output=True, text=True)
                lines = outcome.stderr.strip().splitlines()
                if outcome.returncode != 2 or len(lines) != 1 or word not in lines[0]: print(outcome)
                return outcome.returncode == 2 and len(lines) == 1 and word in lines[0]
            taken = socket.socket(); taken.bind(("127.0.0.1", 0)); taken.listen()
            port = taken.getsockname()[1]
            print(refused("in use", "--no-fetch", "--listen", f"127.0.0.1:{port}"))
            print(refused("not an address", "--no-fetch", "--base-url", "ftp://x", "--listen", "127.0.0.1:0"))
            print(refused("trusted proxy", "--no-fetch", "--trusted-proxies", "somewhere", "--listen", "127.0.0.1:0"))
            print(refused("tls-cert", "--no-fetch", "--tls-key", "key.pem", "--listen", "127.0.0.1:0"))
            print(refused("none.pem", "--no-fetch", "--tls-cert", "none.pem", "--listen", "127.0.0.1:0"))
            print(refused("account add", "--no-fetch", "--listen", "0.0.0.0:0"))
            print(refused("/proc/none", "--no-fetch", "--listen", "unix:/proc/none"))
            connection = sqlite3.connect("a.db") if subprocess.run(["feedsearch", "ingest", "--format", "jsonl", "-"], input=b"{\\"feed\\":\\"https://e.org/f\\",\\"id\\":\\"1\\",\\"title\\":\\"a\\"}", capture_output=True) else None
            connection.execute("PRAGMA user_version = 9999"); connection.close()
            print(refused("newer", "--no-fetch", "--listen", "127.0.0.1:0"))
            """)
    }

    @Test("The service manager hears of start, life, reload and end")
    func notifications() throws {
        try claims(
            5,
            """
            manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); manager.bind("notify"); manager.settimeout(120)
            heard = []
            def hear(word):
                while not any(word in text for text in heard): heard.append(manager.recv(4096).decode())
                return True
            os.environ["NOTIFY_SOCKET"] = os.getcwd() + "/notify"
            os.environ["WATCHDOG_USEC"] = "600000"
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            print(hear("READY=1") and "STATUS=" in heard[0])
            print(hear("WATCHDOG=1"))
            before = time.monotonic()
            p.send_signal(signal.SIGHUP)
            hear("RELOADING=1")
            reloading = [text for text in heard if "RELOADING" in text][0]
            print(before - 0.001 <= int(reloading.split("MONOTONIC_USEC=")[1]) / 1e6 <= time.monotonic())
            print(end(p) == 0)
            print(hear("STOPPING=1"))
            """)
    }

    @Test("A socket that is handed over is used and stays open for the next process; a foreign one needs an account")
    func activation() throws {
        try claims(
            4,
            """
            def activated(listener, *flags):
                # The descriptor must be 3, and the process id is known only after the fork.
                code = "import os,sys; os.environ['LISTEN_PID']=str(os.getpid()); os.execvp('feedsearch', ['feedsearch','serve','--json','--no-fetch',*sys.argv[1:]])"
                os.environ["LISTEN_FDS"] = "1"; os.environ["LISTEN_FDNAMES"] = "http"
                errors = open("err.txt", "a")
                p = subprocess.Popen([sys.executable, "-c", "import os; os.dup2(%d, 3, inheritable=True); " % listener.fileno() + code, *flags],
                    stdout=subprocess.PIPE, stderr=errors, text=True, close_fds=False)
                return p
            listener = socket.socket(); listener.bind(("127.0.0.1", 0)); listener.listen()
            listener.set_inheritable(True)
            for _ in range(2):
                p = activated(listener)
                p.base = json.loads(p.stdout.readline())["listening"]
                same = p.base.endswith(":%d" % listener.getsockname()[1])
                names = open(f"/proc/{p.pid}/environ").read()
                print(same and ask(p, "/healthz")[0] == 200 and end(p) == 0)
            wide = socket.socket(); wide.bind(("0.0.0.0", 0)); wide.listen(); wide.set_inheritable(True)
            p = activated(wide)
            print(p.wait(120) == 2)
            print("account add" in errors())
            """)
    }

    @Test("After an upgrade by a newer program the service says that it must be restarted, once, and stays alive")
    func upgraded() throws {
        try claims(
            6,
            """
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            print(add(p, 1) == 200 and ask(p, "/readyz")[0] == 200)
            other = sqlite3.connect("a.db"); other.execute("PRAGMA user_version = 9999"); other.commit()
            status, text = ask(p, "/v1/search?q=heron")
            print(status == 503 and "restart" in json.loads(text)["detail"] and p.headers["Retry-After"] is not None)
            print(ask(p, "/readyz")[0] == 503 and add(p, 2) == 503)
            print(ask(p, "/healthz")[0] == 200)
            print(sum("restart" in line for line in errors().splitlines()) == 1)
            print(end(p) == 0)
            """)
    }

    @Test(
        "Where the file of the library, its log or the accounts are gone, nothing is acknowledged, and /readyz says so")
    func goneFiles() throws {
        try claims(
            18,
            """
            def mark(value): return ask(p, "/v1/state", "POST", b'{"articles":[1],"read":%s}' % value)[0]
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            print(add(p, 1) == 200 and ask(p, "/readyz")[0] == 200)
            end(p)
            # Before the first write, and after it.
            for first in (False, True):
                p = serve("--listen", "127.0.0.1:0", "--no-fetch")
                if first: print(mark(b"true") == 200)
                os.rename("a.db", "kept.db")
                print(ask(p, "/readyz")[0] == 503 and add(p, 2) == 503 and mark(b"true") == 503)
                print(not os.path.exists("a.db"))
                os.rename("kept.db", "a.db")
                print(ask(p, "/readyz")[0] == 200 and mark(b"false") == 200)
                print(end(p) == 0)
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            print(add(p, 3) == 200)
            os.unlink("a.db-wal")
            print(ask(p, "/readyz")[0] == 503 and mark(b"true") == 503)
            p.kill(); p.wait()
            # What was acknowledged was in the deleted log alone.
            print(subprocess.run(["feedsearch", "list", "--format", "{id}"], capture_output=True, text=True).stdout.count("\\n") == 2)
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            os.rename("service.db", "kept.db")
            print(ask(p, "/readyz")[0] == 503)
            os.rename("kept.db", "service.db")
            print(ask(p, "/readyz")[0] == 200)
            print(mark(b"true") == 200)
            with open("service.db", "r+b") as file:
                size = os.path.getsize("service.db")
                file.seek(4096); file.write(b"x" * (size - 4096))
            print(ask(p, "/readyz")[0] == 503)
            p.kill(); p.wait()
            print(subprocess.run(["feedsearch", "check"], capture_output=True).returncode == 0)
            """)
    }

    @Test("A locked database is waited for; then the answer is 503 with Retry-After, and reading goes on")
    func locked() throws {
        try claims(
            4,
            """
            import threading
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            add(p, 1)
            lock = sqlite3.connect("a.db", check_same_thread=False); lock.execute("BEGIN IMMEDIATE")
            threading.Timer(1, lock.rollback).start()
            mark = b'{"articles":[1],"read":true}'
            print(ask(p, "/v1/state", "POST", mark)[0] == 200)
            lock = sqlite3.connect("a.db"); lock.execute("BEGIN IMMEDIATE")
            status, text = ask(p, "/v1/state", "POST", b'{"articles":[1],"read":false}')
            print(status == 503 and p.headers["Retry-After"] is not None)
            print(ask(p, "/v1/search?q=heron")[0] == 200)
            lock.rollback()
            print(end(p) == 0)
            """)
    }

    @Test(
        "On a full disk writes are answered 507, reading goes on, and /readyz says so",
        .enabled(if: Self.canMount, "needs the right to mount a file system in memory"))
    func full() throws {
        try claims(
            5,
            """
            os.mkdir("small")
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", "small"], check=True)
            try:
                os.environ["FEEDSEARCH_DB"] = os.getcwd() + "/small/a.db"
                token = subprocess.run(["feedsearch", "token", "create", "t", "--scope", "write"], capture_output=True, text=True).stdout.strip()
                p = serve("--listen", "127.0.0.1:0", "--no-fetch")
                print(add(p, 1) == 200)
                try:
                    with open("small/fill", "wb", buffering=0) as file:
                        while file.write(b"x" * 4096): pass
                except OSError: pass
                answers = [ask(p, "/v1/state", "POST", b'{"articles":[1],"read":%s}' % value) for value in [b"true", b"false"] * 4]
                statuses = [status for status, _ in answers]
                print(507 in statuses and set(statuses) <= {200, 507} or statuses)
                print(ask(p, "/v1/search?q=heron")[0] == 200)
                print(ask(p, "/readyz")[0] in (503, 507))
                os.unlink("small/fill")
                print(ask(p, "/v1/state", "POST", b'{"articles":[1],"read":true}')[0] == 200)
                end(p)
            finally:
                subprocess.run(["umount", "-l", "small"])
            """)
    }

    @Test("/metrics is what Prometheus reads, and needs a token")
    func metrics() throws {
        try claims(
            4,
            """
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            add(p, 1); ask(p, "/v1/search?q=heron"); ask(p, "/v1/search?q=%22heron%22"); ask(p, "/v1/stats", Authorization="Bearer nothing")
            status, text = ask(p, "/metrics")
            print(status == 200 and p.headers["Content-Type"].startswith("text/plain; version=0.0.4"))
            lines = text.splitlines()
            wanted = ['feedsearch_http_requests_total{route="search",status="200"} 2', 'feedsearch_refused_credentials_total{reason="refused"} 1',
                'feedsearch_http_request_duration_seconds_count{route="search",query="phrase"} 1']
            print(all(line in lines for line in wanted) or text)
            print(ask(p, "/metrics", Authorization="")[0] == 401)
            end(p)
            try:
                check = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
                print(check.returncode == 0 and not check.stdout + check.stderr or (check.stdout, check.stderr))
            except FileNotFoundError:
                print("promtool (Debian: prometheus) is not here: skipped", file=sys.stderr); print(True)
            """)
    }
}
