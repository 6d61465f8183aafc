import Foundation
import Testing

@Suite(.offPool) struct OpenedCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        let lines = (1...3).map {
            #"{"feed":"https://example.org/feed","id":"g\#($0)","url":"https://example.org/\#($0)","title":"Whale \#($0)"}"#
        }
        try program.file("articles.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try run("ingest", program.path("articles.jsonl")).status == 0)
    }

    private func run(_ words: String..., database: String = "a.db") throws -> BuiltProgram.Outcome {
        try program.run(["--db", program.path(database)] + words, environment: ["BROWSER": "true"])
    }

    private func opened(database: String = "a.db") throws -> [Int] {
        let output = try run("opened", "--json", database: database).output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return (object?["articles"] as? [[String: Any]] ?? []).compactMap { $0["n"] as? Int }
    }

    @Test("What 'open' opens is listed and searched, and goes along with list --jsonl, backup and copy")
    func listed() throws {
        #expect(try run("opened").status == 1)
        #expect(try run("open", "1").status == 0 && run("open", "3").status == 0)
        #expect(try opened() == [3, 1])
        #expect(try run("opened", "--limit", "1").lines.count == 1)
        #expect(try run("list", "is:opened").lines.sorted() == ["g1", "g3"])
        #expect(try run("whale", "opened:1d", "--count").output == "2\n")
        #expect(try run("whale", "-is:opened", "--count").output == "1\n")

        let line = "feedsearch --db a.db list --jsonl is:opened | feedsearch --db b.db ingest -"
        #expect(try program.shell(line).status == 0)
        #expect(try run("list", "is:opened", database: "b.db").lines.sorted() == ["g1", "g3"])
        #expect(try run("backup", program.path("c.db")).status == 0)
        #expect(try opened(database: "c.db") == [3, 1])
        #expect(try run("copy", program.path("a.db"), program.path("d.db")).status == 0)
        #expect(try opened(database: "d.db") == [3, 1])
        #expect(try run("opened", "off", database: "d.db").status == 0)
        #expect(try run("copy", program.path("d.db"), program.path("e.db")).status == 0)
        #expect(try run("opened", database: "e.db").errors.contains("not recorded"))
    }

    @Test("Recording is turned off and on, and entries are cleared; mistakes say what to do")
    func clearing() throws {
        #expect(try run("open", "1").status == 0)
        #expect(try run("opened", "off").errors.contains("not recorded"))
        #expect(try run("open", "2").status == 0)
        #expect(try opened() == [1])
        #expect(try run("opened", "on").status == 0)
        #expect(try run("open", "2").status == 0)
        #expect(try run("opened", "clear", "1").errors.contains("1 article"))
        #expect(try opened() == [2])
        #expect(try run("opened", "clear").status == 0)
        #expect(try opened().isEmpty)
        #expect(try run("opened", "clear", "whale").status == 2)
        #expect(try run("opened", "maybe").status == 2)
        #expect(try run("opened", "clear", "77").status == 2)
        #expect(try run("check").status == 0)
    }
}
