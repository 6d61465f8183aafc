import Foundation
import TestSupport
import Testing

/// The program on a PostgreSQL server: what it prints is what it prints with a file.
@Suite(.serialized, .offPool, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PostgresCommandTests {
    private let file: BuiltProgram
    private let server: BuiltProgram
    private let address: String
    /// The default time limit of searches may be too short on a busy machine.
    private let unhurried = ["--timeout", "10m"]

    init() throws {
        file = try BuiltProgram()
        server = try BuiltProgram()
        address = try PostgresServer.shared.get().newDatabase()
    }

    /// Runs one command on both.
    private func run(_ words: [String], input: String = "") throws -> (
        file: BuiltProgram.Outcome, server: BuiltProgram.Outcome
    ) {
        let environment = ["TERM": "dumb"]
        return (
            try file.run(words, input: input, environment: environment),
            try server.run(words + ["--db", address], input: input, environment: environment)
        )
    }

    /// Runs one command on both, and compares all that it prints.
    @discardableResult
    private func same(
        _ words: [String], input: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> BuiltProgram.Outcome {
        let outcome = try run(words, input: input)
        // A command that both refuse would compare nothing.
        #expect(outcome.file.status <= 1, "\(words) \(outcome.file.errors)", sourceLocation: sourceLocation)
        let outputs = (Self.timeless(outcome.file.output), Self.timeless(outcome.server.output))
        #expect(outputs.0 == outputs.1, "\(words)", sourceLocation: sourceLocation)
        #expect(outcome.file.status == outcome.server.status, "\(words)", sourceLocation: sourceLocation)
        #expect(outcome.file.errors == outcome.server.errors, "\(words)", sourceLocation: sourceLocation)
        return outcome.server
    }

    /// Without what differs from run to run.
    private static func timeless(_ text: String) -> String {
        var text = text
        let patterns = [
            #""took_ms":[0-9.]+"#, #""(received|created)":"[^"]*""#, "<dateCreated>[^<]*", #"\([0-9.]+ s, .*\)"#,
        ]
        for pattern in patterns {
            text = text.replacingOccurrences(of: pattern, with: "", options: .regularExpression)
        }
        return text
    }

    @Test("Import, searches, facets, lists, marks, rules, alerts and undo are those of a file")
    func commands() throws {
        #expect(try server.run(["list", "--db", address]).status == 2)
        for words in [["import", SampleArchive.path], ["ingest", SampleArchive.path + "/articles.jsonl"]] {
            let outcome = try run(words)
            #expect(outcome.file.status == 0 && outcome.server.status == 0, "\(outcome.server.errors)")
        }
        for query in ["\"关键词\"", "index OR 索引", "title:search", "tag:sqlite", "date:2024", "is:unread -the", "全文检索"] {
            try same([query, "--limit", "20"] + unhurried)
            try same([query, "--json", "--limit", "5"] + unhurried)
            try same([query, "--count"] + unhurried)
            try same([query, "--facets"] + unhurried)
        }
        try same(["feeds"])
        try same(["list", "--jsonl"])
        try same(["show", "3"])
        try same(["similar", "3"] + unhurried)
        try same(["complete", "sea"] + unhurried)
        try same(["mark", "read", "1", "2", "3"])
        try same(["tag", "+later", "4", "5"])
        try same(["list", "tag:later"])
        try same(["rule", "add", "heron", "--mark", "star"])
        try same(["save", "birds", "heron", "--notify", "terminal"])
        let line = #"{"feed":"https://example.org/f","id":"ID","title":"Heron","text":"of the lake"}"# + "\n"
        for id in ["1", "2"] {
            try same(["ingest", "--format", "jsonl", "-"], input: line.replacingOccurrences(of: "ID", with: id))
        }
        try same(["list", "is:starred"])
        try same(["saved", "--jsonl"])
        try same(["delete", "6", "--yes"])
        try same(["undo"])
        // Of a file it says as well that the search has matched since.
        #expect(try run(["undo"]).server.status == 0)
        try same(["list", "--jsonl", "is:read"])
        try same(["export"])
        try same(["check"])
        try same(["optimize"])
        #expect(try server.run(["stats", "--db", address]).output.contains(address))
    }

    @Test("The address may come from the environment or the configuration; commands that need a file say so")
    func places() throws {
        try server.file("config", "db = \(address)\n")
        let line = #"{"feed":"https://example.org/f","id":"1","title":"Heron"}"# + "\n"
        let environment = ["FEEDSEARCH_DB": address]
        #expect(
            try server.run(["ingest", "--format", "jsonl", "-"], input: line, environment: environment).status == 0)
        let found = try server.run(["heron", "--count", "--config", server.path("config")] + unhurried)
        #expect(found.output == "1\n", "\(found.errors)")
        for words in [["backup", "copy.db"], ["restore", "copy.db"]] {
            let refused = try server.run(words, environment: environment)
            #expect(refused.status == 2 && refused.errors.contains("pg_dump"))
        }
        let secret = try server.run(["list", "--db", "postgresql://user:pass@127.0.0.1/none"])
        #expect(secret.status == 2 && !secret.errors.contains("pass@") && secret.errors.contains("PGPASSFILE"))
        let malformed = try server.run(["list", "--db", "postgresql://%%"])
        #expect(malformed.status == 2)
        let nowhere = try server.run(["list", "--db", "postgresql://127.0.0.1:1/none"])
        #expect(nowhere.status == 2 && nowhere.errors.contains("postgresql://127.0.0.1:1/none"))
    }

    @Test("Accounts of a library are on the server, whatever the spelling of its address; the key is in a local folder")
    func spellings() throws {
        let postgres = try PostgresServer.shared.get()
        let name = try postgres.newDatabaseName()
        let addresses = [
            postgres.address(of: name), "postgresql://tester@127.0.0.1:\(postgres.port)/\(name)",
            "postgres://tester@localhost:\(postgres.port)/\(name)?sslmode=disable&connect_timeout=60",
        ]
        #expect(try server.run(["token", "create", "reader", "--scope", "read", "--db", addresses[1]]).status == 0)
        let servers = server.folder.path + "/.local/share/feedsearch/servers"
        let line = #"{"feed":"https://example.org/f","id":"1","title":"Heron"}"# + "\n"
        let ingest = ["ingest", "--format", "jsonl", "-", "--db", addresses[2]]
        #expect(try server.run(ingest, input: line).status == 0)
        var folders: Set<String> = []
        for address in [addresses[2], addresses[0], addresses[1]] {
            let tokens = try server.run(["token", "list", "--db", address])
            #expect(tokens.status == 0 && tokens.output.contains("reader"), "\(address): \(tokens.errors)")
            let stats = try server.run(["stats", "--json", "--db", address]).output
            let json = try JSONSerialization.jsonObject(with: Data(stats.utf8)) as? [String: Any]
            let identity = try #require(json?["identity"] as? String)
            #expect(identity.count == 32 && json?["local_folder"] as? String == "\(servers)/\(identity)")
            #expect(json?["unused_folders"] == nil)
            folders.insert(identity)
            #expect(try server.run(["stats", "--db", address]).output.contains(servers + "/" + identity))
        }
        let identity = try #require(folders.first)
        #expect(folders.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: servers + "/" + identity) == ["service.key"])
        // Another library has a folder of its own.
        let other = try postgres.newDatabase()
        #expect(try server.run(["ingest", "--format", "jsonl", "-", "--db", other], input: line).status == 0)
        let tokens = try server.run(["token", "list", "--db", other])
        #expect(!tokens.output.contains("reader"))
    }

    @Test("A folder of an earlier version, which the address names, gets the library's identity, and its accounts move")
    func formerFolder() throws {
        let line = #"{"feed":"https://example.org/f","id":"1","title":"Heron"}"# + "\n"
        #expect(try server.run(["ingest", "--format", "jsonl", "-", "--db", address], input: line).status == 0)
        // The accounts of a file, in a folder that SHA-256 of the address names.
        #expect(try server.run(["token", "create", "reader", "--scope", "read", "--db", "a.db"]).status == 0)
        let name = try server.shell("printf %s '\(address)' | sha256sum | cut -c 1-16").lines[0]
        let servers = server.folder.path + "/.local/share/feedsearch/servers"
        try FileManager.default.createDirectory(atPath: servers + "/" + name, withIntermediateDirectories: true)
        for file in ["service.db", "service.key"] {
            try FileManager.default.moveItem(atPath: server.path(file), toPath: servers + "/\(name)/" + file)
        }
        let tokens = try server.run(["token", "list", "--db", address])
        #expect(tokens.output.contains("reader") && tokens.errors.contains("service.db.moved"), "\(tokens.errors)")
        let again = try server.run(["token", "list", "--db", address])
        #expect(again.output.contains("reader") && again.errors.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: servers + "/" + name)
        #expect(Set(names).isSuperset(of: ["service.db.moved", "service.key"]) && !names.contains("service.db"))
    }

    @Test("The service answers, ingests and marks on a server's library, which has its accounts")
    func serve() throws {
        try server.file(
            "ask.py",
            """
            import json, urllib.request
            base = json.loads(open("out.txt").readline())["listening"]
            token = open("token").read().strip()
            def ask(method, path, body=None, kind="application/json"):
                request = urllib.request.Request(base + path, body, {"Authorization": "Bearer " + token}, method=method)
                if body is not None: request.add_header("Content-Type", kind)
                return urllib.request.urlopen(request, timeout=120).read().decode()
            lines = b'{"feed":"https://example.org/f","id":"1","title":"Heron","text":"of the lake"}\\n'
            print(ask("POST", "/v1/ingest", lines, "application/x-ndjson").splitlines()[0])
            print(json.loads(ask("GET", "/v1/search?q=heron"))["total"])
            print(ask("POST", "/v1/state", b'{"query":"heron","read":true}'))
            print(ask("GET", "/readyz").strip())
            print("feedsearch_database_bytes" in ask("GET", "/metrics"))
            """)
        let outcome = try server.shell(
            """
            export FEEDSEARCH_DB='\(address)'
            feedsearch token create t --scope write >token || exit 9
            feedsearch serve --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>err.txt & process=$!
            for i in $(seq 600); do grep -q listening out.txt && break; sleep 0.05; done
            python3 ask.py; status=$?
            kill -TERM $process; wait $process; echo "ended $?"; exit $status
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.lines == [
                #"{"committed":1}"#, "1", #"{"articles":1,"changed":1,"action":1}"#, "ready", "False", "ended 0",
            ])
        #expect(try server.run(["list", "is:read", "--db", address]).lines.count == 1)
        let folder = server.path(".local/share/feedsearch/servers")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(files.contains { $0.hasSuffix("/service.key") } && !files.contains { $0.hasSuffix("/service.db") })
    }

    @Test("An assistant gets the answers of a file, and can write")
    func assistant() throws {
        let articles = ["red fox", "grey fox", "barn owl"].enumerated().map { index, title in
            #"{"feed":"https://example.org/f","id":"\#(index)","title":"\#(title)","text":"the \#(title) of the wood","published":"2024-0\#(index + 1)-01T00:00:00Z"}"#
        }
        _ = try run(["ingest", "--format", "jsonl", "-"], input: articles.joined(separator: "\n"))
        let start = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
        for call in [
            #""name":"search","arguments":{"query":"fox","sort":"newest","limit":1}"#,
            #""name":"search","arguments":{"query":"\"fox"}"#,
            #""name":"facets","arguments":{"query":"wood","by":"month"}"#,
            #""name":"quote","arguments":{"article":1,"passage":"red fox of the wood"}"#,
            #""name":"similar","arguments":{"article":1}"#, #""name":"feeds","arguments":{}"#,
            #""name":"changes","arguments":{"since":0,"query":"fox"}"#,
            #""name":"save_search","arguments":{"name":"Foxes","query":"fox"}"#,
            #""name":"star","arguments":{"articles":[1,3],"starred":true}"#, #""name":"saved_searches","arguments":{}"#,
        ] {
            let line = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"# + call + "}}"
            let outcome = try run(["mcp", "--write"], input: start + "\n" + line + "\n")
            let answers = [outcome.file, outcome.server].map { outcome in
                outcome.lines.map(Self.timeless).filter { $0.contains(#""id":1"#) }
            }
            #expect(answers[0].count == 1 && answers[0] == answers[1], "\(call)")
        }
        #expect(try same(["list", "is:starred", "--format", "%i"]).lines.count == 2)
    }
}
