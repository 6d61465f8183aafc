import Foundation
import Testing

/// Saved searches that alert, from the command line.
@Suite(.offPool) struct AlertCommandTests {
    private let program: BuiltProgram
    private let database = "a.db"

    init() throws {
        program = try BuiltProgram()
        try program.file("seed.jsonl", line("0", "nothing") + "\n")
        #expect(try program.run(["--db", database, "ingest", "seed.jsonl"]).status == 0)
    }

    private func line(_ id: String, _ title: String) -> String {
        "{\"feed\":\"https://example.org/feed\",\"id\":\"\(id)\",\"title\":\"\(title)\",\"text\":\"text of \(title)\","
            + "\"url\":\"https://example.org/\(id)\"}"
    }

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Outcome {
        try program.run(["--db", database] + words, environment: environment)
    }

    private func ingest(_ titles: [String], _ flags: String...) throws -> BuiltProgram.Outcome {
        let lines = titles.map { line(UUID().uuidString, $0) }
        try program.file("new.jsonl", lines.joined(separator: "\n") + "\n")
        return try program.run(["--db", database, "ingest", "new.jsonl"] + flags)
    }

    @Test("A saved search tells its command of new matches when they are ingested")
    func fires() throws {
        let saved = try run("save", "tea", "tea -milk", "--notify", "command:tee out.json", "--comment", "About tea")
        #expect(saved.status == 0)
        #expect(saved.errors.contains("last 30 days: 0 hits"))
        let ingested = try ingest(["green tea", "tea with milk", "coffee"])
        #expect(ingested.status == 0)
        #expect(!ingested.output.contains("feedsearch.alert"))
        let message = try String(contentsOfFile: program.path("out.json"), encoding: .utf8)
        #expect(message.contains("\"type\":\"feedsearch.alert\""))
        #expect(message.contains("\"title\":\"green tea\"") && !message.contains("tea with milk"))
        #expect(try run("alerts", "log").output.contains("delivered\ttea\t#2"))
        #expect(try run("alerts", "run").status == 1)
        #expect(try run("unsave", "tea").status == 0)
        #expect(try run("alerts", "log").output.isEmpty)
    }

    @Test("The first articles of a feed are told of only when that is asked for")
    func backfill() throws {
        #expect(try run("save", "tea", "tea", "--notify", "terminal").status == 0)
        for (feed, flags) in [("one", []), ("two", ["--backfill"])] {
            try program.file("new.jsonl", line("1", "tea of \(feed)").replacing("/feed", with: "/\(feed)") + "\n")
            #expect(try program.run(["--db", database, "ingest", "new.jsonl"] + flags).status == 0)
        }
        #expect(try run("alerts", "run").output == "tea\t#3  tea of two  https://example.org/1\n")
    }

    @Test("A failing channel does not fail the ingest; it is shown, and can be tried again")
    func failing() throws {
        #expect(try run("save", "tea", "tea", "--notify", "command:false").status == 0)
        let ingested = try ingest(["tea"])
        #expect(ingested.status == 0)
        #expect(ingested.errors.contains("the command ended with 1"))
        #expect(try run("alerts").output.contains("0 waiting, 1 to be delivered, 0 abandoned"))
        #expect(try run("alerts", environment: ["LC_ALL": "zh_CN.UTF-8"]).output.contains("等待 0，待发送 1，已放弃 0"))
        #expect(try run("save", "tea", "tea", "--replace", "--notify", "command:true").status == 0)
        #expect(try run("alerts", "retry", "tea").errors.contains("1 delivery will be retried now"))
        #expect(try run("alerts", "run").errors.contains("1 alert delivered, 0 failed"))
    }

    @Test(
        "What cannot be read is refused before anything is saved",
        arguments: [
            ["--notify", "pigeon:home"], ["--notify", "webhook:ftp://example.org"],
            ["--notify", "terminal", "--digest", "9"],
            ["--notify", "terminal", "--quiet-hours", "late"], ["--notify", "terminal", "--secret", "hunter2"],
        ]) func refused(flags: [String]) throws
    {
        let outcome = try program.run(["--db", database, "save", "tea", "tea"] + flags)
        #expect(outcome.status == 2)
        let setting = flags[flags.count - 2].dropFirst(2).replacing("-", with: " ")
        #expect(outcome.errors.contains("\(setting): "), "\(outcome.errors)")
        #expect(!outcome.errors.contains("hunter2"))
        #expect(try run("saved").output.isEmpty)
    }

    @Test(
        "A search that can match nothing, or everything, is said to",
        arguments: [
            ("tea -tea", "no new article can match"), ("is:read tea", "no new article can match"),
            ("received:2001", "no new article can match"), ("date:2020..2019", "no new article can match"),
            ("is:unread", "every new article matches"), ("tea OR -tea", "every new article matches"),
        ]) func reach(query: String, words: String) throws
    {
        let outcome = try run("save", "x", query, "--notify", "terminal")
        if outcome.status == 0 { #expect(outcome.errors.contains(words)) }
        #expect(outcome.status == 0 || query == "date:2020..2019" || query == "tea OR -tea")
    }

    @Test("Saved searches are exported and imported with all that belongs to them")
    func exportAndImport() throws {
        #expect(
            try run(
                "save", "tea", "\"green tea\"", "--notify", "mail:me@example.org", "--digest", "daily 08:00",
                "--quiet-hours", "22:00-07:00", "--comment", "a line"
            ).status == 0)
        #expect(try run("save", "plain", "coffee").status == 0)
        let exported = try run("saved", "--jsonl").output
        try program.file("searches.jsonl", exported)
        let copy = try program.run(["--db", "b.db", "save", "--from", "searches.jsonl"])
        #expect(copy.errors.contains("2 searches saved"))
        func withoutDates(_ text: String) -> String { text.replacing(/"created":"[^"]*"/, with: "") }
        #expect(withoutDates(try program.run(["--db", "b.db", "saved", "--jsonl"]).output) == withoutDates(exported))
        try program.file("bad.query", "name = x\nquery = a\nquery2 = b\n")
        let bad = try run("save", "--from", "bad.query")
        #expect(bad.status == 2)
        #expect(bad.errors.contains("bad.query:3"))
    }

    @Test("The searches of queries/examples are loaded, previewed, and fire")
    func examples() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../queries/examples").standardized.path
        let loaded = try run("save", "--from", folder, "--notify", "terminal")
        #expect(loaded.status == 0)
        #expect(loaded.errors.contains("last 30 days: "))
        #expect(try ingest(["全文检索与倒排索引", "Cycling to the sea", "nothing of note"]).status == 0)
        let told = try run("alerts", "run").output
        #expect(told.contains("全文检索\t#2"))
        #expect(told.contains("two-wheels\t#3"))
    }

    @Test("A saved search is printed as Atom and as JSON Feed")
    func feeds() throws {
        _ = try ingest(["green tea & <b>more</b>"])
        #expect(try run("save", "tea", "tea").status == 0)
        let atom = try run("saved", "tea", "--to", "atom")
        #expect(atom.output.contains("<title>green tea &amp; &lt;b&gt;more&lt;/b&gt;</title>"))
        #expect(
            try run("saved", "tea", "--to", "jsonfeed").output.contains(
                "\"version\":\"https://jsonfeed.org/version/1.1\""))
        #expect(try run("saved", "nobody", "--to", "atom").status == 2)
    }

    @Test("alerts --follow tells of a match soon after its commit, whoever stores it")
    func follow() throws {
        #expect(try run("save", "tea", "tea", "--notify", "terminal").status == 0)
        try program.file("new.jsonl", line("9", "tea now") + "\n")
        let outcome = try program.shell(
            """
            feedsearch --db a.db alerts --follow > followed 2> followed.log & follower=$!
            sleep 0.7
            feedsearch --db a.db --quiet ingest new.jsonl
            for i in $(seq 300); do sleep 0.1; if [ -s followed ]; then echo told; break; fi; done
            kill -INT $follower; wait $follower; cat followed
            """)
        #expect(outcome.output == "told\ntea\t#2  tea now  https://example.org/9\n")
    }

    @Test("fetch --every delivers what is due between its rounds, another attempt among that")
    func everyDelivers() throws {
        try program.file("config", "alert-retry = 1s\n")
        let command = "command:[\"sh\",\"-c\",\"test -e ready && cat >> told\"]"
        #expect(try run("save", "tea", "tea", "--notify", command).status == 0)
        try program.file("new.jsonl", line("9", "tea now") + "\n")
        let outcome = try program.shell(
            """
            feedsearch --db a.db --config config fetch --every 1h 2> every.log & every=$!
            feedsearch --db a.db --config config --quiet ingest new.jsonl 2> ingest.log
            touch ready
            for i in $(seq 100); do sleep 0.1; if [ -s told ]; then break; fi; done
            kill -INT $every; wait $every; cat told every.log
            """)
        #expect(outcome.output.contains("\"title\":\"tea now\""), "\(outcome.output)")
    }

    @Test("Killed at any moment of ingest and delivery, no alert is missed and repeats are known by their id")
    func kills() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Benchmarks/alert_kills.py").standardized.path
        let outcome = try program.shell("timeout 120 python3 '\(script)' '\(BuiltProgram.url.path)' --kills 5")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
}
