import Foundation
import Testing

extension ServeOperationTests {
    /// The block of docs/service.md in a language.
    private static func example(_ language: String) throws -> String {
        let text = try String(contentsOf: repository.appendingPathComponent("docs/service.md"), encoding: .utf8)
        let start = try #require(text.range(of: "```\(language)\n"))
        let end = try #require(text.range(of: "\n```", range: start.upperBound..<text.endIndex))
        return String(text[start.upperBound..<end.lowerBound])
    }

    /// What a client sees through a proxy; the script has defined `proxy(port, backend)`, which starts it.
    private static let throughProxy = #"""
        import http.client, ssl, threading
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", "cert.pem", "-keyout", "key.pem"], check=True, capture_output=True)
        def free():
            with socket.socket() as one:
                one.bind(("127.0.0.1", 0)); return one.getsockname()[1]
        front, back = free(), free()
        open("password", "w").write("a long password"); os.chmod("password", 0o600)
        subprocess.run(["feedsearch", "account", "add", "anna", "--password-file", "password"], check=True, capture_output=True)
        p = serve("--listen", f"127.0.0.1:{back}", "--no-fetch", "--base-url", f"https://localhost:{front}/feedsearch", "--trusted-proxies", "127.0.0.1")
        running = proxy(front, back)
        context = ssl.create_default_context(cafile="cert.pem")
        def talk(method, path, body=None, timeout=120, **headers):
            # The client has another address than the proxy, which is trusted.
            connection = http.client.HTTPSConnection("localhost", front, timeout=timeout, context=context, source_address=("127.0.0.2", 0))
            headers = {name.replace("_", "-"): value for name, value in headers.items()}
            headers.setdefault("Authorization", "Bearer " + token)
            connection.request(method, "/feedsearch" + path, body, {name: value for name, value in headers.items() if value})
            return connection.getresponse()
        def answers():
            try: return talk("GET", "/healthz").status == 200
            except OSError: return False
        print(until(answers))
        try:
            answer = talk("POST", "/login", "name=anna&password=a+long+password", Authorization=None, Origin=f"https://localhost:{front}",
                Content_Type="application/x-www-form-urlencoded")
            cookie = answer.headers["Set-Cookie"] or ""
            print(answer.status == 204 and "; Path=/feedsearch;" in cookie and cookie.endswith("; Secure") or (answer.status, answer.read(), cookie))
            print(talk("GET", "/v1/stats", Authorization=None, Cookie=cookie.split(";")[0]).status == 200)
            # Larger than the default of nginx, in chunks.
            def lines():
                for number in range(1000): yield json.dumps({"feed": "https://example.org/f", "id": str(number), "title": "Owl", "text": "x " * 1000}).encode() + b"\n"
            answer = talk("POST", "/v1/ingest", lines(), Content_Type="application/x-ndjson")
            print(answer.status == 200 and b'"inserted":1000' in answer.read())
            # What is committed is said while the rest is being stored.
            many = b"".join(json.dumps({"feed": "https://example.org/m", "id": str(number), "title": "Owl", "text": "x " * 100}).encode() + b"\n" for number in range(8000))
            answer = talk("POST", "/v1/ingest?session=acks&batch_size=200", many, Content_Type="application/x-ndjson")
            first = json.loads(answer.readline())["committed"]
            stored = json.loads(ask(p, "/v1/ingest/acks")[1])["committed"]
            acks = [json.loads(line) for line in answer.read().splitlines()]
            print(0 < first <= stored < 8000 and acks[-2] == {"committed": 8000} and acks[-1]["inserted"] == 8000 or (first, stored, acks[-2:]))
            events = talk("GET", "/v1/live?query=heron")
            arrived = []
            def follow():
                for line in events:
                    if line.startswith(b"data:"): arrived.append(line); return
            threading.Thread(target=follow, daemon=True).start()
            time.sleep(0.5)
            add(p, 5000)
            # The stream goes on: a proxy that gathered its answer would have nothing to pass on.
            print(until(lambda: arrived))
            # What a client writes itself is not believed.
            talk("GET", "/v1/stats", Authorization="Bearer nothing", X_Forwarded_For="203.0.113.9")
            ask(p, "/v1/stats", Authorization="Bearer nothing")
        finally:
            running.terminate()
            try: running.wait(3)
            except subprocess.TimeoutExpired: running.kill(); running.wait(20)
        print(end(p) == 0)
        log = subprocess.run(["feedsearch", "account", "log"], capture_output=True, text=True).stdout
        print("127.0.0.2" in log and "203.0.113.9" not in log or log)
        """#

    @Test(
        "nginx in front, as docs/service.md has it: cookies, events, large bodies, the client's address",
        .enabled(if: has("nginx"), "needs nginx"))
    func nginx() throws {
        let server = try Self.example("nginx").replacingOccurrences(
            of: "listen 443 ssl", with: "listen 127.0.0.1:FRONT ssl"
        )
        .replacingOccurrences(of: "/etc/ssl/feeds.pem", with: "FOLDER/cert.pem")
        .replacingOccurrences(of: "/etc/ssl/feeds.key", with: "FOLDER/key.pem")
        .replacingOccurrences(of: "127.0.0.1:8480", with: "127.0.0.1:BACK")
        try program.file(
            "nginx.template",
            """
            daemon off; pid FOLDER/nginx.pid; error_log FOLDER/nginx.err; worker_processes 1;
            events { worker_connections 64; }
            http {
                access_log off;
                client_body_temp_path FOLDER/t1; proxy_temp_path FOLDER/t2; fastcgi_temp_path FOLDER/t3; uwsgi_temp_path FOLDER/t4; scgi_temp_path FOLDER/t5;
                \(server)
            }
            """)
        try claims(
            8,
            """
            def proxy(front, back):
                text = open("nginx.template").read().replace("FRONT", str(front)).replace("BACK", str(back)).replace("FOLDER", os.getcwd())
                open("nginx.conf", "w").write(text)
                os.chmod(os.getcwd(), 0o755)
                return subprocess.Popen(["/usr/sbin/nginx", "-e", "nginx.err", "-p", os.getcwd(), "-c", os.getcwd() + "/nginx.conf"], stderr=open("nginx.out", "w"))

            """ + Self.throughProxy)
    }

    @Test("Caddy in front, as docs/service.md has it", .enabled(if: has("caddy"), "needs caddy"))
    func caddy() throws {
        let site = try Self.example("caddyfile").replacingOccurrences(
            of: "feeds.example.org {", with: "https://localhost:FRONT {\n    tls FOLDER/cert.pem FOLDER/key.pem"
        ).replacingOccurrences(of: "127.0.0.1:8480", with: "127.0.0.1:BACK")
        try program.file(
            "caddy.template", "{\n    admin off\n    auto_https disable_redirects\n    skip_install_trust\n}\n" + site)
        try claims(
            8,
            """
            def proxy(front, back):
                text = open("caddy.template").read().replace("FRONT", str(front)).replace("BACK", str(back)).replace("FOLDER", os.getcwd())
                open("Caddyfile", "w").write(text)
                return subprocess.Popen(["/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", "Caddyfile"], stdout=open("caddy.out", "w"), stderr=subprocess.STDOUT)

            """ + Self.throughProxy)
    }

    @Test(
        "systemd finds nothing wrong with the units; the system unit is exposed by 1.5 at most",
        .enabled(if: has("systemd-analyze"), "needs systemd-analyze"))
    func units() throws {
        try claims(
            3,
            """
            source = \(String(reflecting: Self.repository.path)) + "/packaging/systemd/"
            for name in os.listdir(source):
                text = open(source + name).read().replace("/usr/local/bin/feedsearch", "/bin/true")
                open(name, "w").write(text)
            os.environ["XDG_RUNTIME_DIR"] = os.getcwd()
            def verified(*words):
                outcome = subprocess.run(["systemd-analyze", "verify", "--man=no", *words], capture_output=True, text=True)
                return outcome.returncode == 0 and not outcome.stderr or outcome
            print(verified("./feedsearch-system.service", "./feedsearch-system.socket"))
            print(verified("--user", "./feedsearch.service", "./feedsearch.socket"))
            report = subprocess.run(["systemd-analyze", "security", "--offline=true", "./feedsearch-system.service"], capture_output=True, text=True).stdout
            level = float(report.split("Overall exposure level for feedsearch-system.service: ")[1].split()[0])
            print(level <= 1.5 or level)
            """)
    }

    /// `../shared` beside the repository, or where FEEDSEARCH_SHARED points.
    private static let hostile: String? = {
        let named = ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"].map { URL(fileURLWithPath: $0) }
        let beside = repository.deletingLastPathComponent().appendingPathComponent("shared")
        return [named, beside].compactMap { $0?.appendingPathComponent("hostile").path }.first {
            FileManager.default.fileExists(atPath: $0 + "/http_abuse.jsonl")
        }
    }()

    @Test(
        "Hostile requests with credentials, cookies and foreign origins get what the collection allows",
        .enabled(if: hostile != nil, "there is no ../shared/hostile/http_abuse.jsonl"))
    func abuse() throws {
        try claims(
            2,
            """
            folder = \(String(reflecting: Self.hostile ?? ""))
            open("password", "w").write("a long password"); os.chmod("password", 0o600)
            subprocess.run(["feedsearch", "account", "add", "anna", "--password-file", "password"], check=True, capture_output=True)
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            add(p, 1)
            ask(p, "/login", "POST", b"name=anna&password=a+long+password", Content_Type="application/x-www-form-urlencoded")
            cookie = p.headers["Set-Cookie"].split(";")[0]
            cases = [json.loads(line) for line in open(folder + "/http_abuse.jsonl")]
            names = [case["id"] for case in cases if case.get("needs_auth") or case.get("needs_cookie") or case["id"].startswith(("http-auth", "http-csrf", "http-host"))]
            outcome = subprocess.run([sys.executable, folder + "/tools/http_abuse.py", folder + "/http_abuse.jsonl", "--base", p.base,
                "--path", "/v1/search?q=heron", "--search", "/v1/search", "--write", "/v1/state", "--auth", "Authorization: Bearer " + token,
                "--cookie", cookie, "--login", "/login", "--only", ",".join(names)], capture_output=True, text=True)
            print(len(names) > 10 and f'"ok": {len(names)}, "FAIL": 0' in outcome.stdout or outcome.stdout + outcome.stderr)
            print(end(p) == 0)
            """)
    }
}
