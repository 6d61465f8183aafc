import Foundation
import Testing

/// Moving in from other readers, and out to them.
@Suite(.offPool) struct MovingInTests {
    private let program: BuiltProgram
    private static let urls = """
        https://a.example/feed "tech" "~A title"
        "query:Unread:unread = \\"yes\\""
        https://b.example/rss
        """
    private static let starred = """
        {"id":"user/1/state/com.google/starred","items":[{"id":"tag:google.com,2005:reader/item/1","published":1700000000,
        "title":"Star & one","alternate":[{"href":"https://a.example/1?utm_source=x"}],"summary":{"content":"<p>Hello 世界</p>"},
        "categories":["user/1/label/later","user/1/state/com.google/read"],
        "origin":{"streamId":"feed/https://a.example/feed","title":"A"}}]}
        """
    private static let pocket = """
        title,url,time_added,tags,status
        Read me,https://p.example/1,1600000000,go|swift,unread
        "Old, quoted",https://p.example/2,1600000001,,archive

        """

    init() throws {
        program = try BuiltProgram()
        try program.file("urls", Self.urls)
        try program.file("starred.json", Self.starred)
        try program.file("part_000000.csv", Self.pocket)
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(words + ["--db", "a.db"]) }

    private func articles() throws -> [String] {
        try run("list", "--format", "%s|%T|%u|%f|%t").lines.sorted()
    }

    @Test func `Subscriptions, and articles read, starred and tagged move in, and twice is the same`() throws {
        let first = try run("import", "urls", "starred.json", "part_000000.csv")
        #expect(first.status == 0 && first.errors.contains("a search among other feeds is not a feed"), "\(first)")
        let expected = [
            "read,starred|later|https://a.example/1|A title|Star & one", "read||https://p.example/2|Pocket|Old, quoted",
            "unread|go,swift|https://p.example/1|Pocket|Read me",
        ]
        #expect(try articles() == expected)
        #expect(
            try run("feeds", "--format", "%u %p").lines == ["https://a.example/feed tech", "https://b.example/rss "])
        #expect(
            try run("import", "urls", "starred.json", "part_000000.csv").errors.contains(
                "0 new articles, 0 changed, 1 unchanged"))
        #expect(try articles() == expected)
        #expect(try run("check").status == 0)
    }

    @Test(arguments: ["box", "box.tar.gz", "box.zip"])
    func `An export of another reader in a folder or an archive is stored once, beside feed documents`(_ place: String)
        throws
    {
        let rss =
            "<rss version='2.0'><channel><title>A</title><link>https://c.example/</link><item><guid isPermaLink='false'>1</guid><title>One</title></item></channel></rss>"
        try program.file("box/f.xml", rss)
        let script = """
            mkdir -p box/sub; cp starred.json box/; cp starred.json box/sub/; tar czf box.tar.gz box
            python3 -c "import shutil; shutil.make_archive('box', 'zip', '.', 'box')"
            """
        #expect(try program.shell(script).status == 0)
        let outcome = try run("import", place)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            try articles() == [
                "read,starred|later|https://a.example/1|A|Star & one", "unread|||A|One",
            ], "\(outcome.errors)")
    }

    @Test func `A dry run says what would be, and writes nothing`() throws {
        _ = try run("import", "urls")
        let dry = try run("import", "--dry-run", "starred.json", "--json")
        #expect(
            dry.status == 0
                && dry.output.contains(#""moved":[{"file":"starred.json","reader":"Google Reader JSON","inserted":1"#))
        #expect(try articles().isEmpty)
    }

    @Test func `Compressed files and archives are read as what is in them`() throws {
        try program.file(
            "f.xml",
            "<rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>one</title></item></channel></rss>")
        _ = try program.shell(
            "gzip starred.json; gzip -k f.xml; xz -k f.xml; bzip2 -k f.xml; mkdir box; cp f.xml.gz box/; tar czf p.tar.gz part_000000.csv"
        )
        #expect(try run("import", "starred.json.gz", "p.tar.gz").status == 0)
        #expect(try articles().count == 3)
        for name in ["f.xml.gz", "f.xml.xz", "f.xml.bz2", "box"] {
            #expect(try program.run(["ingest", name, "--db", name + ".db"]).status == 0, "\(name)")
            #expect(try program.run(["list", "--db", name + ".db"]).lines == ["1"])
        }
        #expect(try program.run(["parse", "f.xml.gz"]).output.contains("one"))
        #expect(try program.shell("cat f.xml.gz | feedsearch ingest --db s.db -").status == 0)
    }

    @Test func `newsboat's own files move in, and ours move out to it`() throws {
        if try program.shell("command -v newsboat").status != 0 { return }
        try program.file(
            "feed.xml",
            "<rss version='2.0'><channel><title>Local</title><link>https://l.example/</link><item><guid>x1</guid><title>First</title><link>https://l.example/1</link></item></channel></rss>"
        )
        let port = 20_000 + Int.random(in: 0..<20_000)
        let script = """
            python3 -m http.server \(port) --bind 127.0.0.1 >/dev/null 2>&1 </dev/null & server=$!
            sleep 1; mkdir -p nb; echo 'http://127.0.0.1:\(port)/feed.xml "mine"' > nb/urls
            LANG=C.UTF-8 newsboat -u nb/urls -c nb/cache.db -C /dev/null -x reload </dev/null >/dev/null 2>&1; status=$?
            # Not SIGTERM: the child has inherited a signal mask that blocks it.
            kill -9 $server; exit $status
            """
        #expect(try program.shell(script).status == 0)
        let outcome = try run("import", "nb")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            try articles() == ["unread||https://l.example/1|http://127.0.0.1:\(port)/feed.xml|First"]
                || articles().count == 1)
        let exported = try run("export", "--to", "newsboat").output
        #expect(exported.hasPrefix("http://127.0.0.1:\(port)/feed.xml \"mine\""))
    }

    @Test func `What is exported for other readers comes back as it was`() throws {
        _ = try run("import", "urls", "starred.json", "part_000000.csv")
        _ = try run("mark", "starred", "2", "3")
        for (form, file) in [("google-reader", "out.json"), ("csv", "out.csv")] {
            let text = try run("export", "--starred", "--to", form).output
            try program.file(file, text)
            let back = try program.run(["import", file, "--db", form + ".db"])
            #expect(back.status == 0, "\(back)")
            let titles = try program.run(["list", "--format", "%t|%s|%T", "--db", form + ".db"]).lines.sorted()
            #expect(
                titles.count == 3 && titles.contains { $0.hasPrefix("Star & one|") && $0.hasSuffix("later") },
                "\(titles)")
        }
        #expect(try run("export", "--to", "csv").status == 2)
    }

    @Test func `A damaged file is refused with its name, and the rest goes on`() throws {
        try program.file("liferea.db", "SQLite format 3\0 and no more")
        let outcome = try run("import", "liferea.db", "part_000000.csv")
        #expect(outcome.errors.contains("liferea.db"))
        #expect(try articles().count == 2)
    }

    @Test("A dry run without a database shows what an import would do, and leaves nothing behind")
    func dryRunWithoutDatabase() throws {
        let list = "<opml version=\"2.0\"><body><outline text=\"A\" xmlUrl=\"https://a.example/f\"/></body></opml>"
        try Data(list.utf8).write(to: program.folder.appendingPathComponent("s.opml"))
        let outcome = try program.shell(
            "mkdir t; TMPDIR=$PWD/t feedsearch import --dry-run s.opml; ls -A t .local 2>&1")
        #expect(outcome.output.contains("+ A  https://a.example/f"), "\(outcome)")
        #expect(!outcome.output.contains("feedsearch-") && !outcome.output.contains("share"), "\(outcome)")
        #expect(try program.run(["list"]).status == 2)
    }
}
