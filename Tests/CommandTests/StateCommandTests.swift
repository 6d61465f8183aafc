import Foundation
import Testing

@Suite(.offPool) struct StateCommandTests {
    private let program: BuiltProgram
    private let database: String

    init() throws {
        program = try BuiltProgram()
        database = try program.seed()
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(["--db", database] + words) }

    @Test("list prints one id a line, newest first, and only what matches")
    func list() throws {
        #expect(try run("list").lines == ["a4", "a3", "a2", "a1"])
        #expect(try run("list", "fox").lines == ["a3", "a2"])
        #expect(try run("list", "zebra").status == 1)
    }

    @Test("list --jsonl writes articles whole, as JSON lines")
    func listLines() throws {
        let lines = try run("list", "--jsonl", "cats").lines
        #expect(lines.count == 1)
        let article = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(article["id"] as? String == "a4")
        #expect(article["feed"] as? String == "https://example.net/feed")
        #expect(article["text"] as? String == "An untitled article about cats.")
        #expect(article["read"] as? Bool == false)
        #expect(article["received"] as? String == "2025-06-15T15:06:40Z")
    }

    @Test("Numbers are taken with and without #, and one that is not there is an error")
    func marks() throws {
        #expect(try run("mark", "read", "#1", "2").status == 0)
        #expect(try run("list", "is:read").lines == ["a2", "a1"])
        #expect(try run("mark", "unread", "2").status == 0)
        #expect(try run("list", "is:read").lines == ["a1"])
        let missing = try run("mark", "read", "99")
        #expect(missing.status == 2)
        #expect(missing.errors.hasPrefix("feedsearch: there is no article #99"))
        #expect(try run("mark", "sideways", "1").status == 2)
        #expect(try run("mark", "read").status == 2)
    }

    @Test("An article is named by feed and guid, too")
    func byGUID() throws {
        #expect(try run("mark", "starred", "--feed", "https://example.net/feed", "--id", "a2").status == 0)
        #expect(try run("list", "is:starred").lines == ["a2"])
    }

    @Test("A dry run changes nothing; a query over 50 articles wants --yes")
    func manyWantYes() throws {
        let extra = (0..<60).map { (id: "m\($0)", title: "many \($0)", body: "lots of them") }
        let many = try program.seed("many.db", extra: extra)
        #expect(try program.run(["--db", many, "mark", "read", "lots", "--dry-run"]).lines.count == 60)
        let refused = try program.run(["--db", many, "mark", "read", "lots"])
        #expect(refused.status == 2)
        #expect(refused.errors.contains("matches 60 articles"))
        #expect(try program.run(["--db", many, "list", "is:read"]).lines.isEmpty)
        #expect(try program.run(["--db", many, "mark", "read", "lots", "--yes"]).status == 0)
        #expect(try program.run(["--db", many, "list", "is:read"]).lines.count == 60)
    }

    @Test("Tags are put on and taken off, by number and by query")
    func tags() throws {
        #expect(try run("tag", "+稍后", "+x", "1").status == 0)
        #expect(try run("list", "tag:稍后").lines == ["a1"])
        #expect(try run("tag", "-稍后", "+fox", "fox").status == 0)
        #expect(try run("tag", "-稍后", "1").status == 0)
        #expect(try run("list", "tag:稍后").lines.isEmpty)
        #expect(try run("list", "tag:fox").lines == ["a3", "a2"])
        #expect(try run("tag", "1").status == 2)
    }

    @Test("show prints an article without anything that controls a terminal")
    func show() throws {
        let outcome = try run("show", "3")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Evil [31mtitle"))
        #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        let json = try run("show", "--json", "#1").output
        #expect(json.contains("\"title\":\"全文搜索引擎入门\""))
    }

    @Test("show --all tells every field, what has no column among them")
    func showAll() throws {
        let line =
            #"{"feed":"f","id":"whole","title":"T","text":"t","updated":"2024-01-02T03:04:05Z","language":"de","#
            + #""enclosures":[{"url":"https://u:pw@example.org/a.mp3","type":"audio/mpeg","length":5}]}"#
        try program.file("whole.jsonl", line + "\n")
        #expect(try run("ingest", "whole.jsonl").status == 0)
        let text = try run("show", "5", "--all", "--utc").output
        for row in ["id: whole", "updated: 2024-01-02 03:04", "language: de", "enclosures[0].type: audio/mpeg"] {
            #expect(text.contains(row + "\n"), "\(row) in \(text)")
        }
        #expect(text.contains("enclosures[0].url: https://***@example.org/a.mp3"), "\(text)")
        #expect(try run("show", "5").output.contains("enclosures") == false)
        let json = try run("show", "5", "--all", "--json").output
        #expect(json.contains(#""extra":{"enclosures":[{"url":"https://u:pw@example.org/a.mp3""#), "\(json)")
    }

    @Test("By query, tag asks above 50, shows with --dry-run, and 50 it does at once")
    func tagsByQuery() throws {
        let extra = (0..<50).map { (id: "m\($0)", title: "many \($0)", body: "lots of them") }
        let many = try program.seed("many.db", extra: extra)
        let shown = try program.run(["--db", many, "tag", "+x", "lots", "--dry-run"])
        #expect(shown.status == 0 && shown.lines.count == 50)
        #expect(try program.run(["--db", many, "list", "tag:x"]).lines.isEmpty)
        #expect(try program.run(["--db", many, "tag", "+x", "lots"]).status == 0)
        #expect(try program.run(["--db", many, "list", "tag:x"]).lines.count == 50)
        #expect(try program.run(["--db", many, "tag", "+y", "lots OR fox"]).status == 2)
        #expect(try program.run(["--db", many, "tag", "+y", "zebra"]).status == 1)
        #expect(try program.run(["--db", many, "list", "tag:y"]).lines.isEmpty)
    }

    @Test("open takes an http address only, as one argument")
    func open() throws {
        try program.file("browser", "#!/bin/sh\necho \"$# $1\"\n")
        _ = try program.shell("chmod +x browser")
        let environment = ["BROWSER": program.path("browser")]
        let outcome = try program.run(["--db", database, "open", "2"], environment: environment)
        #expect(outcome.output == "1 https://example.org/a2?token=hidden\n")
    }

    @Test("feeds lists subscriptions with folders, counts and masked addresses")
    func feeds() throws {
        let outcome = try run("feeds")
        #expect(outcome.output.contains("秘密 Feed"))
        #expect(outcome.output.contains("[技术/数据库]"))
        #expect(!outcome.output.contains("secret@"))
        #expect(try run("feeds", "--json").lines.count == 2)
    }

    @Test("add subscribes once, and refuses what is no address")
    func add() throws {
        let added = try run("add", "Example.COM/Feed.xml", "--folder", "A/B")
        #expect(added.errors.hasSuffix("subscribed to https://example.com/Feed.xml\n"))
        #expect(try run("add", "feed:https://example.com/Feed.xml").errors.contains("already subscribed to"))
        #expect(try run("feeds").output.contains("https://example.com/Feed.xml  [A/B]"))
        for word in ["file:///etc/passwd", "javascript:alert(1)", "word", "/a/b.xml", "https://"] {
            #expect(try run("add", word).status == 2, "\(word)")
        }
    }

    @Test("edit and remove change a subscription")
    func edit() throws {
        #expect(try run("edit", "https://example.net/feed", "--title", "网", "--folder", "A/B", "--pause").status == 0)
        let feeds = try run("feeds").output
        #expect(feeds.contains("网") && feeds.contains("[A/B]") && feeds.contains("paused"))
        #expect(try run("remove", "网").status == 0)
        #expect(try run("feeds", "--json").lines.count == 1)
        #expect(try run("remove", "网").status == 2)
        #expect(try run("list").lines.count == 4)
    }

    @Test("check passes on a whole database, stats counts it")
    func care() throws {
        #expect(try run("check").status == 0)
        #expect(try run("stats").output.contains("articles"))
        let json = try run("stats", "--json").output
        #expect(json.contains("\"articles\":4"))
        #expect(try run("reindex").status == 0)
        #expect(try run("optimize").status == 0)
        #expect(try run("check").status == 0)
        #expect(try run("list", "fox").lines == ["a3", "a2"])
    }

    @Test("A backup is whole, private, and comes back by restore")
    func backup() throws {
        #expect(try run("backup", "copy.db").status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: program.path("copy.db"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try run("backup", "copy.db").status == 2)
        #expect(try run("mark", "read", "1").status == 0)
        #expect(try run("restore", "copy.db").status == 2)
        #expect(try run("restore", "copy.db", "--yes").status == 0)
        #expect(try run("list", "is:read").lines.isEmpty)
        #expect(try run("check").status == 0)
        #expect(try program.run(["--db", "new/place.db", "restore", "copy.db"]).status == 0)
        #expect(try program.run(["--db", "new/place.db", "list"]).lines.count == 4)
        #expect(try program.run(["--db", "copy.db", "check"]).status == 0)
    }
}
