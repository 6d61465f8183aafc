import TestSupport
import Testing

/// `copy` between files and servers, with the built program.
@Suite(.serialized, .offPool, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PostgresCopyTests {
    private let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try program.run(words, environment: ["TERM": "dumb"])
    }

    /// Everything that commands show of a library.
    private func shown(_ place: String) throws -> [String] {
        var shown = [String]()
        for words in [
            ["list", "--jsonl"], ["export"], ["feeds", "--json"], ["saved", "--jsonl"], ["rule", "list"],
            ["list", "is:starred"], ["index OR 索引", "--json", "--limit", "20"], ["全文检索", "--count"],
            ["\"关键词\"", "--facets"],
            ["show", "3", "--json", "--all"], ["check"],
        ] {
            let outcome = try program.run(words + ["--db", place], environment: ["TERM": "dumb"])
            #expect(outcome.status <= 1, "\(words) \(outcome.errors)")
            shown.append(outcome.output.replacing(#/"took_ms":[0-9.]+/#, with: ""))
        }
        return shown
    }

    @Test("From a file to a server, to another server and back to a file, a library stays the same")
    func directions() throws {
        #expect(try run("import", SampleArchive.path, "--db", "a.db").status == 0)
        #expect(try run("ingest", SampleArchive.path + "/articles.jsonl", "--db", "a.db").status == 0)
        #expect(try run("rule", "add", "heron", "--mark", "star", "--db", "a.db").status == 0)
        #expect(try run("save", "birds", "heron OR 鸟", "--notify", "terminal", "--db", "a.db").status == 0)
        #expect(try run("mark", "read", "1", "2", "3", "--db", "a.db").status == 0)
        #expect(try run("tag", "+later", "4", "5", "--db", "a.db").status == 0)
        #expect(try run("delete", "6", "--yes", "--db", "a.db").status == 0)
        let servers = try [PostgresServer.shared.get().newDatabase(), PostgresServer.shared.get().newDatabase()]
        let places = ["a.db"] + servers + ["b.db"]
        var reports: [Substring] = []
        for (source, target) in zip(places, places.dropFirst()) {
            let copied = try run("copy", source, target)
            #expect(copied.status == 0, "\(copied.errors)")
            reports.append(copied.errors.split(separator: ":").last ?? "")
        }
        #expect(Set(reports).count == 1 && reports[0].contains("1 rule, 1 article in the bin"), "\(reports)")
        // The deletion, the tags, the marks and the saved search are taken back.
        for place in places {
            for _ in 0..<4 { #expect(try run("undo", "--db", place).status == 0) }
        }
        let original = try shown("a.db")
        for place in places.dropFirst() { #expect(try shown(place) == original) }

        let refused = try run("copy", "a.db", servers[0])
        #expect(refused.status == 2 && refused.errors.contains("is not empty"))
        let same = try run("copy", servers[0], servers[0])
        #expect(same.status == 2 && same.errors.contains("onto itself"))
        let chinese = try program.run(["copy", "a.db", "b.db"], environment: ["TERM": "dumb", "LANG": "zh_CN.UTF-8"])
        #expect(chinese.status == 2 && chinese.errors.contains("不是空的"))
        #expect(try run("copy", "none.db", "c.db").status == 2)
        #expect(try run("copy", "a.db", "postgresql://me:secret@localhost/x").errors.contains("secret") == false)
    }

    /// Starts to copy and kills the program in the middle: as soon as others find an unfinished copy.
    private func copyAndKill(_ source: String, _ target: String, until condition: String) throws -> BuiltProgram.Outcome
    {
        try program.shell(
            """
            feedsearch copy '\(source)' '\(target)' & pid=$!
            for i in $(seq 1000); do if \(condition); then break; fi; sleep .01; done
            kill -9 $pid; wait $pid; echo $?
            """, environment: ["TERM": "dumb"])
    }

    @Test("A copy whose program is killed is closed to others, goes on when it is run again, and is whole then")
    func killed() throws {
        let lines = (1...150).map { number in
            let words = (1...200).map { "w\(number * 31 + $0 * $0 % 977) 鲸鱼\($0)" }.joined(separator: " ")
            return #"{"feed":"f","id":"\#(number)","url":"u\#(number)","title":"t\#(number)","html":"<p>\#(words)"}"#
        }
        try program.file("articles.jsonl", lines.joined(separator: "\n"))
        #expect(try run("ingest", "articles.jsonl", "--db", "a.db").status == 0)
        #expect(try run("mark", "starred", "7", "--db", "a.db").status == 0)
        let server = try PostgresServer.shared.get().newDatabase()
        let toServer = try copyAndKill(
            "a.db", server, until: "feedsearch list --db '\(server)' 2>&1 | grep -q 'is in progress or was interrupted'"
        )
        #expect(toServer.lines.last == "137", "\(toServer)")
        for words in [["list"], ["ingest", "articles.jsonl"], ["undo"]] {
            let refused = try program.run(words + ["--db", server], environment: ["TERM": "dumb"])
            #expect(refused.status == 2 && refused.errors.contains("run 'feedsearch copy FROM"), "\(refused)")
        }
        #expect(try run("mark", "starred", "8", "--db", "a.db").status == 0)
        #expect(try run("delete", "9", "--yes", "--db", "a.db").status == 0)
        #expect(try run("copy", "a.db", server).status == 0)
        #expect(try shown(server) == shown("a.db"))

        let toFile = try copyAndKill(server, "b.db", until: "[ \"$(stat -c %s b.db.copying-wal)\" -gt 100000 ]")
        #expect(toFile.lines.last == "137", "\(toFile)")
        #expect(try run("list", "--db", "b.db").errors.contains("b.db"))
        let listed = try program.shell("ls b.db*")
        #expect(!listed.lines.contains("b.db") && listed.lines.contains("b.db.copying"), "\(listed)")
        #expect(try run("mark", "starred", "10", "--db", server).status == 0)
        #expect(try run("copy", server, "b.db").status == 0)
        #expect(try program.shell("ls b.db*").lines == ["b.db"])
        #expect(try shown("b.db") == shown(server))
    }
}
