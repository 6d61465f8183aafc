import Foundation
import Testing

@Suite(.offPool) struct TimeoutCommandTests {
    private let program: BuiltProgram
    private static let letters = String(repeating: "abcdefgh", count: 8)
    private static let endless = "re:([a-z]+)*!"

    init() throws {
        program = try BuiltProgram()
        let lines = (0..<60).map { #"{"feed":"f","id":"\#($0)","title":"Letters \#($0)","text":"\#(Self.letters)"}"# }
        let ingested = try program.run(["--db", "a.db", "ingest"], input: lines.joined(separator: "\n"))
        #expect(ingested.status == 0)
    }

    private func run(_ words: String..., input: String = "") throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words, input: input)
    }

    @Test("A search that passes its deadline ends with 2 and one line that says so", .timeLimit(.minutes(60)))
    func search() throws {
        for words in [
            ["search", "--timeout", "200ms"], ["search"],
            ["search", "--facets", "--sort", "newest", "--timeout", "1s"],
        ] {
            let outcome = try program.run(["--db", "a.db"] + words + [Self.endless])
            #expect(outcome.status == 2 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("--timeout") && outcome.errors.split(separator: "\n").count == 1)
        }
        let chinese = try program.run(
            ["--db", "a.db", "--timeout", "100ms", Self.endless], environment: ["LANG": "zh_CN.UTF-8"])
        #expect(chinese.errors.contains("规定时间"))
        #expect(try run("search", "letters").status == 0)
    }

    @Test("A batch answers a request that passes its deadline with an error, and goes on", .timeLimit(.minutes(60)))
    func batch() throws {
        let outcome = try run(
            "search", "--jsonl",
            input: """
                {"id":1,"query":"\(Self.endless)","timeout_ms":100}
                {"id":2,"query":"letters","timeout_ms":20000}
                {"id":3,"query":"letters","timeout_ms":0}
                """)
        #expect(outcome.status == 0 && outcome.lines.count == 3)
        #expect(outcome.lines[0].contains(#""id":1"#))
        #expect(outcome.lines[0].contains(#""error":{"message":"the request did not finish in time"#))
        #expect(outcome.lines[1].contains(#""total":60"#))
        #expect(outcome.lines[2].contains("timeout_ms"))
    }

    @Test("A change by query that passes the deadline it was given changes nothing", .timeLimit(.minutes(60)))
    func changes() throws {
        for words in [["mark", "starred"], ["tag", "+x"], ["delete"]] {
            let outcome = try program.run(["--db", "a.db"] + words + ["--yes", "--timeout", "100ms", Self.endless])
            #expect(outcome.status == 2 && outcome.errors.contains("--timeout"))
        }
        let list = try run("list", "--timeout", "100ms", Self.endless)
        #expect(list.status == 2 && list.output.isEmpty)
        #expect(try run("list", "is:starred OR tag:x").output.isEmpty)
        #expect(try run("list").lines.count == 60)
        #expect(try run("mark", "starred", "--yes", "--timeout", "1m", "letters").status == 0)
        #expect(try run("list", "is:starred").lines.count == 60)
    }

    @Test("What is no length of time is refused with an example")
    func badTimeout() throws {
        for text in ["2", "0s", "-1s", "abc", "0ms", "1.5s"] {
            let outcome = try run("search", "--timeout", text, "letters")
            #expect(outcome.status == 2 && outcome.errors.contains("500ms"))
        }
    }

    @Test("A query that is far too long is refused before any work begins", .timeLimit(.minutes(60)))
    func tooLong() throws {
        let query = (0..<10_000).map { "word\($0)" }.joined(separator: " OR ")
        let outcome = try run("search", "--", query)
        #expect(outcome.status == 2 && outcome.errors.contains("65536 bytes"))
        #expect(outcome.errors.utf8.count < 1_000)
        let near = try run("search", "--", "NEAR(" + (0..<999).map { "w\($0)" }.joined(separator: " ") + ", 5)")
        #expect(near.status == 2 && near.errors.contains("NEAR"))
    }

    @Test(
        "A rule with an expression without end is named by ingest and by rule list, and holds up nothing",
        .timeLimit(.minutes(60)))
    func failingRule() throws {
        #expect(try run("rule", "add", Self.endless, "--mark", "star").status == 0)
        #expect(try run("save", "costly", "letters \(Self.endless)", "--notify", "terminal").status == 0)
        let line = #"{"feed":"f","id":"new","title":"Letters","text":"\#(Self.letters)"}"#
        let ingested = try run("ingest", input: line)
        #expect(ingested.status == 0 && ingested.errors.contains("50 ms"))
        #expect(ingested.errors.contains("a rule") && ingested.errors.contains("a saved search"))
        #expect(try run("list").lines.count == 61)
        #expect(try run("rule", "list").output.contains("#61"))
        #expect(try run("rule", "list", "--json").output.contains(#""works":false,"failed_on":61"#))
        #expect(try run("saved").output.contains("#61"))
        #expect(try run("alerts").output.contains("#61"))
        #expect(try run("alerts", "--json").output.contains(#""failed_on":61"#))
    }
}
