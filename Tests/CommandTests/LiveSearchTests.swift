import Foundation
import Testing

/// `search --live`, with other processes writing. The bounds are wide: the machine of the tests may be busy.
@Suite(.offPool) struct LiveSearchTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.file("a.jsonl", line("a", "old 全文"))
        try #require(try program.run(["--db", "a.db", "ingest", "a.jsonl"]).status == 0)
        try program.file("b.jsonl", line("b", "new 全文") + line("x", "other"))
        try program.file("c.jsonl", line("x", "other becomes 全文"))
        try program.file("d.jsonl", line("b", "new 全文 again") + line("y", "nothing"))
    }

    private func line(_ id: String, _ title: String) -> String {
        #"{"feed":"f","id":"\#(id)","url":"https://example.org/\#(id)","title":"\#(title)","text":"t"}"# + "\n"
    }

    /// Runs the search in the background, the lines of `body` beside it, and then ends it with a signal.
    private func live(_ flags: String, signal: String = "INT", _ body: String) throws -> BuiltProgram.Outcome {
        try program.shell(
            """
            feedsearch --db a.db --live \(flags) 全文 >out 2>err & pid=$!
            has() { for i in $(seq 600); do grep -qs "$1" out err && return; sleep 0.05; done; echo "no $1"; }
            add() { feedsearch --db a.db --quiet ingest "$1" >/dev/null; }
            has waiting
            \(body)
            kill -\(signal) $pid
            wait $pid; echo "status $?"; tr '\\0' '\\n' <out
            """)
    }

    @Test(
        "New and changed articles that match are printed, each once; Ctrl-C ends it quietly",
        arguments: ["INT", "TERM"])
    func text(_ signal: String) throws {
        let outcome = try live(
            "--color never", signal: signal, "add b.jsonl; has 'new 全文'; add d.jsonl; add c.jsonl; has becomes")
        let titles = outcome.lines.filter { $0.hasPrefix("#") || $0.hasPrefix("status") || $0.hasPrefix("no ") }
        #expect(titles == ["status 0", "#1 old 全文", "#2 new 全文", "#3 other becomes 全文"], "\(outcome.output)")
        #expect(outcome.errors.isEmpty)
    }

    @Test("As JSON, each time is a line; as addresses, each is one")
    func machines() throws {
        let json = try live("--json", "add b.jsonl; has 'new 全文'")
        #expect(json.lines.count == 3)
        #expect(json.lines.last?.contains(#""total":1"#) == true && json.lines.last?.contains(#""id":"b""#) == true)
        let addresses = try live("-0", "add c.jsonl; has 'org/x'")
        #expect(addresses.lines.last == "https://example.org/x", "\(addresses.output)")
    }

    @Test("A reader that goes away ends it")
    func closedPipe() throws {
        let outcome = try program.shell("feedsearch --db a.db --live --quiet 全文 | head -n 1; echo ${PIPESTATUS[0]}")
        #expect(outcome.lines == ["#1 old 全文", "0"])
        #expect(outcome.errors.isEmpty)
    }

    @Test("A query that matches nothing more prints nothing more")
    func nothing() throws {
        let outcome = try live("--color never", "add d.jsonl; sleep 0.6")
        #expect(outcome.lines.filter { $0.hasPrefix("#") }.count == 2, "\(outcome.output)")
    }
}
