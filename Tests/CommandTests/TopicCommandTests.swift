import Foundation
import System
import Testing

/// Commands for topics with replies, recipes with parameters and comments' feeds, with a site that changes.
@Suite(.offPool) struct TopicCommandTests {
    private let program: BuiltProgram
    private let site: ChangingSite
    private static let kills = Environment.value("FEEDSEARCH_TEST_KILLS").flatMap { Int($0) } ?? 6

    init() throws {
        program = try BuiltProgram()
        site = try ChangingSite()
        let recipe = """
            {"address":"\(site.url("/go/{node}?p={page}"))","folder":"Forum/{node}","pages":2,
             "item":".cell","title":"a","comments":"i",
             "nodes":{"address":"\(site.url("/planes"))","item":"a.node","parameter":"node","value":"@href"},
             "topic":{"text":".text","next":"a.next","reply":{"item":".reply","text":"p","author":"b","number":"i","to":"u"}}}
            """
        _ = try program.file("forum.json", recipe)
    }

    private func write(_ name: String, _ html: String) throws {
        try Data(html.utf8).write(to: site.folder.appendingPathComponent(name), options: .atomic)
    }

    private func list(_ node: String, _ topics: [(id: Int, replies: Int)]) throws {
        let cells = topics.map { "<div class=cell><a href=/t/\($0.id)>Topic \($0.id)</a> <i>\($0.replies)</i></div>" }
        try write("go_" + node, "<title>\(node)</title>" + cells.joined())
    }

    private func topic(_ id: Int, page: String = "", _ replies: ClosedRange<Int>, next: String? = nil) throws {
        let items = replies.map { number in
            "<div class=reply id=r\(id)x\(number)><b>user\(number % 3)</b> <i>\(number)</i>"
                + (number > 1 ? "<u>\(number - 1)</u>" : "") + "<p>answer\(id)x\(number)</p></div>"
        }
        let text = page.isEmpty ? "<div class=text>question\(id)</div>" : ""
        try write(
            "t_\(id)\(page)", text + items.joined() + (next.map { "<a class=next href='\($0)'>next</a>" } ?? ""))
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words)
    }

    @Test("One recipe subscribes to several nodes in folders, and its topics and replies are found, shown and copied")
    func nodes() throws {
        try write("planes", "<a class=node href=/go/swift>Swift</a><a class=node href=/go/linux>Linux</a>")
        try list("swift", [(1, 3)])
        try list("linux", [(2, 0)])
        try topic(1, 1...2, next: "/t/1_2")
        try topic(1, page: "_2", 3...3)
        try write("t_2", "<div class=text>question2</div>")
        #expect(try run("recipe", "nodes", "--recipe", "forum.json").output == "swift\tSwift\nlinux\tLinux\n")
        let missing = try run("add", "--recipe", "forum.json")
        #expect(missing.status == 2 && missing.errors.contains("--set node=VALUE"))
        let unknown = try run("add", "--recipe", "forum.json", "--set", "tab=x")
        #expect(unknown.status == 2 && unknown.errors.contains("no parameter 'tab'"))
        let tested = try run("recipe", "test", "--recipe", "forum.json", "--set", "node=swift")
        #expect(tested.status == 0 && tested.output.contains("Topic 1"), "\(tested.errors)")
        #expect(try run("recipe", "test", "--recipe", "forum.json", "--set", "node=swift,linux").status == 2)
        #expect(try run("recipe", "test", "--recipe", "forum.json").status == 2)
        let added = try run("add", "--recipe", "forum.json", "--set", "node=swift,linux")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try run("feeds", "--json").output.contains(#""title":"swift""#))
        #expect(try run("feeds", "--folders").output.contains("Forum/swift"))
        #expect(try run("fetch").status == 0)
        #expect(try run("search", "--count", "is:reply").output == "3\n")
        #expect(try run("list").lines.count == 5 && run("list", "--fold-replies").lines.count == 2)
        #expect(try run("list", "--fold-replies", "folder:forum").lines.count == 2)
        #expect(try run("list", "--fold-replies", "answer1x1").lines.count == 1)
        #expect(try run("list", "--fold-replies", "is:reply").lines.count == 3)
        let line = try run("list", "question1", "--jsonl").output
        let number = String(line.trimmingPrefix("{\"n\":").prefix { $0.isNumber })
        #expect(try run("list", "parent:\(number)").lines.count == 3)
        let shown = try run("show", number).output
        #expect(shown.contains("question1") && shown.contains("3 replies") && shown.contains("  answer1x2"), "\(shown)")
        let chinese = try program.run(["--db", "a.db", "show", number], environment: ["LANG": "zh_CN.UTF-8"])
        #expect(chinese.output.contains("3 条回复"))

        let copied = try program.shell("feedsearch --db a.db list --jsonl | feedsearch --db b.db ingest")
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(try program.run(["--db", "b.db", "search", "--count", "is:reply"]).output == "3\n")
        #expect(try run("backup", "c.db").status == 0)
        #expect(try program.run(["--db", "c.db", "list", "parent:\(number)"]).lines.count == 3)

        // The site has a new, an edited and a deleted reply.
        try list("swift", [(1, 4)])
        try topic(1, 2...4)
        let edited = try String(contentsOf: site.folder.appendingPathComponent("t_1"), encoding: .utf8)
        try write("t_1", edited.replacing("answer1x2<", with: "changed1x2<"))
        #expect(try run("fetch").status == 0)
        #expect(try run("search", "--count", "parent:\(number)").output == "4\n")
        #expect(try run("search", "--count", "changed1x2").output == "1\n")
        #expect(try run("search", "--count", "answer1x1").output == "1\n")
        #expect(try run("search", "--count", "is:unread is:reply").output == "0\n")
        #expect(try run("check").status == 0)
    }

    @Test("The comments' feeds of a feed are followed on request, and their number and links are shown")
    func comments() throws {
        func feed(_ count: Int) throws {
            try write(
                "news.xml",
                """
                <rss version="2.0" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
                xmlns:wfw="http://wellformedweb.org/CommentAPI/"><channel><title>News</title><item>
                <guid isPermaLink="false">1</guid><title>Post</title><link>\(site.url("/post"))</link>
                <wfw:commentRss>\(site.url("/comments.xml"))</wfw:commentRss><slash:comments>\(count)</slash:comments>
                <description>text</description></item></channel></rss>
                """)
            let items = (1...count).map {
                "<item><guid isPermaLink=\"false\">c\($0)</guid><title>By user</title><description>comment\($0)</description></item>"
            }
            try write("comments.xml", "<rss version=\"2.0\"><channel><title>C</title>\(items.joined())</channel></rss>")
        }
        try feed(2)
        #expect(try run("add", site.url("/news.xml")).status == 0)
        #expect(try run("fetch").status == 0)
        let shown = try run("show", "1").output
        #expect(shown.contains("2 comments") && shown.contains("/comments.xml"), "\(shown)")
        #expect(try run("search", "--count", "is:reply").output == "0\n")
        #expect(try run("edit", site.url("/news.xml"), "--replies", "sometimes").status == 2)
        #expect(
            try run("edit", site.url("/news.xml"), "--replies", "each", "--unread-on-reply", "on").status == 0)
        #expect(try run("mark", "read", "1").status == 0)
        try feed(3)
        #expect(try run("fetch").status == 0)
        #expect(try run("list", "parent:1").lines.count == 3)
        #expect(try run("search", "--count", "is:unread Post").output == "1\n")
        #expect(try run("feeds", "--json").output.contains(#""replies":"each","unread_on_reply":true"#))
        #expect(try run("feeds", "--all").lines.contains("    --replies each --unread-on-reply on"))
        #expect(try run("edit", site.url("/news.xml"), "--keep-read", "500", "--keep", "90d,1000").status == 0)
        #expect(try run("feeds", "--all").output.contains("--keep 1000,90d --keep-read 500 --replies each"))
        #expect(try !run("feeds").output.contains("--replies"))
    }

    @Test("A comments' feed that all articles of a feed give is followed for one of them")
    func sharedComments() throws {
        let items = (1...3).map { number in
            "<item><guid isPermaLink=\"false\">\(number)</guid><title>Post \(number)</title>"
                + "<link>\(site.url("/post\(number)"))</link><description>text \(number)</description>"
                + "<wfw:commentRss>\(site.url("/comments.xml"))#\(number)</wfw:commentRss></item>"
        }
        try write(
            "news.xml",
            "<rss version=\"2.0\" xmlns:wfw=\"http://wellformedweb.org/CommentAPI/\"><channel><title>News</title>"
                + items.joined() + "</channel></rss>")
        let comments = ["c1", String(repeating: "long", count: 100)].map {
            "<item><guid isPermaLink=\"false\">\($0)</guid><description>comment \($0)</description></item>"
        }
        try write("comments.xml", "<rss version=\"2.0\"><channel><title>C</title>\(comments.joined())</channel></rss>")
        #expect(try run("add", site.url("/news.xml"), "--replies", "each").status == 0)
        let fetched = try run("fetch")
        #expect(fetched.output.contains("1 topic read; 2 new replies"), "\(fetched)")
        #expect(try run("search", "--count", "is:reply").output == "2\n")
    }

    @Test("A fetch that is killed again and again stores each reply once")
    func killed() throws {
        try list("swift", (1...6).map { ($0, 4) })
        for id in 1...6 {
            try topic(id, 1...2, next: "/t/\(id)_2")
            try topic(id, page: "_2", 3...4)
        }
        #expect(try run("add", "--recipe", "forum.json", "--set", "node=swift").status == 0)
        for round in 0..<Self.kills {
            let seconds = 0.3 + Double(round * 7 % 13) / 10
            _ = try program.shell("timeout -s KILL \(seconds) feedsearch --db a.db fetch")
        }
        #expect(try run("fetch").status == 0)
        #expect(try run("search", "--count", "is:reply").output == "24\n")
        for id in 1...6 {
            for number in 1...4 { #expect(try run("search", "--count", "answer\(id)x\(number)").output == "1\n") }
        }
        #expect(try run("check").status == 0)
    }
}
