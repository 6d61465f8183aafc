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
        // Deletions are taken along, other actions are not.
        #expect(try run("undo", "--db", "a.db").status == 0)
        #expect(try run("undo", "--db", "b.db").status == 0)
        let original = try shown("a.db")
        #expect(try shown("b.db") == original)
        for server in servers {
            #expect(try run("undo", "--db", server).status == 0)
            #expect(try shown(server) == original)
        }

        let refused = try run("copy", "a.db", servers[0])
        #expect(refused.status == 2 && refused.errors.contains("is not empty"))
        let same = try run("copy", servers[0], servers[0])
        #expect(same.status == 2 && same.errors.contains("onto itself"))
        let chinese = try program.run(["copy", "a.db", "b.db"], environment: ["TERM": "dumb", "LANG": "zh_CN.UTF-8"])
        #expect(chinese.status == 2 && chinese.errors.contains("不是空的"))
        #expect(try run("copy", "none.db", "c.db").status == 2)
        #expect(try run("copy", "a.db", "postgresql://me:secret@localhost/x").errors.contains("secret") == false)
    }
}
