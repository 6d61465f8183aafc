import Foundation
import Testing

/// Debian's newsboat, which reads Google Reader's API and Miniflux's, against the built binary.
@Suite(.offPool, .enabled(if: ServeOperationTests.has("newsboat"), "needs newsboat"))
struct NewsboatTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.file(
            "list.opml",
            """
            <opml version="2.0"><body><outline text="News">
            <outline xmlUrl="https://example.org/f" text="Herons &amp; owls"/></outline>
            <outline xmlUrl="https://example.org/g" text="其他"/></body></opml>
            """)
        let lines = (1...3).map { number in
            #"{"feed":"https://example.org/f","id":"\#(number)","title":"Heron \#(number)","html":"<p>of the <b>lake</b></p>","author":"Ann","url":"https://example.org/\#(number)","published":"2024-05-0\#(number)T00:00:00Z"}"#
        }
        let owl =
            #"{"feed":"https://example.org/g","id":"1","title":"猫头鹰","text":"森林","published":"2024-05-01T00:00:00Z"}"#
        try program.file("articles.jsonl", (lines + [owl]).joined(separator: "\n"))
        try program.file("password", "a long password")
        try program.file("urls", "")
    }

    private static let googleReader = """
        urls-source "feedhq"
        feedhq-url "$base/api/greader.php"
        feedhq-login "anna"
        feedhq-passwordfile "$PWD/app"
        feedhq-show-special-feeds no
        feedhq-flag-star "s"
        feedhq-min-items 50
        """
    private static let miniflux = """
        urls-source "miniflux"
        miniflux-url "$base/miniflux"
        miniflux-login "anna"
        miniflux-passwordfile "$PWD/app"
        """

    /// Runs a script of the shell beside a service. `boat ARGUMENTS` is newsboat; `keys WORDS` types into its screen, a word
    /// whenever the screen has stood still; `cached COLUMNS` shows its articles.
    private func run(_ script: String, by source: String = googleReader) throws -> [String] {
        let outcome = try program.shell(
            """
            export FEEDSEARCH_DB=$PWD/a.db LC_ALL=C.UTF-8 TERM=xterm
            chmod 600 password
            { feedsearch import list.opml && feedsearch ingest --format jsonl articles.jsonl &&
            feedsearch account add anna --password-file password &&
            feedsearch account app-password anna --label newsboat; } >made.txt 2>&1 || cat made.txt
            tail -1 made.txt >app
            feedsearch serve --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>err.txt & process=$!
            for i in $(seq 600); do grep -qs listening out.txt && break; sleep 0.05; done
            base=$(sed 's/.*"\\(http[^"]*\\)".*/\\1/' out.txt)
            cat >config <<END
            \(source)
            confirm-exit no
            goto-first-unread no
            END
            boat() { timeout --foreground 300 newsboat -C config -u urls -c cache.db "$@"; }
            still() { for i in $(seq 100); do
                before=$(stat -c %s screen 2>/dev/null || echo 0); sleep 1
                [ "$before" != 0 ] && [ "$before" = "$(stat -c %s screen)" ] && break; done; }
            keys() { rm -f screen; ( still; for word in "$@"; do printf "$word"; still; done ) |
                script -qefc "stty rows 30 cols 100; timeout --foreground 300 newsboat -C config -u urls -c cache.db" screen >/dev/null; }
            cached() { python3 - "$1" <<'END'
            import sqlite3, sys
            for row in sqlite3.connect("cache.db").execute("SELECT %s FROM rss_item ORDER BY guid" % sys.argv[1]): print(*row)
            END
            }
            \(script)
            kill -TERM $process; wait $process
            """)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.lines
    }

    @Test("newsboat signs in and reloads: titles, texts and what is unread")
    func reload() throws {
        let lines = try run(
            """
            boat -x reload; echo $?
            boat -x print-unread
            cached "substr(guid, -1), title, unread, author, url"
            cached content | sort | uniq -c
            """)
        #expect(
            lines == [
                "0", "4 unread articles", "1 Heron 1 1 Ann https://example.org/1",
                "2 Heron 2 1 Ann https://example.org/2",
                "3 Heron 3 1 Ann https://example.org/3", "4 猫头鹰 1  ", "      3 <p>of the <b>lake</b></p>", "      1 森林",
            ], "\(lines)")
    }

    @Test("What newsboat reads and stars is read and starred here")
    func fromNewsboat() throws {
        let lines = try run(
            """
            boat -x reload
            # Opens the first feed and its newest article, and stars it.
            keys '\\r' '\\r' '\\005s\\r' q q q
            echo read $(feedsearch list is:read); echo starred $(feedsearch list is:starred)
            # Takes the star away, and marks the article unread again.
            keys '\\r' '\\005\\025\\r' N q q
            echo read $(feedsearch list is:read); echo starred $(feedsearch list is:starred)
            # Marks all of the first feed read.
            keys A q
            echo read $(feedsearch list is:read)
            boat -x print-unread
            """)
        #expect(
            lines == ["read 3", "starred 3", "read", "starred", "read 3 2 1", "1 unread articles"],
            "\(lines)")
    }

    @Test("What is read and marked unread here is so in newsboat after a reload")
    func toNewsboat() throws {
        let lines = try run(
            """
            boat -x reload
            feedsearch mark read 1 2 2>/dev/null
            boat -x reload; boat -x print-unread
            feedsearch mark unread 1 2>/dev/null
            boat -x reload; boat -x print-unread
            boat -x reload; boat -x print-unread
            cached "substr(guid, -1), unread"
            """)
        #expect(
            lines == ["2 unread articles", "3 unread articles", "3 unread articles", "1 1", "2 0", "3 1", "4 1"],
            "\(lines)")
    }

    @Test("A wrong password and a revoked one are refused")
    func refused() throws {
        let lines = try run(
            """
            cp app right; echo wrong-wrong >app
            boat -x reload; echo $?
            cp right app; boat -x reload; echo $?
            feedsearch account revoke-app anna newsboat 2>/dev/null
            boat -x reload; echo $?
            """)
        #expect(lines == ["Authentication failed.", "1", "0", "Authentication failed.", "1"], "\(lines)")
    }

    @Test("Over Miniflux's API newsboat signs in, reloads, and marks read in both directions")
    func miniflux() throws {
        let lines = try run(
            """
            boat -x reload; echo $?
            boat -x print-unread
            cached "substr(guid, -1), title, unread, author, url"
            # Opens the first feed and its newest article.
            keys '\\r' '\\r' q q q
            echo read $(feedsearch list is:read)
            feedsearch mark read 1 2 2>/dev/null
            boat -x reload; boat -x print-unread
            feedsearch mark unread 1 2>/dev/null
            boat -x reload; boat -x print-unread
            # Marks all of the first feed read.
            keys A q
            echo read $(feedsearch list is:read)
            """, by: Self.miniflux)
        #expect(
            lines == [
                "0", "4 unread articles", "1 Heron 1 1 Ann https://example.org/1",
                "2 Heron 2 1 Ann https://example.org/2", "3 Heron 3 1 Ann https://example.org/3", "4 猫头鹰 1  ",
                "read 3", "1 unread articles", "2 unread articles", "read 3 2 1",
            ], "\(lines)")
    }

    @Test("Over Miniflux's API a wrong password and a revoked one are refused")
    func refusedByMiniflux() throws {
        let lines = try run(
            """
            cp app right; echo wrong-wrong >app
            boat -x reload; echo $?
            cp right app; boat -x reload; echo $?
            feedsearch account revoke-app anna newsboat 2>/dev/null
            boat -x reload >/dev/null; boat -x print-unread
            """, by: Self.miniflux)
        #expect(lines.count == 4, "\(lines)")
    }
}
