import Foundation
import Testing

extension ServeOperationTests {
    @Test("Commands back up, mark and ingest beside a service that is written to at the same time")
    func beside() throws {
        try claims(
            7,
            """
            import threading
            def run(*words, **options): return subprocess.run(["feedsearch", *words], capture_output=True, text=True, **options)
            def lines(numbers): return "".join(json.dumps({"feed": "https://example.org/f", "id": str(n), "title": "Heron"}) + "\\n" for n in numbers)
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            ask(p, "/v1/ingest", "POST", lines(range(200)).encode(), Content_Type="application/x-ndjson")
            stop, statuses, added = threading.Event(), [], []
            def write():
                number = 1000
                while not stop.is_set():
                    statuses.append(add(p, number)); added.append(number)
                    statuses.append(ask(p, "/v1/state", "POST", json.dumps({"articles": [1], "starred": number % 2 == 0}).encode())[0])
                    number += 1
            thread = threading.Thread(target=write, daemon=True)
            thread.start()
            outcomes = [run("backup", "copy.db"), run("mark", "read", "5", "6"), run("ingest", "--format", "jsonl", "-", input=lines(range(5000, 5100)))]
            print(all(outcome.returncode == 0 for outcome in outcomes) or outcomes)
            stop.set(); thread.join()
            print(len(added) > 0 and set(statuses) == {200} or statuses)
            print([json.loads(ask(p, "/v1/articles/%d" % n)[1])["read"] for n in (5, 6, 7)] == [True, True, False])
            found = json.loads(ask(p, "/v1/search?q=heron&count=true&only=ids&limit=1")[1])["total"]
            print(found == 300 + len(added) or (found, len(added)))
            print(end(p) == 0)
            print(run("check").returncode == 0)
            copied = len(run("list", "--db", "copy.db").stdout.splitlines())
            print(run("check", "--db", "copy.db").returncode == 0 and 200 <= copied <= 200 + len(added) or copied)
            """)
    }

    @Test(
        "A service whose writer or whose whole process hangs does not tell the watchdog that it lives; its end loses nothing"
    )
    func hung() throws {
        try claims(
            6,
            """
            import threading
            manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); manager.bind("notify")
            def signs(seconds):
                count, until = 0, time.monotonic() + seconds
                while (left := until - time.monotonic()) > 0:
                    manager.settimeout(left)
                    try: count += manager.recv(4096).decode().count("WATCHDOG=1")
                    except TimeoutError: break
                return count
            # A machine with much to do sends them late.
            def lives(): return until(lambda: signs(0.5) > 0) and until(lambda: signs(0.5) > 0)
            os.environ["NOTIFY_SOCKET"] = os.getcwd() + "/notify"
            os.environ["WATCHDOG_USEC"] = "900000"
            # A backtrace of a debug build takes longer than the end.
            os.environ["SWIFT_BACKTRACE"] = "enable=no"
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            add(p, 1)
            print(lives())
            lock = sqlite3.connect("a.db"); lock.execute("BEGIN IMMEDIATE")
            mark = b'{"articles":[1],"read":true}'
            waiting = threading.Thread(target=lambda: until(lambda: ask(p, "/v1/state", "POST", mark)[0] == 200), daemon=True)
            waiting.start()
            # Three signs would be due.
            print(until(lambda: signs(2) == 0))
            lock.rollback(); waiting.join()
            print(lives())
            p.send_signal(signal.SIGSTOP)
            print(until(lambda: signs(1.5) == 0))
            # As systemd ends it then.
            p.send_signal(signal.SIGABRT); p.send_signal(signal.SIGCONT)
            print(p.wait(120) == -signal.SIGABRT)
            p = serve("--listen", "127.0.0.1:0", "--no-fetch")
            print(json.loads(ask(p, "/v1/articles/1")[1])["read"] is True and end(p) == 0)
            """)
    }

    /// Jobs and ingests that find no room; the script has defined `start()`, which serves where there is little.
    private static let withoutRoom = #"""
        import threading, http.server
        items = "".join("<item><title>Stork %d</title><guid>%d</guid><description>%s</description></item>" % (n, n, os.urandom(1500).hex()) for n in range(1000))
        feed = ('<?xml version="1.0"?><rss version="2.0"><channel><title>Storks</title>%s</channel></rss>' % items).encode()
        class Site(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200); self.send_header("Content-Type", "application/rss+xml"); self.end_headers(); self.wfile.write(feed)
            def log_message(self, *words): pass
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        config("allow = 127.0.0.1\n")
        def outlines(urls): return ("<opml><body>%s</body></opml>" % "".join('<outline type="rss" text="x" xmlUrl="%s"/>' % url for url in urls)).encode()
        def job(path, body, kind):
            status, text = ask(p, path, "POST", body, Content_Type=kind)
            if status != 202: return status, json.loads(text)
            place = p.headers["Location"]
            until(lambda: json.loads(ask(p, place)[1])["state"] not in ("waiting", "running"))
            return 202, json.loads(ask(p, place)[1])
        def lines(count, text): return "".join(json.dumps({"feed": "https://example.org/l", "id": str(n), "title": "Owl", "text": text()}) + "\n" for n in range(count)).encode()
        p, room, small = start()
        print(add(p, 1) == 200)
        print(job("/v1/import", outlines(["http://127.0.0.1:%d/feed" % site.server_address[1]]), "text/x-opml")[1]["state"] == "done")
        small()
        status, text = ask(p, "/v1/ingest", "POST", lines(2000, lambda: os.urandom(700).hex()), Content_Type="application/x-ndjson")
        print(status == 507 and json.loads(text)["status"] == 507 or (status, text[-500:]))
        failed = lambda found: found[0] == 202 and found[1]["state"] == "failed" and found[1]["problem"]["status"] == 507 and len(found[1]["problem"]["detail"]) > 20
        found = job("/v1/refresh", b"{}", "application/json")
        print(failed(found) or found)
        found = job("/v1/import", outlines("https://%s.example.org/%d" % (os.urandom(60).hex(), n) for n in range(3000)), "text/x-opml")
        print(failed(found) or found[0] == 507 or found)
        print(ask(p, "/v1/search?q=heron")[0] == 200)
        room()
        print(add(p, 2) == 200)
        print(end(p) == 0)
        print(subprocess.run(["feedsearch", "check"], capture_output=True).returncode == 0)
        """#

    @Test(
        "On a full disk a job fails with the reason, and an ingest is answered 507",
        .enabled(if: canMount, "needs the right to mount a file system in memory"))
    func fullJobs() throws {
        try claims(
            9,
            """
            os.mkdir("small")
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", "small"], check=True)
            os.environ["FEEDSEARCH_DB"] = os.getcwd() + "/small/a.db"
            token = subprocess.run(["feedsearch", "token", "create", "t", "--scope", "write"], capture_output=True, text=True).stdout.strip()
            def start():
                def fill():
                    # What is left holds the list that is imported, and not what comes of it.
                    with open("small/fill", "wb") as file: file.write(b"x" * max(0, os.statvfs("small").f_bavail * os.statvfs("small").f_frsize - (600 << 10)))
                return serve("--listen", "127.0.0.1:0", "--no-fetch"), lambda: os.unlink("small/fill"), fill
            try:

            """
                + Self.withoutRoom.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
                .joined(separator: "\n") + """

                    finally:
                        subprocess.run(["umount", "-l", "small"])
                    """)
    }

    @Test("Beyond the limit on the size of files a job fails with the reason, and an ingest is answered 507")
    func limitedFiles() throws {
        try claims(
            9,
            """
            import resource
            def start():
                p = serve("--listen", "127.0.0.1:0", "--no-fetch")
                limit = lambda bytes: resource.prlimit(p.pid, resource.RLIMIT_FSIZE, (bytes, resource.RLIM_INFINITY))
                return p, lambda: limit(resource.RLIM_INFINITY), lambda: limit(max(os.path.getsize("a.db"), os.path.getsize("a.db-wal"), 600 << 10) + 4096)

            """ + Self.withoutRoom)
    }
}
