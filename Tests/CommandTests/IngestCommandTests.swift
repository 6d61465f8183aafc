import Foundation
import Testing

@Suite(.offPool) struct IngestCommandTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    private let good = #"{"feed":"f","id":"1","title":"全文搜索","text":"正文","tags":["x"],"own_tags":["y"],"starred":true}"#
    private let other = #"{"feed":"f","id":"2","title":"Second","html":"<p>Hello <b>world</b>"}"#

    private func run(_ words: String..., input: String = "") throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db", "ingest"] + words, input: input)
    }

    private func report(_ outcome: BuiltProgram.Outcome) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data((outcome.lines.last ?? "").utf8)) as? [String: Any])
    }

    @Test("JSON lines come from a file or standard input; the same again changes nothing")
    func lines() throws {
        try program.file("a.jsonl", good + "\n" + other + "\n")
        let first = try report(run("--json", "a.jsonl"))
        #expect(first["seen"] as? Int == 2 && first["inserted"] as? Int == 2)
        #expect((first["rejected"] as? [Any])?.isEmpty == true)
        let second = try report(run("--json", "--format", "jsonl", input: good + "\n" + other))
        #expect(second["inserted"] as? Int == 0 && second["unchanged"] as? Int == 2)
        #expect(try program.run(["--db", "a.db", "搜索"]).status == 0)
        #expect(try program.run(["--db", "a.db", "check"]).status == 0)
    }

    @Test("A bad line is named with file and line, the rest is stored, and the status is 0, or 2 with --strict")
    func badLines() throws {
        try program.file("a.jsonl", good + "\nnot json\n{\"feed\":\"f\"}\n" + other + "\n")
        let outcome = try run("a.jsonl")
        #expect(outcome.status == 0)
        let errors = outcome.errors.split(separator: "\n")
        #expect(errors.count == 2)
        #expect(errors.first?.hasPrefix("feedsearch: refused a.jsonl:2: ") == true)
        #expect(errors.last?.hasPrefix("feedsearch: refused a.jsonl:3: ") == true)
        #expect(try program.run(["--db", "a.db", "list"]).lines.count == 2)
        #expect(try run("--strict", "a.jsonl").status == 2)
    }

    @Test("Where nothing can be stored the status is 2, with one line for each input")
    func nothingStored() throws {
        try program.file("empty/readme.txt", "nothing")
        try program.file("noise.bin", Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 97) }))
        for name in ["nowhere", "empty", "noise.bin"] {
            let outcome = try run(name)
            #expect(outcome.status == 2, "\(name)")
            #expect(outcome.errors.contains(name), "\(outcome.errors)")
        }
    }

    @Test("Feed documents come from files, folders and standard input; --feed names their feed")
    func documents() throws {
        let feed = """
            <rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>全文搜索</title>
            <pubDate>Mon, 06 May 2024 07:08:09 GMT</pubDate></item></channel></rss>
            """
        try program.file("feeds/a.xml", feed)
        try program.file(
            "feeds/b.json",
            #"{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"2","content_text":"搜索 engine"}]}"#
        )
        try program.file(
            "feeds/broken.xml", "<rss version='2.0'><channel><item><guid>3</guid><title>搜索 cut</title></item><item><ti")
        try program.file("feeds/picture.png", Data([0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 3]))
        let outcome = try run("feeds", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try report(outcome)["inserted"] as? Int ?? 0 >= 3)
        #expect(try report(run("feeds", "--json"))["inserted"] as? Int == 0)
        #expect(try program.run(["--db", "a.db", "list", "搜索"]).lines.count >= 3)
        let piped = try program.run(["--db", "b.db", "ingest", "--feed", "https://example.org/f", "-"], input: feed)
        #expect(piped.status == 0, "\(piped.errors)")
        let line = try program.run(["--db", "b.db", "list", "--jsonl"]).output
        #expect(line.contains(#""feed":"https://example.org/f""#))
        #expect(line.contains(#""published":"2024-05-06T07:08:09Z""#))
        #expect(try program.run(["--db", "a.db", "check"]).status == 0)
    }

    @Test("--acks says how far everything is stored, and ends with all")
    func acks() throws {
        let articles = (0..<25).map { #"{"feed":"f","id":"\#($0)","title":"t","text":"x"}"# }
        let outcome = try run("--acks", "--batch-size", "10", input: articles.joined(separator: "\n"))
        #expect(outcome.lines.contains(#"{"committed":10}"#))
        #expect(outcome.lines.contains(#"{"committed":20}"#))
        #expect(outcome.lines.last == #"{"committed":25}"#)
        #expect(outcome.errors.contains("25 articles"))
    }

    @Test("--ids lists the numbers of inserted and updated articles by line, and --update limits what may change")
    func ids() throws {
        try program.file("a.jsonl", good + "\nno json\n" + other + "\n")
        let first = try run("--json", "--ids", "a.jsonl")
        let inserted = #""inserted":[{"file":"a.jsonl","line":1,"n":1},{"file":"a.jsonl","line":3,"n":2}],"updated":[]"#
        #expect(first.output.contains(#""ids":{\#(inserted)}"#), "\(first.output)")
        let changed = #"{"feed":"f","id":"2","title":"Third","text":"other","read":true}"#
        let second = try run("--acks", "--ids", "--update", "title,state", input: changed)
        #expect(second.lines == [#"{"committed":1,"inserted":[],"updated":[{"file":"stdin","line":1,"n":2}]}"#])
        let stored = try program.run(["--db", "a.db", "show", "2", "--json"]).output
        #expect(stored.contains(#""title":"Third""#) && stored.contains("Hello") && stored.contains(#""read":true"#))
        let none = try report(run("--json", "--update", "none", input: changed.replacing("Third", with: "Fourth")))
        #expect(none["unchanged"] as? Int == 1 && none["ids"] == nil)

        let wrong = try run("--update", "title,size", input: changed)
        #expect(wrong.status == 2 && wrong.errors.contains("--update: 'title,size' is not one of title|text|dates"))
        let alone = try run("--ids", input: changed)
        #expect(alone.status == 2 && alone.errors.contains("--ids requires --json or --acks"))
        #expect(try program.run(["--db", "a.db", "check"]).status == 0)
    }

    @Test("Articles and their state are copied by list --jsonl | ingest")
    func copy() throws {
        #expect(try run(input: good + "\n" + other).status == 0)
        #expect(try program.run(["--db", "a.db", "mark", "read", "2"]).status == 0)
        let copied = try program.shell(
            "feedsearch --db a.db list --jsonl | feedsearch --db b.db ingest --quiet && feedsearch --db b.db list --jsonl | sed 's/\"n\":[0-9]*,//;s/\"received\":\"[^\"]*\",//' | sort > b && feedsearch --db a.db list --jsonl | sed 's/\"n\":[0-9]*,//;s/\"received\":\"[^\"]*\",//' | sort > a && cmp a b && cat b"
        )
        #expect(copied.status == 0, "\(copied.output)\(copied.errors)")
        #expect(copied.output.contains(#""own_tags":["y"]"#))
        #expect(copied.output.contains(#""html":"<p>Hello <b>world</b>""#))
    }
}
