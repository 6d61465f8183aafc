import Foundation
import Testing

/// Subscriptions: which are listed, in which order, and several changed at once.
@Suite(.offPool) struct FeedsCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.file(
            "list.opml",
            """
            <opml version="2.0"><body><outline text="新闻"><outline text="Alpha" xmlUrl="https://a.example/feed"/>
            <outline text="Beta" xmlUrl="https://b.example/feed"/></outline>
            <outline text="Gamma" xmlUrl="https://c.example/feed"/></body></opml>
            """)
        _ = try run("import", "list.opml")
        let lines = [
            #"{"feed":"https://a.example/feed","id":"1","title":"one","published":"2025-01-01T00:00:00Z"}"#,
            #"{"feed":"https://c.example/feed","id":"2","title":"two","published":"2025-01-03T00:00:00Z"}"#,
            #"{"feed":"https://c.example/feed","id":"3","title":"three","published":"2025-01-02T00:00:00Z","starred":true}"#,
        ]
        _ = try program.run(
            ["--db", "a.db", "ingest", "--format", "jsonl", "-"], input: lines.joined(separator: "\n") + "\n")
    }

    @discardableResult
    private func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(["--db", "a.db"] + words) }

    private func titles(_ words: String...) throws -> [String] {
        try program.run(["--db", "a.db", "feeds", "--format", "%t"] + words).lines
    }

    @Test func `Feeds are found by words, by what is unread, and sorted`() throws {
        #expect(try titles("alpha") == ["Alpha"])
        #expect(try Set(titles("新闻")) == ["Alpha", "Beta"])
        #expect(try titles("B.EXAMPLE") == ["Beta"])
        #expect(try Set(titles("--unread")) == ["Alpha", "Gamma"])
        #expect(try titles("--sort", "title") == ["Alpha", "Beta", "Gamma"])
        #expect(try titles("--sort", "unread") == ["Gamma", "Alpha", "Beta"])
        #expect(try titles("--sort", "newest") == ["Gamma", "Alpha", "Beta"])
        #expect(try run("feeds", "nowhere").status == 1)
        #expect(try run("feeds", "--sort", "relevance").status == 2)
        #expect(try run("search", "one", "--sort", "unread").status == 2)
    }

    @Test func `The JSON of feeds has what a feed says about itself`() throws {
        let text = "<rss><channel><title>A</title><description>On &lt;b>herons&lt;/b></description></channel></rss>"
        #expect(
            try program.run(["--db", "a.db", "ingest", "--feed", "https://a.example/feed"], input: text).status == 0)
        #expect(try run("feeds", "alpha", "--json").output.contains(#""description":"On herons""#))
        #expect(try !run("feeds", "beta", "--json").output.contains("description"))
    }

    @Test func `Feeds and folders are moved, listed and exported by hand, and a move is undone`() throws {
        #expect(try run("edit", "https://b.example/feed", "--move", "nowhere").status == 2)
        #expect(try run("edit", "https://b.example/feed", "--move", "first").status == 0)
        #expect(try titles("--sort", "hand") == ["Beta", "Alpha", "Gamma"])
        #expect(try titles("--sort", "added") == ["Alpha", "Beta", "Gamma"])
        let exported = try run("export").output
        #expect(try #require(exported.range(of: "Beta")).lowerBound < #require(exported.range(of: "Alpha")).lowerBound)
        #expect(try run("undo").status == 0)
        #expect(try titles("--sort", "hand") == ["Alpha", "Beta", "Gamma"])
        #expect(try run("edit", "https://b.example/feed", "--move", "Alpha", "--title", "Bee").status == 0)
        #expect(try titles("--sort", "hand") == ["Bee", "Alpha", "Gamma"])
        #expect(try run("edit", "https://c.example/feed", "--folder", "归档").status == 0)
        #expect(try run("edit", "--in", "归档", "--move", "新闻").status == 0)
        let folders = try run("feeds", "--folders", "--sort", "hand", "--json").lines
        #expect(folders.count == 2 && folders[0].contains("归档") && folders[1].contains("新闻"))
    }

    @Test func `Folders are counted with the feeds that are in none`() throws {
        let text = try run("feeds", "--folders").output
        #expect(text.contains("新闻  1 unread of 1, 2 feeds") && text.contains("(no folder)  2 unread of 2, 1 feed"))
    }

    @Test func `A folder is renamed, moved and paused as a whole, and feeds by words`() throws {
        #expect(try run("edit", "--in", "新闻", "--rename", "归档/新闻").status == 0)
        #expect(try Set(titles("归档")) == ["Alpha", "Beta"])
        #expect(try run("edit", "--in", "归档", "--pause").status == 0)
        #expect(
            try program.run(["--db", "a.db", "feeds", "--format", "%t %s", "--sort", "title"]).lines == [
                "Alpha paused", "Beta paused", "Gamma active",
            ])
        #expect(try run("edit", "--each", "example", "--resume", "--dry-run").output.contains("Gamma"))
        #expect(try run("edit", "--each", "example", "--resume").status == 0)
        #expect(try program.run(["--db", "a.db", "feeds", "--format", "%s"]).lines == ["active", "active", "active"])
        #expect(try run("edit", "--each", "example", "--title", "X").status == 2)
        #expect(try run("edit", "--in", "Nowhere", "--pause").status == 2)
    }

    @Test func `A feed can be removed with its articles, and they come back by undo`() throws {
        let outcome = try run("remove", "https://c.example/feed", "--articles")
        #expect(outcome.status == 0 && outcome.errors.contains("1 article moved to the bin"), "\(outcome)")
        // What is starred stays.
        #expect(try run("list").lines == ["3", "1"])
        #expect(try run("undo").status == 0)
        #expect(try run("list").lines == ["2", "3", "1"])
        #expect(try run("feeds", "c.example").output.contains("https://c.example/feed"))
    }
}
