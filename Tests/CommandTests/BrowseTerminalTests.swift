import Foundation
import Testing

/// The terminal reader on terminals that can less, that are far away, or that answer late.
@Suite(.offPool, TerminalTrial.condition) struct BrowseTerminalTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.seedForReading()
    }

    @Test("What is no terminal, or one that cannot be drawn on, is refused in words")
    func refused() throws {
        let pipe = try program.run(["--db", "a.db", "browse"])
        #expect(pipe.status == 2 && pipe.errors.contains("must run in a terminal"))
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

    @Test("Addresses are links of the terminal (OSC 8), in text and below it, and every link is ended")
    func links() throws {
        let outcome = try program.onTerminal(
            """
            start 120 24 "$(slow --log written feedsearch --db a.db browse)"
            see their; keys Q; ended; cat status
            """)
        #expect(outcome.lines == ["0"], "\(outcome.output)\(outcome.errors)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: program.path("written")))
        let written = String(decoding: bytes, as: UTF8.self)
        let links = written.components(separatedBy: "\u{1B}]8;;").dropFirst().map { $0.prefix { $0 != "\u{1B}" } }
        #expect(links.contains("https://example.org/herons") && links.contains("https://example.org/birds/1"))
        let text = written.components(separatedBy: "\u{1B}]8;;https://example.org/herons\u{1B}\\").dropFirst()
        #expect(text.contains { $0.hasPrefix("their page") || $0.contains("mtheir page") }, "\(text)")
        var isOpen = false
        for link in links {
            #expect(link.isEmpty || !isOpen, "\(links)")
            isOpen = !link.isEmpty
        }
        #expect(!isOpen)
    }

    @Test("y sends the link of the article to the terminal's clipboard (OSC 52), and nothing else")
    func copyLink() throws {
        let outcome = try program.onTerminal(
            """
            start 120 24 "$(slow --log written feedsearch --db a.db browse)"
            see their; keys y; see "sent to the terminal's clipboard: https://example.org/birds/1"; keys Q; ended; cat status
            """)
        #expect(outcome.lines == ["0"], "\(outcome.output)\(outcome.errors)")
        let written = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: program.path("written"))), as: UTF8.self)
        let copied = written.components(separatedBy: "\u{1B}]52;c;").dropFirst().map { $0.prefix { $0 != "\u{1B}" } }
        #expect(copied.count == 1)
        #expect(copied.first.flatMap { Data(base64Encoded: String($0)) } == Data("https://example.org/birds/1".utf8))
    }

    @Test("a lists all that the author of an article has written, replies included")
    func author() throws {
        func line(_ feed: String, _ id: String, _ title: String, _ author: String, _ more: String = "") -> String {
            #"{"feed":"https://\#(feed).example/","id":"\#(id)","title":"\#(title)","author":"\#(author)","text":"kettle \#(id)"\#(more)}"#
        }
        try program.file(
            "more.jsonl",
            [
                line("one", "t1", "Kettle question", "Ada Noe"), line("two", "t2", "Teapot", "Ada Noe"),
                line("one", "t1#1", "", "Ada Noe", #","reply":{"topic":"t1"}"#),
                line("one", "t1#2", "", "Ben", #","reply":{"topic":"t1"}"#), line("two", "t3", "Cup", "Ada Noel"),
            ].joined(separator: "\n") + "\n")
        #expect(try program.run(["--db", "a.db", "ingest", "more.jsonl"]).status == 0)
        let outcome = try program.onTerminal(
            """
            start 120 24 feedsearch --db a.db browse question
            see Kettle; keys Enter; see 'replies'; keys a; see Teapot; still; screen; keys Q; ended; cat status
            """)
        #expect(outcome.output.contains("Ada Noe") && outcome.output.contains("kettle t1#1"), "\(outcome.output)")
        #expect(!outcome.output.contains("t1#2") && !outcome.output.contains("Cup"), "\(outcome.output)")
        #expect(outcome.lines.last == "0")
    }

    @Test("What is pasted is searched as one text, its line ends are spaces; pasted beside a prompt it presses no key")
    func paste() throws {
        let outcome = try program.onTerminal(
            """
            start 80 20 feedsearch --db a.db browse
            paste() { $terminal set-buffer "$1"; $terminal paste-buffer -p -t one; }
            see Heron; paste $'QDA\ny'; keys j; see 65/65; screen
            keys /; paste $'全文\nQ'; see '/全文 Q'; keys C-h C-h; see '全文检索引擎'; gone Heron; screen
            keys Enter; see 'search: 全文'; keys Q; ended; cat status; feedsearch --db a.db list is:unread | grep -c .
            """)
        #expect(outcome.lines.suffix(2) == ["0", "65"], "\(outcome.output)\(outcome.errors)")
        #expect(outcome.lines.contains { $0.hasPrefix("|▌") && $0.contains("Evil") }, "\(outcome.output)")
        #expect(outcome.lines.contains("|/全文"), "\(outcome.output)")
    }

    @Test("Behind a line of 300 ms all keys count once and in order, and the screens are those of a near terminal")
    func slowLine() throws {
        func run(_ line: String) throws -> [String] {
            let again = try BuiltProgram()
            try again.seedForReading()
            return try again.onTerminal(
                """
                start 90 20 "$(slow \(line) feedsearch --db a.db browse)"
                see Heron; burst j j k k j s; see ★; burst k; screen
                burst / h e r x BSpace o n Space 6 Enter; see 'search: heron 6'; burst Down Down; screen
                size 70 18; screen; size 90 20; burst Enter; see 'Day 6'; burst q q; see 64/65; burst j N j j; see 63/65; screen
                burst '?'; see Ctrl-F; burst q A n n Home; screen
                keys Q; ended; cat status; restored; feedsearch --db a.db list is:starred
                """
            ).lines
        }
        let near = try run("--delay 0")
        let far = try run("--delay 300 --answers")
        #expect(near.contains("0") && near.contains("as it was"), "\(near)")
        #expect(far == near, "\(far.joined(separator: "\n"))\n\n\(near.joined(separator: "\n"))")
    }

    @Test("Sequences of keys that a line takes apart are the same keys")
    func dividedSequences() throws {
        let outcome = try program.onTerminal(
            """
            start 80 20 "$(slow --divide 200 --answers feedsearch --db a.db browse)"
            see Heron; burst Down Down Up Down; sleep 2; screen; keys Q; ended; cat status
            """)
        #expect(outcome.lines.last == "0", "\(outcome.output)")
        #expect(outcome.lines.firstIndex { $0.hasPrefix("|▌") } == 3, "\(outcome.output)")
        #expect(outcome.lines.dropLast(2).allSatisfy { !$0.contains("[") || $0.contains("[31m") }, "\(outcome.output)")
    }

    @Test("An answer of the terminal that comes after the end is not typed into the shell", arguments: ["Q", "C-z"])
    func lateAnswer(_ key: String) throws {
        let outcome = try program.onTerminal(
            """
            # What a shell would read after it, whether it ends or is stopped.
            cat >shell.sh <<'END'
            set -m
            feedsearch --db a.db browse
            stty raw -echo; IFS= read -r -n 20 -t 2 late; stty sane
            printf '%q' "$late" >late; kill -CONT %1 2>/dev/null; kill %1 2>/dev/null; exit 0
            END
            start 80 20 "$(slow --delay 300 --answers bash --norc shell.sh)"
            see ●; keys \(key); ended; cat late
            """)
        #expect(outcome.output == "''", "\(outcome.output)\(outcome.errors)")
    }
}
