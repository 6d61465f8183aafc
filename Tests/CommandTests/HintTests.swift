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
            (["help"], "feedsearch --help"),
            (["version"], "feedsearch --version"), (["ls"], "feedsearch list"), (["update"], "feedsearch fetch"),
            (["subscribe", "https://example.org/feed"], "feedsearch add https://example.org/feed"),
            (["fox", "-n", "5"], "feedsearch fox --limit 5"),
        ])
    func `A word near a command's name is searched for, and the command is named`(words: [String], command: String)
        throws
    {
        #expect(try program.run(["--db", database] + words).errors.contains(command))
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
