import Foundation
import Testing

/// The built command `mcp`.
@Suite struct AssistantCommandTests {
    private static let start =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#

    private func program() throws -> BuiltProgram {
        let program = try BuiltProgram()
        try program.file("a.jsonl", #"{"feed":"f","id":"1","title":"Fox","text":"A red fox"}"#)
        _ = try program.run(["ingest", "a.jsonl", "--db", "library.db"])
        return program
    }

    private func answers(_ program: BuiltProgram, _ lines: [String], _ words: [String] = []) throws -> [[String: Any]] {
        let outcome = try program.run(
            ["mcp", "--db", "library.db"] + words, input: lines.joined(separator: "\n") + "\n")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return try outcome.lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("Messages are answered line by line, and standard output has nothing else")
    func session() throws {
        let answers = try answers(
            program(),
            [
                Self.start, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "",
                #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"search","arguments":{"query":"fox"}}}"#,
                "{", #"{"jsonrpc":"2.0","id":2,"method":"none"}"#,
            ])
        #expect(answers.count == 4)
        let found = answers.first { $0["id"] as? String == "a" }?["result"] as? [String: Any]
        #expect((found?["structuredContent"] as? [String: Any])?["total"] as? Int == 1)
        let codes = answers.compactMap { ($0["error"] as? [String: Any])?["code"] as? Int }
        #expect(Set(codes) == [-32700, -32601])
    }

    @Test("A line of any length is refused, and the next one is answered")
    func longLine() throws {
        let answers = try answers(
            program(),
            [String(repeating: "x", count: 5 << 20), #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, Self.start])
        let codes = answers.compactMap { ($0["error"] as? [String: Any])?["code"] as? Int }
        #expect(codes.contains(-32600) && answers.contains { $0["id"] as? Int == 0 })
    }

    @Test("Only with --write does a tool change the library")
    func writing() throws {
        let program = try program()
        let mark =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mark","arguments":{"articles":[1],"read":true}}}"#
        let refused = try answers(program, [Self.start, mark]).last { $0["id"] as? Int == 1 }
        #expect(refused?["error"] is [String: Any])
        #expect(try program.run(["list", "is:read", "--db", "library.db"]).lines.isEmpty)
        let done = try answers(program, [Self.start, mark], ["--write"]).last { $0["id"] as? Int == 1 }
        #expect(done?["result"] is [String: Any])
        #expect(try program.run(["list", "is:read", "--db", "library.db"]).lines == ["1"])
        #expect(try program.run(["undo", "--db", "library.db"]).status == 0)
        #expect(try program.run(["list", "is:read", "--db", "library.db"]).lines.isEmpty)
    }

    @Test("A missing database and superfluous words are errors on standard error")
    func mistakes() throws {
        let program = try program()
        let missing = try program.run(["mcp", "--db", "none.db"])
        #expect(missing.status == 2 && missing.output.isEmpty && missing.errors.contains("none.db"))
        #expect(try program.run(["mcp", "now", "--db", "library.db"]).status == 2)
    }

    @Test("On a terminal, the command names the documentation")
    func terminal() throws {
        let program = try program()
        let outcome = try program.shell("script -qec 'feedsearch mcp --db library.db' /dev/null < /dev/null")
        #expect(outcome.output.contains("docs/assistants.md"))
    }
}
