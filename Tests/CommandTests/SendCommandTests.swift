import Foundation
import Testing

/// The command `send`: destinations and the articles sent to them.
@Suite(.offPool) struct SendCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        let lines = ["green tea", "../../milk", "water"].enumerated().map { number, title in
            #"{"feed":"https://example.org/feed","id":"\#(number)","url":"https://example.org/\#(number)","title":"\#(title)","text":"x"}"#
        }
        try program.file("seed.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try run("ingest", "seed.jsonl").status == 0)
        _ = try program.shell("mkdir notes")
    }

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words, environment: environment)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: program.path("notes")).sorted()
    }

    @Test("A folder is added, listed, tested, used by number and by a rule, and removed")
    func folder() throws {
        #expect(try run("send", "list").status == 1)
        #expect(try run("send", "add", "notes", "markdown:notes").status == 0)
        let listed = try run("send", "list", "--json").output
        #expect(listed.contains(#""address":"markdown:\#(program.path("notes"))""#), "\(listed)")
        let tested = try run("send", "test", "notes")
        #expect(tested.status == 0 && tested.errors.contains("the folder can be written"), "\(tested.errors)")
        #expect(try files().isEmpty)
        let sent = try run("send", "notes", "1", "#2")
        #expect(sent.status == 0 && sent.errors.contains("#1 sent to 'notes'"), "\(sent.errors)")
        #expect(try files().count == 2)
        let log = try run("send", "log", "notes")
        #expect(log.lines.count == 2 && log.output.contains("#1\tgreen tea") && log.output.contains("#2\t../../milk"))
        #expect(try run("send", "log", "notes", "--json").output.contains(#""article":1,"title":"green tea""#))
        #expect(try run("send", "test", "notes", "--json").output == "{\"works\":true}\n")
        let again = try run("send", "notes", "1", "3", "--json")
        #expect(again.lines.count == 2 && again.lines.allSatisfy { $0.contains(#""state":"delivered""#) }, "\(again)")
        #expect(again.errors.isEmpty)
        #expect(try run("rule", "add", "kettle", "--mark", "send:notes").status == 0)
        #expect(try run("rule", "list").output.contains("send:notes"))
        try program.file(
            "more.jsonl", #"{"feed":"https://example.org/feed","id":"9","title":"a kettle","text":"x"}"# + "\n")
        #expect(try run("ingest", "more.jsonl").status == 0)
        #expect(try files().count == 4 && files().contains { $0.contains("kettle") })
        let used = try run("send", "remove", "notes")
        #expect(used.status == 2 && used.errors.contains("rule 1"), "\(used.errors)")
        #expect(try run("rule", "remove", "1").status == 0 && run("send", "remove", "notes").status == 0)
        #expect(try run("send", "list").status == 1)
    }

    @Test("A mistake is named, and no secret is taken from the command line")
    func mistakes() throws {
        for (words, text) in [
            (["add", "x", "pocket:https://x.example"], "is not a destination"),
            (["add", "x", "linkding:https://x.example"], "needs a secret"),
            (["add", "x", "linkding:https://x.example", "--secret", "hunter2"], "env:"),
            (["add", "list", "markdown:notes"], "cannot be the name"), (["add", "x"], "KIND:ADDRESS"),
            (["none", "1"], "no destination yet"), (["test", "none"], "no destination yet"),
            (["list", "x"], "unexpected words"),
        ] {
            let outcome = try program.run(["--db", "a.db", "send"] + words)
            #expect(outcome.status == 2 && outcome.errors.contains(text), "\(words) \(outcome.errors)")
            #expect(!outcome.errors.contains("hunter2"))
        }
        #expect(try run("send", "add", "notes", "markdown:notes").status == 0)
        #expect(try run("send", "notes", "99").status == 2)
        #expect(try run("send", "notes").status == 2)
        #expect(try run("send", "notes", "title:green").errors.contains("'send' takes article numbers"))
        #expect(
            try run("rule", "add", "tea", "--mark", "send:none").errors.contains(
                "there is no destination 'none'; there are: notes"))
    }

    @Test("A destination of a copied database sends nothing until it is confirmed on this machine")
    func copied() throws {
        #expect(try run("send", "add", "notes", "markdown:notes").status == 0)
        #expect(try run("copy", "a.db", "b.db").status == 0)
        let state = ["XDG_STATE_HOME": program.path("other")]
        let sent = try program.run(["--db", "b.db", "send", "notes", "1"], environment: state)
        #expect(sent.errors.contains("send:notes"), "\(sent.errors)")
        #expect(try files().isEmpty)
        let pending = try program.run(["--db", "b.db", "alerts", "confirm", "--yes"], environment: state)
        #expect(pending.status == 0 && pending.output.contains("send:notes"), "\(pending)")
        #expect(try program.run(["--db", "b.db", "alerts", "run"], environment: state).status == 0)
        #expect(try files().count == 1)
    }
}
