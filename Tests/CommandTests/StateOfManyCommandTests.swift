import Foundation
import Testing

/// Rules, the bin, everything read, and favourites.
@Suite(.offPool) struct StateOfManyCommandTests {
    private let program: BuiltProgram
    private let database: String

    init() throws {
        program = try BuiltProgram()
        database = try program.seed()
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(["--db", database] + words) }

    private func ingest(_ titles: [String]) throws {
        let lines = titles.map { #"{"feed":"https://example.net/feed","id":"\#($0)","title":"\#($0)","text":"x"}"# }
        try program.file("new.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try run("ingest", "new.jsonl").status == 0)
    }

    @Test("What is deleted is gone until undo brings it back")
    func bin() throws {
        #expect(try run("delete", "fox", "--dry-run").lines.count == 2)
        #expect(try run("delete", "fox").errors.contains("2 articles moved to the bin"))
        #expect(try run("list", "fox").status == 1)
        #expect(try run("undo", "--dry-run").output.contains("deleted\t2 articles"))
        #expect(try run("undo", "2").status == 1)
        #expect(try run("undo", "x").status == 2)
        #expect(try run("undo", "--json").output.contains(#""restored":[2,3],"kept":0}"#))
        #expect(try run("list", "fox").lines == ["a3", "a2"])
        #expect(try run("undo").status == 1)
        #expect(try run("check").status == 0)
    }

    @Test("By query, starred and tagged articles are left; by number they go")
    func starredStays() throws {
        _ = try run("mark", "starred", "2")
        #expect(try run("delete", "fox").errors.contains("1 starred or tagged article was kept"))
        #expect(try run("list", "fox").lines == ["a2"])
        #expect(try run("delete", "fox").status == 1)
        #expect(try run("delete", "#2").status == 0)
        #expect(try run("delete", "2").status == 2)
    }

    @Test("A rule is added, shows what it would have done, meets what arrives, and goes")
    func rules() throws {
        #expect(try run("rule", "add", "title:advert", "--mark", "read").status == 0)
        #expect(try run("rule", "add", "giraffe", "--mark", "tag:later").status == 0)
        #expect(try run("rule", "add", "spoiler", "--mark", "hide").status == 0)
        try ingest(["advert one", "giraffe two", "spoiler three"])
        #expect(try run("list", "is:read title:advert").lines == ["advert one"])
        #expect(try run("list", "tag:later").lines == ["giraffe two"])
        #expect(try run("list", "spoiler").status == 1)
        #expect(try run("spoiler", "--count").output == "0\n")
        #expect(try run("list", "is:hidden").lines == ["spoiler three"])
        #expect(try run("list").lines.contains("spoiler three"))
        #expect(try run("rule", "list").lines.count == 3)
        let dry = try run("rule", "add", "three OR two", "--mark", "star", "--dry-run")
        #expect(dry.lines.count == 2 && dry.output.contains("#6  ") && dry.output.contains("giraffe two"), "\(dry)")
        #expect(try run("rule", "--dry-run").output.contains("rule 1  read  title:advert: 1 article"))
        #expect(try run("rule", "remove", "1").status == 0)
        #expect(try run("rule", "remove", "1").status == 2)
        #expect(try run("check").status == 0)
    }

    @Test("What is hidden is copied with its state")
    func hiddenIsCopied() throws {
        _ = try run("rule", "add", "spoiler", "--mark", "hide")
        try ingest(["spoiler three"])
        let lines = try run("list", "--jsonl").output
        #expect(lines.contains("\"hidden\":true"))
        let copy = try program.run(["ingest", "-", "--db", program.path("copy.db")], input: lines)
        #expect(copy.status == 0)
        #expect(try program.run(["--db", program.path("copy.db"), "list", "is:hidden"]).lines == ["spoiler three"])
    }

    @Test(
        "A rule that makes no sense is refused",
        arguments: [
            ["add", "fox"], ["add", "(", "--mark", "read"], ["add", "fox", "--mark", "eat"], ["add", "--mark", "read"],
            ["remove"], ["remove", "x"], ["sing"], ["add", "fox", "--mark", "tag:"],
        ])
    func badRules(_ words: [String]) throws {
        #expect(try program.run(["--db", database, "rule"] + words).status == 2)
        #expect(try run("rule", "list").output.isEmpty)
    }

    @Test("Everything is marked read up to what was seen, of a feed, of a folder, of all")
    func allRead() throws {
        #expect(try run("mark", "--all-read", "--before", "2").errors.contains("2 articles marked read"))
        #expect(try run("list", "is:unread").lines == ["a4", "a3"])
        #expect(try run("mark", "--all-read", "--before", "2020-01-01").errors.contains("0 articles"))
        #expect(try run("mark", "--all-read", "--feed", "https://example.net/feed").errors.contains("1 article marked"))
        #expect(try run("mark", "--all-read", "--folder", "技术", "--dry-run").output.hasSuffix("  Evil [31mtitle\n"))
        #expect(try run("mark", "--all-read", "--folder", "技术").errors.contains("1 article marked"))
        #expect(try run("feeds", "--folders").output.contains("技术/数据库  0 unread of 4, 2 feeds"))
        #expect(try run("mark", "--all-read", "--folder", "nowhere").status == 2)
        #expect(try run("mark", "--all-read", "--feed", "nowhere").status == 2)
        #expect(try run("mark", "--all-read", "--before", "soon").status == 2)
        // Stored now with an arrival of its own: it was on no screen before.
        try program.file(
            "late.jsonl",
            #"{"feed":"https://example.org/late","id":"1","title":"Late","received":"2019-01-01T00:00:00Z"}"#)
        #expect(try run("ingest", "late.jsonl").status == 0)
        #expect(try run("mark", "--all-read", "--before", "2020-01-01").errors.contains("0 articles"))
        #expect(try run("list", "is:unread").lines == ["1"])
        #expect(try run("mark", "--all-read").errors.contains("1 article marked"))
        #expect(try run("mark", "--all-read", "fox").status == 2)
        #expect(try run("check").status == 0)
    }

    @Test("Favourites are a JSON Feed that is valid, and lines that ingest reads")
    func favourites() throws {
        let empty = try run("export", "--starred")
        #expect(try JSONSerialization.jsonObject(with: Data(empty.output.utf8)) is [String: Any])
        _ = try run("mark", "starred", "1", "3")
        let feed = try run("export", "--starred").output
        try program.file("starred.json", feed)
        #expect(try run("parse", "--strict", "--json", "starred.json").status == 0)
        let parsed = try #require(try JSONSerialization.jsonObject(with: Data(feed.utf8)) as? [String: Any])
        #expect((parsed["items"] as? [[String: Any]])?.count == 2)
        #expect(!feed.contains("secret@"))
        #expect(try run("export", "--starred", "--jsonl").lines.count == 2)
    }

    @Test("Feeds to begin with are named without a database")
    func suggestions() throws {
        let outcome = try program.run(["feeds", "--suggest", "--json", "--db", program.path("none.db")])
        #expect(outcome.status == 0 && outcome.lines.count > 20)
        let languages = try Set(
            outcome.lines.map { line -> String in
                let feed = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
                #expect(feed?["url"]?.hasPrefix("https://") == true)
                return feed?["language"] ?? ""
            })
        #expect(languages.isSuperset(of: ["en", "zh-Hans", "zh-Hant", "ja", "ko"]))
    }
}
