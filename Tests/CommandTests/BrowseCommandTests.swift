import Foundation
import Testing

@testable import TerminalReader

/// The terminal reader on a terminal of tmux.
@Suite(
    .offPool, .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["FEEDSEARCH_TEST_TERMINAL"] != nil && ServeOperationTests.has("tmux"),
        "takes minutes, and needs tmux: make test-terminal"))
struct BrowseCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.seedForReading()
    }

    static let widths = [40, 80, 200]
    static let locales = ["C.UTF-8", "zh_CN.UTF-8"]

    // MARK: - Screens

    @Test("Each screen is as it is stored", arguments: widths, locales)
    func screens(_ columns: Int, _ locale: String) throws {
        let outcome = try program.onTerminal(
            """
            # What comes a moment later, and only where there is room for it.
            beside() { [ \(columns) -lt 100 ] || see "$1"; }
            start \(columns) 20 feedsearch --db a.db browse
            see Heron; beside their; beside 65/65; echo list; screen
            keys j; beside ']0;x heron'; echo second; screen
            keys k Enter; see their; beside 64/65; echo article; screen
            keys Space; see ']0;x heron'; beside 63/65; echo scrolled; screen
            keys q q; see 数据库; see 63; echo feeds; screen
            keys '?'; see Ctrl-F; echo help; screen
            keys q Enter; see Heron; keys / 全 文; gone 'Heron report'; beside 把每个词; echo typing; screen
            keys Enter; gone /全文; echo found; screen
            keys /; keys C-u '"' h; see '/"h  '; see Heron; echo mistake; screen
            keys Escape; keys Q; ended; cat status; restored
            """, environment: ["LC_ALL": locale])
        #expect(outcome.lines.suffix(3) == ["0", "as it was", "0 1"], "\(outcome.output)\(outcome.errors)")
        let name = "browse-\(locale.hasPrefix("zh") ? "zh" : "en")-\(columns).txt"
        let stored = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Screens/\(name)")
        // A change that is meant: look at the new screens, then store them.
        if ProcessInfo.processInfo.environment["STORE_SCREENS"] != nil {
            try outcome.output.write(to: stored, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: stored, encoding: .utf8).split(separator: "\n").map(String.init)
        for (line, want) in zip(outcome.lines, expected) where line != want {
            Issue.record("\(name): \(line) in place of \(want)")
        }
        #expect(outcome.lines.count == expected.count)
    }

    @Test("No screen has what a terminal must not see, and text of feeds moves no cursor")
    func hostile() throws {
        let outcome = try program.onTerminal(
            """
            start 80 20 feedsearch --db a.db browse Evil
            see Evil; screen; keys Enter; see escape; screen; keys Q; ended
            """)
        #expect(outcome.output.contains("Evil [31mtitle 2J"))
        #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{9B}" })
    }

    // MARK: - Keys

    /// Names of tmux for keys; letters are their own names.
    private static func name(_ key: Key) -> String? {
        switch key {
        case .character(" "): "Space"
        case .character(";"): "\\;"
        case .character(let character): String(character)
        case .control(let letter): "C-\(letter)"
        case .enter: "Enter"
        case .escape: "Escape"
        case .tab: "Tab"
        case .backTab: "BTab"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .home: "Home"
        case .end: "End"
        default: nil
        }
    }

    @Test("Every key in every pane, while the size changes and another process ingests", arguments: widths, locales)
    func everyKey(_ columns: Int, _ locale: String) throws {
        // Keys that leave are pressed elsewhere.
        let leaving: Set<Key> = [.character("Q"), .control("c"), .control("z")]
        let keys = KeyTable.rows.flatMap(\.keys).filter { !leaving.contains($0) }.compactMap(Self.name)
        let words = keys.map { "'\($0)'" }.joined(separator: " ")
        let more = (1...300).map { number in
            #"{"feed":"http://127.0.0.1:9/more","id":"\#(number)","title":"More \#(number) 更多","text":"heron \#(number)"}"#
        }
        try program.file("more.jsonl", more.joined(separator: "\n"))
        let outcome = try program.onTerminal(
            """
            start \(columns) 24 feedsearch --db a.db browse
            see Heron; running
            ( while read -r line; do printf '%s\\n' "$line" | feedsearch --db a.db ingest --format jsonl - >/dev/null 2>&1
              done <more.jsonl ) & ingest=$!
            ( for i in $(seq 40); do sleep 0.25; size $((\(columns) - i % 3 * 7)) $((24 - i % 5)); done
              size \(columns) 24 ) & resize=$!
            for pane in list article feeds; do
                for key in \(words); do
                    # Whatever was asked or shown: to the feeds, and from there to the pane.
                    $terminal send-keys -t one -- Escape Escape Escape Escape Home
                    case $pane in
                    list) $terminal send-keys -t one -- Enter ;;
                    article) $terminal send-keys -t one -- Enter Enter ;;
                    feeds) [ $key = q ] && continue ;;
                    esac
                    keys "$key" n
                done
            done
            kill $ingest; wait $resize
            cat /proc/$process/comm
            # At rest every pane can still be reached.
            keys Escape; screen >last; keys C-l
            keys Q; ended; cat status; restored
            feedsearch --db a.db check
            """, environment: ["LC_ALL": locale])
        #expect(outcome.lines.first == "feedsearch", "\(outcome.output)\(outcome.errors)")
        #expect(outcome.lines.contains("as it was") && outcome.lines.contains("0 1"), "\(outcome.output)")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("Keys change articles as the commands do, and undo takes it back")
    func changes() throws {
        let outcome = try program.onTerminal(
            """
            start 120 24 feedsearch --db a.db browse
            see 'heron 🦉'; see 65/65
            keys s; see ★; keys t; see tags; keys later Enter; see 'tags changed'; keys j N; see 64/65
            echo tagged $(feedsearch --db a.db list tag:later is:starred)
            for i in $(seq 100); do [ -n "$(feedsearch --db a.db list is:read)" ] && break; sleep 0.1; done
            echo read $(feedsearch --db a.db list is:read)
            keys z; see 65/65; keys D; see 64/64; keys z; see 65/65
            keys / heron; see 'search: heron'; keys Enter S; see 'save the search'; keys mine Enter; see "saved 'mine'"
            echo saved $(feedsearch --db a.db --saved mine --count)
            keys A; see '[y/N]'; keys y; see 'marked read'
            echo unread $(feedsearch --db a.db list is:unread | sort)
            keys Q; ended; cat status
            """)
        #expect(
            outcome.lines == [
                "tagged birds-1", "read birds-2", "saved 62", "unread jp-1 notes-1 notes-2", "0",
            ], "\(outcome.output)\(outcome.errors)")
    }

    @Test("What another process stores and marks is shown; the selected article stays")
    func following() throws {
        try program.file(
            "more.jsonl",
            #"{"feed":"http://127.0.0.1:9/jp","id":"9","title":"A new arrival","text":"x","published":"2022-01-01T00:00:00Z"}"#
        )
        let outcome = try program.onTerminal(
            """
            start 80 24 feedsearch --db a.db browse
            see Heron; keys j
            feedsearch --db a.db ingest --format jsonl more.jsonl >/dev/null; see 'A new arrival'
            feedsearch --db a.db mark starred 'title:lake' 2>/dev/null; see ★
            screen; keys Q; ended
            """)
        #expect(
            outcome.lines.contains { $0.contains("A new arrival") } && !outcome.output.contains("never seen"),
            "\(outcome.output)")
        #expect(outcome.lines.contains { $0.hasPrefix("|▌") && $0.contains("Evil") }, "\(outcome.output)")
    }

    // MARK: - The terminal is given back

    @Test(
        "However it ends, the terminal is as it was",
        arguments: [
            ("keys Q", "0"), ("keys C-c", "130"), ("kill -TERM $process", "143"), ("kill -HUP $process", "129"),
            ("kill -INT $process", "130"), ("kill -SEGV $process", "139"), ("kill -ABRT $process", "134"),
        ])
    func restored(_ end: String, _ status: String) throws {
        let outcome = try program.onTerminal(
            "start 80 24 feedsearch --db a.db browse; see Heron; running; \(end); ended; cat status; restored")
        #expect(outcome.lines == [status, "as it was", "0 1"], "\(end): \(outcome.output)\(outcome.errors)")
    }

    @Test("Ctrl-Z gives the terminal to the shell, and fg comes back to the same article")
    func suspended() throws {
        let outcome = try program.onTerminal(
            """
            start 80 24 "PS1=ready env bash --norc -i"
            see ready; keys 'feedsearch --db a.db browse' Enter; see Heron; keys j Enter; see escape
            keys C-z; see Stopped; keys 'stty -a >stopped' Enter; sleep 0.3; keys fg Enter; gone Stopped; see escape
            sed -n 's/.*\\( -\\?echo \\).*/\\1/p' stopped; keys q; see Heron; keys Q; keys exit Enter; ended; restored
            """)
        #expect(outcome.lines == [" echo ", "as it was", "0 1"], "\(outcome.output)\(outcome.errors)")
    }

    @Test("What is no terminal, or one that cannot be drawn on, is refused in words")
    func refused() throws {
        let pipe = try program.run(["--db", "a.db", "browse"])
        #expect(pipe.status == 2 && pipe.errors.contains("needs a terminal"))
        let outcome = try program.onTerminal(
            """
            start 80 24 TERM=dumb feedsearch --db a.db browse; ended; cat status; screen
            """)
        #expect(outcome.lines.first == "2" && outcome.output.contains("TERM is 'dumb'"), "\(outcome.output)")
    }

    @Test("NO_COLOR leaves attributes and no colour")
    func noColor() throws {
        func sequences(_ variable: String) throws -> String {
            try program.onTerminal(
                """
                start 80 24 \(variable) feedsearch --db a.db browse heron; see Heron; screen >/dev/null
                $terminal capture-pane -e -p -t one | grep -oE '\\[[0-9;]*m' | sort -u | tr '\\n' ' '; keys Q; ended
                """
            ).output
        }
        let colored = try sequences("NO_COLOR=")
        let plain = try sequences("NO_COLOR=1")
        #expect(colored.contains("[31m") || colored.contains(";31m"), "\(colored)")
        #expect(plain.contains("7m") && !plain.contains("3[0-7]m"), "\(plain)")
        #expect(!["31m", "32m", "33m", "36m"].contains { plain.contains($0) }, "\(plain)")
    }
}
