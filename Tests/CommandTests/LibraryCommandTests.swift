import FeedLibrary
import Foundation
import TestSupport
import Testing

/// `library`, and the parameter `library` of an address, with the built program.
@Suite(.serialized, .offPool) struct LibraryCommandTests {
    private let program: BuiltProgram
    private static let needsServer = Comment(rawValue: PostgresServer.skipped)

    init() throws { program = try BuiltProgram() }

    private func run(
        _ words: String..., input: String = "", language: String = "C"
    ) throws -> BuiltProgram.Outcome {
        try program.run(words, input: input, environment: ["TERM": "dumb", "LANG": language])
    }

    private func line(_ word: String) -> String {
        #"{"feed":"https://example.org/\#(word)","id":"\#(word)","title":"\#(word)","text":"of the lake"}"# + "\n"
    }

    @Test("Members are listed and removed, and --member shows, marks, exports and undoes with the state of one member")
    func members() throws {
        for word in ["heron", "swan"] {
            #expect(try run("ingest", "--format", "jsonl", "-", "--db", "m.db", input: line(word)).status == 0)
        }
        #expect(try run("library", "members", "--db", "m.db").errors.contains("no members besides its owner"))
        try Library(path: program.path("m.db"), for: .changing).members.add(7, name: "anna")
        #expect(try run("library", "members", "--db", "m.db").lines == ["7  anna  2 unread"])
        #expect(try run("mark", "read", "1", "--member", "anna", "--db", "m.db").status == 0)
        #expect(try run("mark", "starred", "2", "--member", "7", "--db", "m.db").status == 0)
        #expect(try run("list", "is:unread", "--member", "anna", "--db", "m.db").lines == ["swan"])
        #expect(try run("list", "is:unread", "--db", "m.db").lines.count == 2)
        #expect(try run("is:starred", "--json", "--member", "anna", "--db", "m.db").output.contains(#""total":1"#))
        #expect(try run("list", "is:starred", "--db", "m.db").lines == [])
        #expect(try run("export", "--starred", "--member", "anna", "--db", "m.db").output.contains("swan"))
        #expect(try run("undo", "--db", "m.db").status == 1)
        #expect(try run("undo", "--member", "anna", "--db", "m.db").status == 0)
        let json = try run("library", "members", "--json", "--db", "m.db").lines
        #expect(json.count == 1 && json[0].hasPrefix(#"{"number":7,"name":"anna","uid":""#), "\(json)")
        let unknown = try run("list", "--member", "bert", "--db", "m.db")
        #expect(unknown.status == 2 && unknown.errors.contains("no member bert"))
        #expect(try run("library", "members", "remove", "anna", "--db", "m.db").status == 0)
        #expect(try run("list", "--member", "anna", "--db", "m.db").status == 2)
        #expect(try run("check", "--db", "m.db").status == 0)
    }

    @Test("Rules with --member mark new articles for this member alone, and only such rules are the member's")
    func memberRules() throws {
        #expect(try run("ingest", "--format", "jsonl", "-", "--db", "m.db", input: line("heron")).status == 0)
        try Library(path: program.path("m.db"), for: .changing).members.add(7, name: "anna")
        #expect(try run("rule", "add", "swan", "--mark", "read", "--db", "m.db").status == 0)
        #expect(try run("rule", "add", "swan", "--mark", "star", "--member", "anna", "--db", "m.db").status == 0)
        #expect(try run("ingest", "--format", "jsonl", "-", "--db", "m.db", input: line("swan")).status == 0)
        #expect(try run("list", "is:starred", "--member", "anna", "--db", "m.db").lines == ["swan"])
        #expect(try run("list", "is:read", "--member", "anna", "--db", "m.db").lines == [])
        #expect(try run("list", "is:read", "--db", "m.db").lines == ["swan"])
        #expect(try run("list", "is:starred", "--db", "m.db").lines == [])
        let own = try run("rule", "list", "--json", "--member", "anna", "--db", "m.db").lines
        #expect(own.count == 1 && own[0].contains(#""mark":"star""#) && own[0].contains(#""own":true"#), "\(own)")
        let owners = try run("rule", "list", "--json", "--db", "m.db").lines
        #expect(owners.count == 1 && owners[0].contains(#""mark":"read""#) && !owners[0].contains("own\""), "\(owners)")
        #expect(try run("rule", "remove", "1", "--member", "anna", "--db", "m.db").status == 2)
        #expect(try run("rule", "remove", "2", "--db", "m.db").status == 2)
        let hidden = try run("rule", "add", "swan", "--mark", "hide", "--member", "anna", "--db", "m.db")
        #expect(hidden.status == 2 && hidden.errors.contains("only the owner"), "\(hidden)")
        #expect(try run("rule", "remove", "2", "--member", "anna", "--db", "m.db").status == 0)
        #expect(try run("check", "--db", "m.db").status == 0)
    }

    @Test("The libraries in a folder are listed without other files")
    func folder() throws {
        #expect(try run("ingest", "--format", "jsonl", "-", "--db", "shelf/b.db", input: line("heron")).status == 0)
        #expect(try run("ingest", "--format", "jsonl", "-", "--db", "shelf/a.db", input: line("swan")).status == 0)
        #expect(try run("token", "create", "reader", "--scope", "read", "--db", "shelf/a.db").status == 0)
        try program.file("shelf/text.db", "not a database")
        try program.file("shelf/empty.db", "")
        let lines = try run("library", "list", "shelf").lines
        #expect(
            lines.count == 2 && lines[0].hasPrefix("a  1 article ") && lines[1].hasPrefix("b  1 article "), "\(lines)")
        let json = try run("library", "list", "--json", "--db", "shelf/b.db").lines
        #expect(
            json.count == 2 && json[1].hasPrefix(#"{"library":"b","path":"shelf/b.db","articles":1,"feeds":0,"bytes":"#)
        )
        let none = try run("library", "list", "nowhere")
        #expect(none.status == 2 && none.errors.contains("nowhere"))
        for words in [["create", "x"], ["rename", "a", "b"], ["remove", "a", "--yes"]] {
            let refused = try program.run(["library"] + words + ["--db", "shelf/a.db"])
            #expect(refused.status == 2 && refused.errors.contains("--db postgresql://HOST/DATABASE"))
        }
        #expect(try run("library").status == 2)
        #expect(try run("library", "move").status == 2)
        let missing = try run("library", "create", "--db", "shelf/a.db")
        #expect(missing.status == 2 && missing.errors.contains("library list"))
    }

    @Test(
        "Two libraries of a database share nothing; one that does not exist is created by `library create` alone",
        .enabled(if: PostgresServer.isWanted, needsServer))
    func server() throws {
        let server = try PostgresServer.shared.get().newDatabase()
        let work = server + "&library=work"
        for words in [["list"], ["ingest", "--format", "jsonl", "-"], ["add", "https://example.org/"], ["serve"]] {
            let refused = try program.run(words + ["--db", work], input: line("heron"), environment: ["TERM": "dumb"])
            #expect(
                refused.status == 2 && refused.errors.contains("feedsearch library create work"), "\(refused.errors)")
        }
        let refusedCopy = try run("copy", server, work)
        #expect(refusedCopy.status == 2)
        #expect(try run("library", "list", "--db", server).errors.contains("there are no libraries"))

        #expect(try run("library", "create", "work", "--db", server).status == 0)
        #expect(try run("ingest", "--format", "jsonl", "-", "--db", work, input: line("heron")).status == 0)
        #expect(try run("ingest", "--format", "jsonl", "-", "--db", server, input: line("swan")).status == 0)
        #expect(try run("swan", "--count", "--timeout", "10m", "--db", work).output == "0\n")
        #expect(try run("heron", "--count", "--timeout", "10m", "--db", work).output == "1\n")
        #expect(try run("list", "--db", server).output == "swan\n")
        #expect(try run("list", "--db", server + "&library=main").output == "swan\n")
        let environment = ["TERM": "dumb", "FEEDSEARCH_DB": work]
        #expect(try program.run(["list"], environment: environment).output == "heron\n")
        try program.file("config", "db = \(work)\n")
        #expect(try run("list", "--config", program.path("config")).output == "heron\n")

        // Each has its own folder of accounts.
        #expect(try run("token", "create", "reader", "--scope", "read", "--db", work).status == 0)
        #expect(try run("token", "list", "--db", work).output.contains("reader"))
        #expect(try run("token", "list", "--db", server).output == "")
        let list = try run("library", "list", "--db", work).lines
        #expect(list.count == 2 && list[0].hasPrefix("main  1 article ") && list[1].hasPrefix("work  1 article "))

        #expect(try run("library", "create", "copy", "--db", server).status == 0)
        let copied = try run("copy", work, server + "&library=copy")
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(try run("list", "--db", server + "&library=copy").output == "heron\n")
        let same = try run("copy", server, server + "&library=main")
        #expect(same.status == 2 && same.errors.contains("onto itself"))

        #expect(try run("library", "rename", "work", "office", "--db", server).status == 0)
        let unconfirmed = try run("library", "remove", "office", "--db", server)
        #expect(unconfirmed.status == 2 && unconfirmed.errors.contains("'office' with 1 article"))
        #expect(try run("list", "--db", server + "&library=office").output == "heron\n")
        let removed = try run("library", "remove", "office", "--yes", "--db", server)
        #expect(removed.status == 0 && removed.errors.contains("/servers/"), "\(removed.errors)")
        #expect(try run("library", "list", "--db", server, "--json").lines.count == 2)
        #expect(try run("check", "--db", server).status == 0)
        let chinese = try run("list", "--db", server + "&library=office", language: "zh_CN.UTF-8")
        #expect(chinese.errors.contains("feedsearch library create office") && chinese.errors.contains("没有"))
        let bad = try run("list", "--db", server + "&library=Office")
        #expect(bad.status == 2 && bad.errors.contains("a-z"))
    }

    @Test(
        "A removal whose program is killed is continued by the same command",
        .enabled(if: PostgresServer.isWanted, needsServer))
    func killed() throws {
        let server = try PostgresServer.shared.get().newDatabase()
        #expect(try run("library", "create", "work", "--db", server).status == 0)
        let lines = (1...300).map { number in
            #"{"feed":"https://example.org/f","id":"\#(number)","title":"t\#(number)","text":"word\#(number) 鲸鱼"}"#
        }
        let ingested = try run(
            "ingest", "--format", "jsonl", "-", "--db", server + "&library=work", input: lines.joined(separator: "\n"))
        #expect(ingested.status == 0)
        #expect(try run("ingest", "--format", "jsonl", "-", "--db", server, input: line("swan")).status == 0)
        _ = try program.shell(
            """
            feedsearch library remove work --yes --db '\(server)' & pid=$!
            for i in $(seq 1000); do
                if ! feedsearch list --db '\(server)&library=work' >/dev/null 2>&1; then break; fi; sleep .01
            done
            kill -9 $pid; wait $pid; true
            """, environment: ["TERM": "dumb"])
        // The program may have finished before it was killed.
        let again = try run("library", "remove", "work", "--yes", "--db", server)
        #expect(again.status == 0 || again.errors.contains("there is no library"), "\(again.errors)")
        #expect(try run("library", "list", "--db", server, "--json").lines.count == 1)
        #expect(try run("list", "--db", server).output == "swan\n")
        #expect(try run("check", "--db", server).status == 0)
    }
}
