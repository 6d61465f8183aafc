import Foundation
import Testing

/// What is said where a command was probably meant, or a search.
@Suite(.offPool) struct HintTests {
    private let program: BuiltProgram
    private let database: String

    init() throws {
        program = try BuiltProgram()
        database = try program.seed()
    }

    private func errors(_ words: String...) throws -> String { try program.run(["--db", database] + words).errors }

    @Test(
        arguments: [
            (["serach", "fox"], "feedsearch search fox"), (["fetchh"], "feedsearch fetch"),
            (["version"], "feedsearch --version"), (["ls"], "feedsearch list"), (["update"], "feedsearch fetch"),
            (["subscribe", "https://example.org/feed"], "feedsearch add https://example.org/feed"),
            (["fox", "-n", "5"], "feedsearch fox --limit 5"),
        ])
    func `A word near a command's name is searched for, and the command is named`(words: [String], command: String)
        throws
    {
        #expect(try program.run(["--db", database] + words).errors.contains(command))
    }

    @Test("help shows the help of the program, and with a command's name that of the command")
    func help() throws {
        let all = try program.run(["help"])
        #expect(all.status == 0 && all.errors.isEmpty)
        let overview = try program.run(["--help"]).output
        #expect(all.output == overview)
        let one = try program.run(["help", "fetch"])
        let page = try program.run(["fetch", "--help"]).output
        #expect(one.status == 0 && one.output == page)
        #expect(try program.run(["--db", database, "--", "help"]).status == 1)
        #expect(try program.run(["--db", database, "help", "wanted"]).output.isEmpty)
    }

    @Test(
        "What is nearly right is answered with the right words",
        arguments: [
            (["mark", "stared", "5"], "feedsearch mark starred 5"), (["tag", "later", "5"], "feedsearch tag +later 5"),
            (["serve", "--port", "8080"], "--listen 127.0.0.1:PORT"),
        ])
    func nearlyRight(words: [String], hint: String) throws {
        let outcome = try program.run(["--db", database] + words)
        #expect(outcome.status == 2 && outcome.errors.contains(hint), "\(outcome.errors)")
    }

    @Test("Commands that need a database name those that make one", arguments: ["feeds", "stats"])
    func noDatabase(command: String) throws {
        let errors = try program.run(["--db", "absent.db", command]).errors
        #expect(errors.contains("feedsearch import") && errors.contains("feedsearch add"), "\(errors)")
    }

    @Test("rule without rules says how to add one, and a rule that exists is not added again")
    func rules() throws {
        func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(["--db", database] + words) }
        #expect(try run("rule").errors.contains("feedsearch rule add"))
        #expect(try run("rule", "add", "fox", "--mark", "read").status == 0)
        let again = try run("rule", "add", "fox", "--mark", "read")
        #expect(again.status == 0 && again.errors.contains("rule 1 already"), "\(again.errors)")
        #expect(try run("rule", "list").output.split(separator: "\n").count == 1)
        #expect(try run("rule", "add", "fox", "--mark", "star").status == 0)
        #expect(try run("rule", "list").output.split(separator: "\n").count == 2)
    }

    @Test("restore of a file that does not exist names it, before it asks about the database")
    func missingBackup() throws {
        let outcome = try program.run(["--db", database, "restore", "nosuch.db"])
        #expect(outcome.status == 2 && outcome.errors.contains("there is no file nosuch.db"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("--yes"))
    }

    @Test(arguments: [["fox"], ["update", "swift"], ["help", "wanted"], ["sea"], ["关键词"]])
    func `An ordinary search gets no hint`(words: [String]) throws {
        #expect(try !program.run(["--db", database] + words).errors.contains("feedsearch "))
    }

    @Test(arguments: [
        ["check", "engine"], ["parse", "error"], ["open", "source"], ["mark", "twain"], ["import", "duties"],
    ])
    func `Words behind a command's name that are none of its arguments can be searched for`(words: [String]) throws {
        let outcome = try program.run(["--db", database] + words)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("feedsearch -- " + words.joined(separator: " ")))
    }

    @Test func `Two dashes make a search of a command's name`() throws {
        #expect(try program.run(["--db", database, "--", "check", "engine"]).status == 1)
    }

    @Test func `A saved search is replaced only where that is said, and what changes is shown`() throws {
        let save = ["--db", database, "save", "sqlite", "title:sqlite"]
        #expect(try program.run(save + ["--notify", "webhook:https://one.example/hook"]).status == 0)
        #expect(try program.run(save + ["--notify", "webhook:https://one.example/hook"]).status == 0)
        let other = try program.run(save + ["--notify", "webhook:https://two.example/hook"])
        #expect(other.status == 2)
        #expect(
            other.errors.contains("one.example") && other.errors.contains("two.example")
                && other.errors.contains("--replace"))
        #expect(try program.run(["--db", database, "saved"]).output.contains("one.example"))
        #expect(try program.run(save + ["--notify", "webhook:https://two.example/hook", "--replace"]).status == 0)
        #expect(try program.run(["--db", database, "saved"]).output.contains("two.example"))
    }

    @Test func `A secret or program that is not there is said at once`() throws {
        let secret = try errors(
            "save", "a", "fox", "--notify", "webhook:https://one.example/", "--secret", "env:NOWHERE")
        #expect(secret.contains("env:NOWHERE"))
        #expect(try errors("save", "b", "fox", "--notify", "command:no-such-program").contains("'no-such-program'"))
        #expect(try !errors("save", "c", "fox", "--notify", "command:cat").contains("no program"))
    }

    @Test func `Marking more than fifty articles read wants a yes`() throws {
        let lines = (0..<60).map { #"{"feed":"https://many.example/","id":"\#($0)","title":"t"}"# }.joined(
            separator: "\n")
        _ = try program.run(["--db", database, "ingest", "--format", "jsonl", "-"], input: lines + "\n")
        let refused = try program.run(["--db", database, "mark", "--all-read"])
        #expect(refused.status == 2 && refused.errors.contains("--yes"))
        #expect(try program.run(["--db", database, "list", "is:unread"]).lines.count == 64)
        #expect(try program.run(["--db", database, "mark", "--all-read", "--yes"]).status == 0)
        #expect(try program.run(["--db", database, "list", "is:unread"]).status == 1)
    }
}
