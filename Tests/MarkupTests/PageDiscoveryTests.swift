import FoundationEssentials
import Markup
import Testing

@Suite struct PageDiscoveryTests {
    private func discover(_ html: String, base: String? = "https://example.org/blog/post") -> PageLinks {
        PageDiscovery.discover(html: Array(html.utf8), base: base)
    }

    @Test("A link with the type of a feed and without rel is the first candidate")
    func linkWithoutRel() {
        let links = discover(
            """
            <head><link type="application/rss+xml" title="All posts" href="/posts/syndication">
            <link rel="stylesheet" type="text/css" href="/a.css"></head><body><a href="/feed.xml">RSS</a></body>
            """)
        #expect(links.feeds.isEmpty)
        #expect(links.candidates.first?.href == "https://example.org/posts/syndication")
        #expect(links.candidates.first?.title == "All posts")
        #expect(links.candidates.dropFirst().first?.href == "https://example.org/feed.xml")
    }

    @Test("Declared feeds come absolute, in order and once")
    func declared() {
        let links = discover(
            """
            <head><title>A &amp; B</title>
            <link rel="alternate" type="application/rss+xml" title="RSS" href="/feed.rss">
            <LINK href='atom.xml?a=1&amp;b=2' REL='Alternate' TYPE='application/atom+xml; charset=utf-8'>
            <link rel=alternate type=application/rss+xml href=https://example.org/feed.rss>
            <link rel=alternate hreflang=fr href=/fr>
            <link rel=alternate type=application/feed+json href=feed.json>
            """)
        #expect(
            links.feeds == [
                .init(href: "https://example.org/feed.rss", type: "application/rss+xml", title: "RSS", source: .link),
                .init(
                    href: "https://example.org/blog/atom.xml?a=1&b=2", type: "application/atom+xml", title: "",
                    source: .link),
                .init(
                    href: "https://example.org/blog/feed.json", type: "application/feed+json", title: "", source: .link),
            ])
        #expect(links.title == "A & B")
    }

    @Test("A base element counts for all links, those before it too")
    func baseElement() {
        let links = discover("<link rel=alternate type=application/rss+xml href=f><base href=//cdn.example/x/>")
        #expect(links.feeds.map(\.href) == ["https://cdn.example/x/f"])
    }

    @Test("Links that look like feeds come before the customary places")
    func candidates() {
        let links = discover("<a href=/about>About</a><a href='/subscribe'>RSS</a><a href=/x/feed/>Subscribe</a>")
        #expect(links.feeds.isEmpty)
        #expect(
            links.candidates.prefix(2).map(\.href) == ["https://example.org/subscribe", "https://example.org/x/feed/"])
        #expect(links.candidates.contains { $0.href == "https://example.org/feed.xml" && $0.source == .guess })
        #expect(links.candidates.contains { $0.href == "https://example.org/blog/index.xml" })
    }

    @Test("Links in comments and scripts do not count")
    func hidden() {
        let link = "<link rel=alternate type=application/rss+xml href=f>"
        #expect(discover("<!-- \(link) --><script>'\(link)'</script>").feeds.isEmpty)
    }

    @Test("Icons come in order, the customary one last")
    func icons() {
        let links = discover("<link rel='shortcut icon' href=a.ico><link rel=apple-touch-icon sizes=60x60 href=b.png>")
        #expect(
            links.icons.map(\.href) == [
                "https://example.org/blog/a.ico", "https://example.org/blog/b.png", "https://example.org/favicon.ico",
            ])
        #expect(links.icons[1].sizes == "60x60")
    }

    @Test("A script address is no feed")
    func unsafe() {
        #expect(discover("<link rel=alternate type=application/rss+xml href='javascript:x'>").feeds.isEmpty)
    }

    private struct Case: Decodable {
        struct Feed: Decodable {
            var href: String
            var type: String
            var title: String
        }
        var file: String
        var base: String?
        var feeds: [Feed]

        enum CodingKeys: String, CodingKey {
            case file, feeds
            case base = "html_base"
        }
    }

    private static var conformance: URL? {
        let environment = ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"]
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../shared")
        let folder = (environment.map { URL(fileURLWithPath: $0) } ?? root).appendingPathComponent("conformance")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }

    @Test("Real pages give the feeds they declare", .enabled(if: conformance != nil, "needs ../shared/conformance"))
    func realPages() throws {
        let folder = try #require(Self.conformance)
        let lines = try String(contentsOf: folder.appendingPathComponent("discovery.jsonl"), encoding: .utf8)
        for line in lines.split(separator: "\n") {
            let page = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let html = Array(try Data(contentsOf: folder.appendingPathComponent(page.file)))
            let links = PageDiscovery.discover(html: html, base: page.base)
            #expect(links.feeds.map(\.href) == page.feeds.map(\.href), "\(page.file)")
            #expect(links.feeds.map(\.type) == page.feeds.map(\.type), "\(page.file)")
            #expect(links.feeds.map(\.title) == page.feeds.map(\.title), "\(page.file)")
        }
    }
}
