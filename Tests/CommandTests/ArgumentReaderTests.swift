import FeedLibrary
import Messages
import Testing

@testable import feedsearch

@Suite(.offPool) struct ArgumentReaderTests {
    private let reader = ArgumentReader(commands: [
        CommandSpec(
            name: "search", operandKind: .words, summary: LocalizedText("", ""), flags: [.limit, .json, .nul],
            run: { _ in .done }),
        CommandSpec(name: "check", summary: LocalizedText("", ""), run: { _ in .done }),
        CommandSpec(
            name: "ingest", operandKind: .files, summary: LocalizedText("", ""), flags: [.json, .format],
            run: { _ in .done }),
    ])

    @Test("Without a command's name the words are a search, joined by a space")
    func wordsAreASearch() throws {
        let arguments = try reader.read(["全文", "搜索", "-cat"])
        #expect(arguments.command.name == "search")
        #expect(arguments.text == "全文 搜索 -cat")
    }

    @Test("A first word that is a command's name is that command, flags before it or not")
    func firstWordIsTheCommand() throws {
        #expect(try reader.read(["check"]).command.name == "check")
        #expect(try reader.read(["--db", "x", "check"]).command.name == "check")
    }

    @Test("After search or -- a command's name is a word to search for")
    func commandNameAsAWord() throws {
        for words in [["search", "check"], ["--", "check"], ["--db", "x", "--", "check"]] {
            let arguments = try reader.read(words)
            #expect(arguments.command.name == "search")
            #expect(arguments.operands == ["check"])
        }
    }

    @Test("A later word that is a command's name is a word")
    func laterWordIsAWord() throws {
        #expect(try reader.read(["health", "check"]).text == "health check")
    }

    @Test(
        "Only --long, -0 and -h are flags; every other -x of a query is an exclusion",
        arguments: ["-v", "-", "-10", "-n", "－x"])
    func singleDashIsAWord(_ word: String) throws {
        #expect(try reader.read(["a", word]).operands == ["a", word])
    }

    @Test("-0 and -h are flags anywhere before --")
    func shortFlags() throws {
        #expect(try reader.read(["a", "-0"]).has(.nul))
        #expect(try reader.read(["a", "-h"]).has(.help))
        #expect(try reader.read(["a", "--", "-0"]).operands == ["a", "-0"])
    }

    @Test("A value follows its flag behind = or as the next word, even if it looks like an exclusion")
    func values() throws {
        #expect(try reader.read(["--limit=5", "a"]).value(.limit) == "5")
        #expect(try reader.read(["a", "--limit", "5"]).value(.limit) == "5")
        #expect(try reader.read(["--db=a=b", "a"]).value(.db) == "a=b")
        #expect(try reader.read(["--db", "-x", "a"]).value(.db) == "-x")
    }

    @Test("The last of a flag given twice counts")
    func lastCounts() throws {
        #expect(try reader.read(["--limit=5", "--limit=6", "a"]).value(.limit) == "6")
    }

    @Test("An unknown flag is refused, with the one that was probably meant")
    func unknownFlag() {
        #expect(throws: UsageError.unknownFlag("--limt", near: "--limit")) { try reader.read(["--limt", "5"]) }
        #expect(throws: UsageError.unknownFlag("--zzzzzzzzz", near: nil)) { try reader.read(["--zzzzzzzzz"]) }
    }

    @Test("A flag of another command is refused")
    func foreignFlag() {
        #expect(throws: UsageError.flagOfOtherCommand(.format, command: "search")) {
            try reader.read(["--format", "feed", "a"])
        }
    }

    @Test("Values are checked against the table")
    func badValues() {
        #expect(throws: UsageError.notANumber(.limit, "many")) { try reader.read(["--limit", "many"]) }
        #expect(throws: UsageError.notANumber(.limit, "10001")) { try reader.read(["--limit", "10001"]) }
        #expect(throws: UsageError.notAChoice(.color, "pink")) { try reader.read(["--color", "pink"]) }
        #expect(throws: UsageError.missingValue(.limit)) { try reader.read(["a", "--limit"]) }
        #expect(throws: UsageError.missingValue(.limit)) { try reader.read(["a", "--limit", "--", "b"]) }
        #expect(throws: UsageError.unexpectedValue(.json)) { try reader.read(["a", "--json=yes"]) }
    }

    @Test("A dash word is no file, a lone dash is standard input")
    func dashFiles() throws {
        #expect(throws: UsageError.self) { try reader.read(["ingest", "-v"]) }
        #expect(try reader.read(["ingest", "-"]).operands == ["-"])
    }

    @Test("A command without words refuses one")
    func noWords() {
        #expect(throws: UsageError.unexpectedOperand("x", command: "check")) { try reader.read(["check", "x"]) }
    }
}
