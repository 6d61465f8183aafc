import Foundation
import Testing

/// What a person does with the terminal reader.
@Suite(.offPool, TerminalTrial.condition) struct BrowseCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.seedForReading()
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
            feedsearch --db a.db ingest --format jsonl more.jsonl >/dev/null; see 66/66
            feedsearch --db a.db mark starred 'title:lake' 2>/dev/null; see ★
            screen; keys K K; see 'A new arrival'; screen; keys Q; ended
            """)
        let selected = outcome.lines.filter { $0.hasPrefix("|▌") }
        #expect(selected.count == 2, "\(outcome.output)")
        #expect(selected.first?.contains("Evil") == true && selected.last?.contains("A new arrival") == true)
        // On its line.
        #expect(outcome.lines.firstIndex { $0.hasPrefix("|▌") } == 2, "\(outcome.output)")
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
}
