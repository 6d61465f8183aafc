import Foundation
import Testing

/// Articles with the text of their pages, and pages that are saved one by one, through the built program.
@Suite(.offPool) struct WholeArticleTests {
    private let program: BuiltProgram
    private let site: ChangingSite

    init() throws {
        program = try BuiltProgram()
        site = try ChangingSite()
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: site.folder.appendingPathComponent(name), options: .atomic)
    }

    private func page(_ name: String, about word: String) throws {
        let paragraph =
            "The committee spoke at length about \(word), its history, its makers, and what it costs today. "
        let text = (1...6).map { "<p>\(String(repeating: paragraph, count: 3))Paragraph \($0).</p>" }.joined()
        try write(
            name,
            "<!doctype html><title>About \(word)</title><nav><a href=/>Home</a> navigationword</nav>"
                + "<main><article><h1>About \(word)</h1>\(text)</article></main><footer>footerword</footer>")
    }

    private func feed(_ items: [(page: String, excerpt: String)]) throws {
        let items = items.map {
            "<item><guid isPermaLink=\"false\">\($0.page)</guid><title>On \($0.page)</title>"
                + "<link>\(site.url("/" + $0.page))</link><description>\($0.excerpt)</description></item>"
        }
        try write(
            "news.xml", "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>")
    }

    private func requests(of path: String) throws -> Int { try site.log().filter { $0.hasPrefix(path + " ") }.count }

    @Test("New articles of a feed get the text of their pages, are found by it, and keep what the feed said")
    func whole() throws {
        try page("one.html", about: "zeppelins")
        try feed([("one.html", "A short excerptword.")])
        #expect(try run("add", site.url("/news.xml"), "--full-text", "on").status == 0)
        let fetched = try run("fetch", "--json")
        #expect(fetched.output.contains("\"pages\":{\"whole\":1,\"nothing_more\":0,\"failed\":0}"), "\(fetched)")
        #expect(try run("search", "--count", "zeppelins").output == "1\n")
        #expect(try run("search", "--count", "navigationword OR footerword").output == "0\n")
        let shown = try run("show", "1").output
        #expect(shown.contains("The committee spoke") && !shown.contains("excerptword"))
        #expect(try run("show", "1", "--json", "--all").output.contains("A short excerptword."))
        #expect(try run("check").status == 0)

        // The feed says the same again beside something new: the article stays whole, and its page is not asked for again.
        try page("two.html", about: "dirigibles")
        try feed([("one.html", "A short excerptword."), ("two.html", "Another one.")])
        #expect(try run("fetch").output.contains("full text fetched for 1 article;"))
        #expect(try run("search", "--count", "zeppelins OR dirigibles").output == "2\n")
        #expect(try requests(of: "/one.html") == 1)

        // The feed changes what it says: the page is asked for again.
        try page("one.html", about: "montgolfiers")
        try feed([("one.html", "Another excerpt."), ("two.html", "Another one.")])
        #expect(try run("fetch").status == 0)
        #expect(try run("search", "--count", "montgolfiers").output == "1\n")
        #expect(try run("search", "--count", "zeppelins").output == "0\n")
        #expect(try requests(of: "/one.html") == 2)
        #expect(try run("check").status == 0)
    }

    @Test("A page that fails leaves the feed's text, is shown among what fails, and is tried again after an edit")
    func failing() throws {
        try write("empty.html", "<!doctype html><title>x</title><p>little")
        try feed([("missing.html", "Excerpt of missing."), ("empty.html", "Excerpt of empty.")])
        #expect(try run("add", site.url("/news.xml"), "--full-text", "on").status == 0)
        #expect(try run("fetch").output.contains("2 pages failed"))
        #expect(try run("search", "--count", "Excerpt").output == "2\n")
        let failing = try run("feeds", "--failing").output
        #expect(failing.contains("status 404") && failing.contains("no main text"), "\(failing)")
        let lines = try run("feeds", "--failing", "--json").output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"given_up\":1") }, "\(lines)")
        let asked = try requests(of: "/missing.html")
        #expect(try run("fetch").status == 0)
        #expect(try requests(of: "/missing.html") == asked)

        try page("missing.html", about: "zeppelins")
        try write("empty.html", "<!doctype html><title>x</title><p>little<div id=here>airshipword</div>")
        #expect(try run("edit", "News", "--full-text", "#here, article").status == 0)
        #expect(try run("fetch").output.contains("full text fetched for 2 articles;"))
        #expect(try run("search", "--count", "airshipword OR zeppelins").output == "2\n")
        #expect(try run("feeds", "--failing").output.isEmpty)
        #expect(try run("edit", "News", "--full-text", "div[").status != 0)
    }

    @Test("One host is asked for one page a second, or as its robots.txt says")
    func polite() throws {
        for name in ["a.html", "b.html", "c.html"] { try page(name, about: name) }
        try write("robots.txt", "User-agent: other\nCrawl-delay: 50\n\nUser-agent: *\nCrawl-delay: 2\n")
        try feed([("a.html", "a"), ("b.html", "b"), ("c.html", "c")])
        #expect(try run("add", site.url("/news.xml"), "--full-text", "on").status == 0)
        let began = ContinuousClock.now
        #expect(try run("fetch").output.contains("full text fetched for 3 articles;"))
        // robots.txt, then three pages with two seconds before each.
        #expect(ContinuousClock.now - began >= .seconds(6))
        #expect(try requests(of: "/robots.txt") == 1)
    }

    @Test("A rule asks for the whole text of what it meets alone")
    func rule() throws {
        try page("one.html", about: "zeppelins")
        try page("two.html", about: "dirigibles")
        try feed([("one.html", "meetme"), ("two.html", "other")])
        #expect(try run("rule", "add", "meetme", "--mark", "full-text").status == 0)
        #expect(try run("add", site.url("/news.xml")).status == 0)
        #expect(try run("fetch").output.contains("full text fetched for 1 article;"))
        #expect(try run("search", "--count", "zeppelins OR dirigibles").output == "1\n")
        #expect(try run("rule", "list").output.contains("full-text"))
    }

    @Test("A page lies on another host than its feed: it gets no password, and a private one is refused")
    func strangers() throws {
        let other = try ChangingSite()
        try write(
            "news.xml",
            "<rss version=\"2.0\"><channel><title>News</title><item><guid>1</guid><title>x</title>"
                + "<link>\(other.url("/inside.html"))</link><description>excerpt</description></item></channel></rss>")
        #expect(try run("add", site.url("/news.xml"), "--full-text", "on").status == 0)
        #expect(try run("fetch").output.contains("1 page failed"))
        #expect(try other.log().isEmpty)
        #expect(try run("feeds", "--failing").output.contains("not allowed"))
    }

    @Test("A page is saved as an article, once, and takes its present text")
    func saved() throws {
        try page("one.html", about: "zeppelins")
        let saved = try run("save-page", site.url("/one.html"))
        #expect(saved.status == 0 && saved.errors.contains("saved as article 1: About zeppelins"), "\(saved)")
        #expect(try run("search", "--count", "zeppelins").output == "1\n")
        #expect(try run("search", "--count", "feed:\"Saved pages\"").output == "1\n")
        try page("one.html", about: "dirigibles")
        #expect(try run("save-page", site.url("/one.html")).errors.contains("article 1 updated to the current page"))
        #expect(try run("search", "--count", "dirigibles").output == "1\n")
        #expect(try run("delete", "1", "--yes").status == 0)
        #expect(try run("save-page", site.url("/one.html")).status == 0)
        #expect(try run("search", "--count", "dirigibles").output == "1\n")

        try write("empty.html", "<!doctype html><title>x</title><p>little<p class=x>more")
        let empty = try run("save-page", site.url("/empty.html"), site.url("/missing.html"))
        #expect(empty.status == 2 && empty.errors.contains("no main text") && empty.errors.contains("404"), "\(empty)")
        #expect(try run("save-page", "--content", ".x", site.url("/empty.html")).status == 0)
        #expect(try run("save-page", "--content", "..", site.url("/empty.html")).errors.contains("not a CSS selector"))
        #expect(try run("check").status == 0)
    }
}
