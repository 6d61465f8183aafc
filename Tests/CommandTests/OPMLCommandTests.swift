import Foundation
import Testing

@Suite(.offPool) struct OPMLCommandTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    private let list = """
        <opml version="2.0"><head><title>我的订阅</title></head><body>
        <outline text="技术"><outline text="数据库"><outline type="rss" text="SQLite" xmlUrl="https://example.org/sqlite.xml"/></outline></outline>
        <outline type="rss" text="News" xmlUrl="https://user:secret@example.org/news.xml" htmlUrl="https://example.org/"/>
        <outline type="rss" text="Bad" xmlUrl="javascript:alert(1)"/>
        </body></opml>
        """

    private func run(_ words: String..., input: String = "") throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words, input: input)
    }

    @Test("Each outline is reported: added, there already, or refused and why")
    func report() throws {
        try program.file("list.opml", list)
        let first = try run("import", "list.opml")
        #expect(first.status == 0)
        #expect(
            first.lines == [
                "+ [技术/数据库] SQLite  https://example.org/sqlite.xml", "+ News  https://example.org/news.xml",
            ])
        #expect(
            first.errors.contains("refused list.opml:4 (Bad): the address 'javascript:alert(1)' is not http or https"))
        #expect(first.errors.contains("2 subscriptions added, 0 already present, 1 refused"))
        let second = try run("import", "-", "--quiet", input: list)
        #expect(second.lines.allSatisfy { $0.hasPrefix("= ") })
        #expect(try run("import", "list.opml", "--strict").status == 2)
        let json = try run("import", "list.opml", "--json", "--quiet").output
        #expect(
            json.hasPrefix(
                #"{"added":0,"present":2,"outlines":[{"url":"https://example.org/sqlite.xml","title":"SQLite","folders":["技术","数据库"],"result":"present"}"#
            ))
    }

    @Test("What is exported and imported again is the same")
    func roundTrip() throws {
        #expect(try run("import", "-", input: list).status == 0)
        let exported = try run("export").output
        // The login of an address is a secret of this machine, and no part of a list.
        #expect(!exported.contains("secret"))
        try program.file("copy.opml", exported)
        #expect(try program.run(["--db", "b.db", "import", "copy.opml"]).status == 0)
        #expect(try program.run(["--db", "b.db", "export"]).output == exported)
        #expect(try program.run(["--db", "b.db", "feeds"]).output == run("feeds").output)
    }

    @Test(
        "Folders and archives are searched for OPML, and the feeds beside it are ingested",
        arguments: ["folder", "folder.tar.gz", "folder.zip"])
    func containers(_ name: String) throws {
        try program.file("folder/subs/list.opml", list)
        try program.file(
            "folder/feeds/sqlite.xml",
            """
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>SQLite</title>
            <atom:link rel="self" href="https://example.org/sqlite.xml"/><item><guid>1</guid><title>全文搜索</title></item>
            </channel></rss>
            """)
        try program.file("folder/feeds/damaged.xml", "<html>no feed</html>")
        let zip = "import shutil; shutil.make_archive('folder', 'zip', '.', 'folder')"
        _ = try program.shell("tar czf folder.tar.gz folder; python3 -c \"\(zip)\"")
        if try program.shell("test -e \(name)").status != 0 { return }
        let outcome = try run("import", name)
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 2)
        #expect(outcome.errors.contains("1 new"), "\(outcome.errors)")
        #expect(outcome.errors.contains("refused \(name)/"), "\(outcome.errors)")
        #expect(outcome.errors.contains("feeds/damaged.xml: "), "\(outcome.errors)")
        #expect(try run("搜索", "--in", "数据库").status == 0)
        #expect(try run("feeds", "--json").lines.count == 2)
    }

    private let relativeList = """
        <opml version="2.0"><body><outline text="技术">
        <outline type="rss" text="有地址" xmlUrl="feeds/self.xml"/>
        <outline type="rss" text="无地址" xmlUrl="./feeds/my%20blog.xml"/></outline>
        <outline type="rss" text="Gone" xmlUrl="feeds/gone.xml"/>
        <outline type="rss" text="Page" xmlUrl="feeds/page.xml"/>
        <outline type="rss" text="Up" xmlUrl="../../etc/passwd"/>
        </body></opml>
        """

    @Test(
        "A document that an outline names by its path is ingested into the feed of that outline",
        arguments: ["subs/list.opml", "subs", "subs.zip"])
    func relativeOutlines(_ name: String) throws {
        let item = "<item><guid>1</guid><title>全文搜索</title></item></channel></rss>"
        let link =
            #"<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="https://example.org/self.xml"/>"#
        try program.file("subs/list.opml", relativeList)
        try program.file("subs/feeds/self.xml", "<rss version=\"2.0\"><channel><title>A</title>" + link + item)
        try program.file("subs/feeds/my blog.xml", "<rss version=\"2.0\"><channel><title>B</title>" + item)
        try program.file("subs/feeds/page.xml", "<html><body>a page</body></html>")
        _ = try program.shell("python3 -c \"import shutil; shutil.make_archive('subs', 'zip', 'subs')\"")
        if try program.shell("test -e \(name)").status != 0 { return }
        let outcome = try run("import", name)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.first == "+ [技术] 有地址  https://example.org/self.xml")
        #expect(outcome.lines.count == 2, "\(outcome.output)")
        #expect(outcome.errors.contains("(Gone): there is no file 'feeds/gone.xml' next to it"))
        #expect(outcome.errors.contains("(Page): the file 'feeds/page.xml' next to it is not a feed"))
        #expect(outcome.errors.contains("(Up): the address '../../etc/passwd' is not http or https"))
        #expect(outcome.errors.contains("2 subscriptions added, 0 already present, 3 refused"))
        #expect(!outcome.errors.contains("refused \(name): "), "\(outcome.errors)")
        #expect(try run("搜索", "--in", "技术", "--count", "--no-fold").output == "2\n")
        #expect(try run("feeds", "--json").lines.count == 2)
        let again = try run("import", name, "--json", "--quiet")
        #expect(again.output.hasPrefix(#"{"added":0,"present":2,"#), "\(again.output)")
        #expect(again.output.contains(#""title":"Gone","folders":[],"result":"refused","why":"there is no file"#))
    }

    @Test("A file that is missing, or no OPML, is one line and 2", arguments: ["nowhere.opml", "noise.opml", "empty"])
    func nothingThere(_ name: String) throws {
        try program.file("noise.opml", Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 97) }))
        try program.file("empty/readme.txt", "nothing")
        let outcome = try run("import", name)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(name))
        #expect(try run("import").status == 2)
    }

    @Test("opml --jsonl answers each path with a line, whatever the file")
    func lines() throws {
        let path = try program.file("list.opml", list)
        let input = "\(path)\n/nowhere\n{\"file\":\"\(path)\"}\n"
        let outcome = try run("opml", "--jsonl", input: input)
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines[0] == outcome.lines[2])
        #expect(outcome.lines[0].contains(#""folders":["技术","数据库"]"#))
        let missing = try JSONSerialization.jsonObject(with: Data(outcome.lines[1].utf8)) as? [String: Any]
        #expect((missing?["feeds"] as? [Any])?.isEmpty == true)
        #expect(try run("opml", path).lines == [outcome.lines[0]])
    }
}
