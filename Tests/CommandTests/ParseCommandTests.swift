import Foundation
import Testing

@Suite(.offPool) struct ParseCommandTests {
    private let program: BuiltProgram
    init() throws { program = try BuiltProgram() }

    private let feed = """
        <rss version="2.0"><channel><title>订阅</title><link>https://example.org/</link><description>d</description>
        <item><guid>1</guid><title>One &amp; two</title><description>&lt;p&gt;text&lt;script&gt;x()&lt;/script&gt;</description>
        <enclosure url="https://example.org/a.mp3" type="audio/mpeg" length="5"/></item></channel></rss>
        """

    private func object(_ line: String?) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data((line ?? "").utf8)) as? [String: Any])
    }

    @Test("A file is one JSON object, its HTML safe to show")
    func file() throws {
        try program.file("a.xml", feed)
        let outcome = try program.run(["parse", "--json", "a.xml"])
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        let parsed = try object(outcome.lines.first)
        #expect(parsed["format"] as? String == "rss2")
        #expect(!outcome.output.contains("<script"))
        #expect(try program.run(["parse", "--json"], input: feed).output == outcome.output)
    }

    @Test("For people a file is its title, what it is, and date, title and address of each item")
    func listing() throws {
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>Tea\u{202E} &amp; more</title><link href="https://tea.example/"/>
            <entry><title>One &lt;two&gt;</title><link href="https://tea.example/1?token=abc"/>
            <published>2024-05-06T07:08:09Z</published></entry><entry><summary>note</summary></entry></feed>
            """
        try program.file("tea.atom", atom)
        let outcome = try program.run(["parse", "--utc", "tea.atom"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.output == """
                Tea & more  Atom 1.0 · items: 2
                https://tea.example/
                2024-05-06 07:08  One <two>
                                  https://tea.example/1?token=***
                (no date)         note

                """)
        let chinese = try program.run(["parse"], input: atom, environment: ["LC_ALL": "zh_CN.UTF-8"])
        #expect(chinese.lines.first == "Tea & more  Atom 1.0 · 2 个条目")
        #expect(chinese.lines.last == "（无日期）        note")
    }

    @Test("A listing says on standard error what was repaired and what is no feed, in both languages")
    func listingRemarks() throws {
        try program.file("a.xml", feed + "<")
        try program.file("page.html", "<!doctype html><title>x</title><p>hello")
        let outcome = try program.run(["parse", "a.xml", "page.html", "a.xml"])
        #expect(outcome.status == 2)
        #expect(outcome.lines.count { $0.hasPrefix("订阅  RSS 2.0") } == 2)
        #expect(outcome.lines.first == "a.xml")
        #expect(outcome.errors.contains("a.xml is damaged; the readable part was kept: malformed XML repaired"))
        #expect(outcome.errors.contains("page.html is not a feed: This is an HTML page, not a feed."))
        let chinese = try program.run(["parse", "a.xml", "page.html"], environment: ["LC_ALL": "zh_CN.UTF-8"])
        #expect(chinese.errors.contains("a.xml 有损坏，能读出的部分已保留：修复了不合规范的 XML"))
        #expect(chinese.errors.contains("page.html 不是订阅源：这是 HTML 网页"))
    }

    @Test("Each line of a batch is answered before the next is read, whatever it names")
    func batch() throws {
        let path = try program.file("a.xml", feed)
        let line = #"{"file":"\#(path)","base":"https://example.org/x/","content_type":"text/xml"}"#
        let outcome = try program.run(["parse", "--jsonl"], input: "\(path)\n/nowhere\n\n\(line)\n")
        #expect(outcome.status == 0 && outcome.lines.count == 3)
        let missing = try object(outcome.lines[1])
        #expect(missing["format"] as? String == "unknown")
        #expect((missing["items"] as? [Any])?.isEmpty == true)
        let waiting = try program.shell(
            """
            coproc P { feedsearch parse --jsonl; }
            echo \(path) >&${P[1]}; read -t 60 first <&${P[0]} && echo answered
            """)
        #expect(waiting.output == "answered\n")
    }

    @Test("--strict makes what is no feed, or damaged, an error")
    func strict() throws {
        try program.file("a.xml", feed)
        try program.file("page.html", "<!doctype html><title>x</title><p>hello")
        #expect(try program.run(["parse", "--strict", "a.xml"]).status == 0)
        let page = try program.run(["parse", "--strict", "page.html"])
        #expect(page.status == 2)
        #expect(page.errors.hasPrefix("feedsearch: page.html is not a feed: "))
        #expect(try program.run(["parse", "--json", "page.html"]).status == 0)
    }

    @Test("A file that cannot be read is one line and 2", arguments: ["nowhere", "."])
    func unreadable(_ name: String) throws {
        for command in ["parse", "text", "sanitize", "opml"] {
            let outcome = try program.run([command, name])
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("feedsearch: cannot read \(name): "))
        }
    }

    @Test("A converted feed is a JSON Feed, and parses as one")
    func convert() throws {
        try program.file("a.xml", feed)
        let outcome = try program.run(["convert", "--to", "jsonfeed", "a.xml"])
        #expect(outcome.status == 0)
        let converted = try object(outcome.lines.first)
        #expect(converted["version"] as? String == "https://jsonfeed.org/version/1.1")
        let item = try #require((converted["items"] as? [[String: Any]])?.first)
        #expect(item["title"] as? String == "One & two")
        #expect(item["summary"] as? String == "text")
        // A description is a content, too, for readers that show nothing else.
        #expect((item["content_html"] as? String)?.contains("text") == true)
        #expect((item["attachments"] as? [[String: Any]])?.first?["size_in_bytes"] as? Int == 5)
        let back = try object(try program.run(["parse", "--json"], input: outcome.output).lines.first)
        #expect(back["format"] as? String == "json")
        #expect(try program.run(["convert", "a.xml"]).status == 2)
        #expect(try program.run(["convert", "--to", "atom", "a.xml"]).status == 2)
    }

    @Test("What a feed says after its items stands at the head of the JSON Feed, and converts to itself")
    func convertStreams() throws {
        let items = (0..<2_000).map {
            "<item><guid>\($0)</guid><description>\($0) &lt;a href='x'></description></item>"
        }
        let fields = "<title>Late</title><link>https://example.org/f/</link>"
        let rss = "<rss><channel>\(items.joined())\(fields)</channel></rss>"
        let outcome = try program.run(["convert", "--to", "jsonfeed"], input: rss)
        #expect(outcome.output.hasPrefix(#"{"version":"https://jsonfeed.org/version/1.1","title":"Late","home_"#))
        let converted = try object(outcome.output)
        let list = try #require(converted["items"] as? [[String: Any]])
        #expect(list.compactMap { $0["id"] as? String } == (0..<2_000).map(String.init))
        #expect((list.last?["content_html"] as? String)?.contains("https://example.org/f/x") == true)
        #expect(try program.run(["convert", "--to", "jsonfeed"], input: outcome.output).output == outcome.output)
    }

    @Test("What a JSON Feed says comes back from convert as it was")
    func convertRoundTrip() throws {
        let json = """
            {"version":"https://jsonfeed.org/version/1.1","title":"T","home_page_url":"https://example.org/",\
            "feed_url":"https://example.org/feed.json","description":"D","user_comment":"C",\
            "next_url":"https://example.org/2.json","icon":"https://example.org/i.png",\
            "favicon":"https://example.org/f.ico",\
            "authors":[{"name":"A","url":"https://example.org/a","avatar":"https://example.org/a.png"}],\
            "language":"en","expired":true,"hubs":[{"type":"WebSub","url":"https://example.org/hub"}],"_x":{"a":1},\
            "items":[{"id":"1","url":"https://example.org/1","external_url":"https://example.net/","title":"One",\
            "content_html":"<p>text</p>","summary":"S","image":"https://example.org/1.png",\
            "banner_image":"https://example.org/b.png","date_published":"2024-01-02T03:04:05Z",\
            "date_modified":"2024-01-03T03:04:05Z","authors":[{"name":"B"}],"tags":["x","y"],"language":"de",\
            "attachments":[{"url":"https://example.org/a.mp3","mime_type":"audio/mpeg","size_in_bytes":5,\
            "title":"P","duration_in_seconds":60}],"_y":"z"}]}
            """
        let outcome = try program.run(["convert", "--to", "jsonfeed"], input: json)
        let back = try #require(try object(outcome.output) as NSDictionary?)
        #expect(back == (try object(json)) as NSDictionary)
        let strict = try program.run(["parse", "--strict"], input: outcome.output)
        #expect(strict.status == 0, "\(strict.errors)")
    }

    @Test("parse --strict holds a JSON Feed against the specification and names line and place")
    func strictJSONFeed() throws {
        let json = """
            {"version":"https://jsonfeed.org/version/1.1",
            "items":[{"id":"1","content_text":"a"},
            {"id":"2"}]}
            """
        let path = try program.file("feed.json", json)
        #expect(try program.run(["parse", path]).status == 0)
        let strict = try program.run(["parse", "--json", "--strict", path])
        #expect(strict.status == 2)
        #expect(strict.lines.count == 1)
        #expect(strict.errors.contains("\(path):1: "), "\(strict.errors)")
        #expect(strict.errors.contains("\(path):3: items[1]"), "\(strict.errors)")
        #expect(try program.run(["parse", "--strict", "--jsonl"], input: path + "\n").status == 2)
    }

    @Test("text and sanitize answer a line for a line")
    func payloads() throws {
        let input = #"{"id":"a","payload":"<p>全文<br>搜索<script>x</script>"}"# + "\n[]\n"
        let text = try program.run(["text", "--jsonl"], input: input)
        #expect(text.lines.first == #"{"id":"a","output":"全文\n搜索"}"#)
        #expect(text.lines.count == 2 && text.status == 2)
        #expect(try program.run(["sanitize"], input: "<a href='javascript:x'>y</a>").output == "<a>y</a>\n")
        #expect(try program.run(["text"], input: "<p>a<p>b").output == "a\nb\n")
    }

    @Test("tokens prints JSON lines whose ranges are bytes of the text")
    func tokens() throws {
        let text = "重跑gen-itgc后"
        let lines = try program.run(["tokens", text]).lines
        #expect(lines.first == #"{"token":"重跑","kind":"gram","start":0,"end":6}"#)
        #expect(try program.run(["tokens"], input: text).lines == lines)
        #expect(lines.contains(#"{"token":"itgc","kind":"word","start":10,"end":14}"#))
        #expect(try !program.run(["tokens", "the web"]).output.contains("pair"))
        #expect(
            try program.run(["tokens", "--pairs", "the web"]).lines.last
                == #"{"token":"the web","kind":"pair","start":4,"end":7}"#)
    }

    @Test("discover finds the feeds of a stored page, absolute by its address")
    func discover() throws {
        try program.file(
            "p.html", "<title>T</title><link rel=alternate type=application/rss+xml title=Feed href=/feed.xml>")
        let outcome = try program.run(["discover", "--file", "p.html", "--base", "https://example.org/a/", "--json"])
        let links = try object(outcome.lines.first)
        let feed = try #require((links["feeds"] as? [[String: Any]])?.first)
        #expect(feed["href"] as? String == "https://example.org/feed.xml")
        #expect(feed["title"] as? String == "Feed")
        #expect(try program.run(["discover"]).status == 2)
    }
}
