import Foundation
import TestSupport
import Testing

/// Feeds that several libraries of a host subscribe to, with the built program and kills.
@Suite(.serialized, .offPool) struct PostgresSharedFetchTests {
    private let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    /// A site that records each request in `log`.
    private static let site = """
        import http.server, os, threading
        lock = threading.Lock()
        class Site(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                with lock, open("log", "a") as file: file.write(self.path + "\\n")
                body = ("<rss version='2.0'><channel><title>%s</title><item><guid isPermaLink='false'>1</guid>"
                        "<title>Heron of %s</title></item></channel></rss>" % (self.path, self.path)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *args): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        with open("port.new", "w") as file: file.write(str(server.server_port))
        os.rename("port.new", "port")
        server.serve_forever()
        """

    @Test("20 libraries of a folder fetch 10 common feeds once, although the service is killed between deliveries")
    func folder() throws { try run("host", processes: 1) }

    @Test(
        "20 libraries of a server fetch 10 common feeds once, although one of two services is killed between deliveries",
        .enabled(if: PostgresServer.isWanted))
    func server() throws { try run(PostgresServer.shared.get().newDatabase(), processes: 2) }

    private func run(_ host: String, processes: Int) throws {
        try program.file("site.py", Self.site)
        try program.file(
            "watch.py",
            """
            import json, os, signal, subprocess, sys, time
            host, processes = sys.argv[1], int(sys.argv[2])
            def start(n):
                return subprocess.Popen(["feedsearch", "serve", "--libraries", host, "--listen", "127.0.0.1:0"],
                    env=dict(os.environ, HOME=os.getcwd() + "/home"), stdout=subprocess.DEVNULL, stderr=open("err.txt", "a"))
            def articles():
                lines = subprocess.run(["feedsearch", "library", "list", "--libraries", host, "--json"],
                    env=dict(os.environ, HOME=os.getcwd() + "/home"), capture_output=True, text=True).stdout.splitlines()
                return [json.loads(line).get("articles") or 0 for line in lines]
            running = [start(n) for n in range(processes)]
            kills, end = 0, time.monotonic() + 240
            while time.monotonic() < end:
                known = articles()
                if all(count == 10 for count in known): break
                if kills < 3 and sum(known) >= 10 * (kills + 1):
                    running[0].send_signal(signal.SIGKILL)
                    running[0].wait()
                    kills += 1
                    running[0] = start(0)
                time.sleep(0.3)
            print("complete", sum(count == 10 for count in articles()))
            print("killed", kills > 0)
            for process in running: process.send_signal(signal.SIGTERM)
            for process in running: process.wait()
            log = open("log").read().split()
            requests = [path for path in log if path != "/favicon.ico"]
            # Only a request that was under way when the process was killed is made again.
            print("addresses", len(set(requests)), "again", len(requests) - len(set(requests)) <= kills)
            print("shared", len(requests) < 20, log.count("/favicon.ico") <= kills + 1)
            """)
        let outcome = try program.shell(
            """
            export FEEDSEARCH_PASSWORD='correct horse' FEEDSEARCH_ALLOW=127.0.0.1 HOME="$PWD/home"
            mkdir -p "$HOME"
            python3 site.py & site=$!
            trap 'kill -KILL $site' EXIT
            for i in $(seq 600); do [ -s port ] && break; sleep 0.05; done
            { echo '<opml version="2.0"><body>'
              for n in $(seq 10); do echo "<outline xmlUrl='http://127.0.0.1:$(cat port)/feed/$n'/>"; done
              echo '</body></opml>'; } >feeds.opml
            for n in $(seq 20); do
                feedsearch account add person$n --libraries '\(host)' 2>>err.txt || exit 9
                case '\(host)' in
                    postgresql:*) db="\(host)\(host.contains("?") ? "&" : "?")library=person$n" ;;
                    *) db="\(host)/person$n/feedsearch.db" ;;
                esac
                feedsearch --db "$db" import feeds.opml >/dev/null 2>>err.txt || exit 8
            done
            python3 watch.py '\(host)' \(processes)
            cat err.txt >&2
            """)
        #expect(
            outcome.lines == ["complete 20", "killed True", "addresses 10 again True", "shared True True"], "\(outcome)"
        )
    }
}
