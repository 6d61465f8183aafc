import FeedParsing
import Foundation
import TestSupport
import Testing

@testable import PageRecipes

@Suite struct PageRecipeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardized

    private func sample(_ name: String) throws -> PageRecipe {
        let file = Self.root.appendingPathComponent("Samples/recipes/\(name).json")
        return try PageRecipe(json: Array(try Data(contentsOf: file)))
    }

    private func read(_ recipe: PageRecipe, _ html: String, at address: String = "https://forum.example/?tab=all")
        -> PageReading
    { recipe.read(Array(html.utf8), address: address) }

    private let topics = """
        <!doctype html><html lang=zh-CN><head><title>论坛 › 全部主题</title></head><body><div id=Wrapper><div id=Main>
        <div class="cell item"><table><tr><td><a href="/member/anna"><img src=/a.png></a></td><td>
        <span class=item_title><a href="/t/1001#reply12" class=topic-link>全文搜索怎么做？ &amp; 分词</a></span>
        <span class=topic_info><a class=node href=/go/search>搜索</a> · <strong><a href=/member/anna>anna</a></strong> ·
        <span title="2026-03-01 12:30:00 +08:00">3 小时前</span></span></td></tr></table></div>
        <div class="cell item"><span class=item_title><a href="/t/1002#reply3">第二个主题</a></span>
        <span class=topic_info><strong><a href=/member/bob>bob</a></strong> <span title="2026-02-28 08:00:00 +08:00">1 天前</span></span></div>
        <div class="cell item"><span class=item_title><a href="/t/1001#reply1">重复的主题</a></span></div>
        <div class=cell><span class=item_title><a href="/t/1003">不是条目</a></span></div>
        <div><a class=page_current href="/?p=1">1</a> <a class=page_normal href="/?tab=all&amp;p=2">2</a></div>
        </div></div></body></html>
        """

    @Test("The topic list of a forum becomes items with stable ids, dates, authors and the next page")
    func forum() throws {
        let reading = read(try sample("forum-topics"), topics)
        #expect(reading.problem == nil)
        #expect(reading.matched == 3)
        #expect(reading.feed.title == "论坛 › 全部主题")
        #expect(reading.feed.language == "zh-CN")
        #expect(reading.feed.items.map(\.title) == ["全文搜索怎么做？ &amp; 分词", "第二个主题"])
        #expect(reading.feed.items.map(\.url) == ["https://forum.example/t/1001", "https://forum.example/t/1002"])
        #expect(reading.feed.items[0].published?.rfc3339 == "2026-03-01T04:30:00Z")
        #expect(reading.feed.items.map { $0.authors.first?.name } == ["anna", "bob"])
        #expect(reading.next == "https://forum.example/?tab=all&p=2")
    }

    @Test("Content keeps a picture that a script would load, and an unknown time zone is reported")
    func lazyPicture() throws {
        let recipe = try PageRecipe(json: Array(#"{"item":"article","title":"h2","content":"div","date":"time"}"#.utf8))
        let reading = read(
            recipe,
            """
            <article><h2>A</h2><time>Mon, 06 May 2024 07:08:09 XQZT</time><div>text <img class=lazy src="data:image/gif;base64,R0lGODlhAQABAAAAACw="
            data-src="/real.png"><noscript><img src="/real.png"></noscript></div></article>
            """)
        let html = reading.feed.sanitized().items.first?.contentHTML ?? ""
        #expect(html.contains("https://forum.example/real.png") && !html.contains("data:"), "\(html)")
        #expect(html.split(separator: "<img").count == 2, "\(html)")
        #expect(reading.feed.unknownZones.names == ["XQZT"])
    }

    @Test("A new reply changes neither the id nor the address of a topic")
    func stable() throws {
        let recipe = try sample("forum-topics")
        let later = read(recipe, topics.replacingOccurrences(of: "#reply12", with: "#reply99"))
        #expect(
            read(recipe, topics).feed.items.map { ItemIdentity.id(of: $0) }
                == later.feed.items.map { ItemIdentity.id(of: $0) })
    }

    @Test("A table of threads is read, its headings left out")
    func table() throws {
        let html = """
            <table class=threads><tr class=head><th>Subject<th>By<th>Started
            <tr><td class=subject><a href=topic.php?id=7>Old clocks</a><td class=by>Hanna<td class=started><time datetime=2026-01-05T10:00:00Z>5 Jan
            <tr><td class=subject><a href=topic.php?id=8>Bees</a><td class=by>Mo<td class=started><time>2026-01-06</time></table>
            <a rel="nofollow next" href="board.php?page=2">more</a>
            """
        let reading = read(try sample("table-board"), html, at: "https://board.example/x/board.php")
        #expect(reading.feed.items.map(\.title) == ["Old clocks", "Bees"])
        #expect(reading.feed.items[0].url == "https://board.example/x/topic.php?id=7")
        #expect(reading.feed.items.map { $0.published?.seconds } == [1_767_607_200, 1_767_657_600])
        #expect(reading.feed.items[1].authors.first?.name == "Mo")
        #expect(reading.next == "https://board.example/x/board.php?page=2")
    }

    @Test("Cards give their summary as content")
    func cards() throws {
        let html = """
            <base href="/blog/"><main><article><h2><a href=one>One</a></h2><time datetime=2026-02-02>today</time>
            <div class=summary><p onclick=x()>First <b>words</b></p></div></article>
            <article><h3>No link of its own</h3><a class=more href=two>more</a></article></main>
            """
        let reading = read(try sample("blog-cards"), html, at: "https://site.example/")
        #expect(reading.feed.items.map(\.url) == ["https://site.example/blog/one", "https://site.example/blog/two"])
        #expect(reading.feed.items[0].contentHTML?.contains("First <b>words</b>") == true)
    }

    @Test("What is wrong with a page is told apart: nothing found, no fields, sign-in")
    func problems() throws {
        let recipe = try PageRecipe(["item": ".post", "title": "h2"])
        #expect(read(recipe, "<p>redesigned").problem == .noItems)
        #expect(read(recipe, "").problem == .noItems)
        #expect(read(recipe, "<div class=post><i>x</i></div>").problem == .noFields)
        #expect(read(recipe, "<form><input name=u><input type=PASSWORD></form>").problem == .needsSignIn)
        #expect(read(recipe, "<p>Welcome", at: "https://a.example/accounts/login?next=/").problem == .needsSignIn)
        #expect(read(recipe, "<div class=post><h2>x</h2></div><input type=password>").problem == nil)
        #expect(read(recipe, "<p>", at: "https://a.example/login?next=/&error=expired").problem == .signInFailed)
        #expect(read(recipe, "<p>", at: "https://a.example/topics?error=1").problem == .noItems)
        for place in ["2fa?next=/", "auth/two-factor", "OTP/check", "mfa-setup"] {
            #expect(read(recipe, "<p>", at: "https://a.example/" + place).problem == .needsTwoFactor, "\(place)")
        }
        for place in ["otpbank/news", "go/2factor", "login2fa?x=2fa"] {
            #expect(read(recipe, "<p>", at: "https://a.example/" + place).problem != .needsTwoFactor, "\(place)")
        }
        let code = "<form><input type=password><input autocomplete=One-Time-Code></form>"
        #expect(read(recipe, code).problem == .needsTwoFactor)
        let told = try PageRecipe([
            "item": ".post", "title": "h2", "signIn": "form", "twoFactor": ".code", "signInFailed": ".flash",
        ])
        #expect(read(told, "<form><div class=post><h2>x</h2></div></form>").problem == .needsSignIn)
        #expect(read(told, "<form><p class=flash>Wrong password</form>").problem == .signInFailed)
        #expect(read(told, "<form><p class=flash>Password right<p class=code></form>").problem == .needsTwoFactor)
        #expect(try PageRecipe(json: Array(told.json.utf8)) == told)
        let strict = try PageRecipe(["item": ".post", "title": "h2", "signIn": "#gate"])
        #expect(read(strict, "<div class=post><h2>teaser</h2></div><p id=gate>").problem == .needsSignIn)
    }

    @Test(
        "The next page is of the same origin, and no script",
        arguments: [
            ("https://evil.example/2", nil), ("javascript:alert(1)", nil),
            ("//forum.example/p2", "https://forum.example/p2"),
            ("http://forum.example/2", nil), ("?tab=all", nil), ("#top", nil), ("?p=2#x", "https://forum.example/?p=2"),
        ] as [(String, String?)])
    func origins(_ href: String, _ next: String?) throws {
        let recipe = try PageRecipe(["item": "p", "title": "a", "next": "a.n"])
        #expect(read(recipe, "<p><a href=/1>t</a></p><a class=n href='\(href)'>next</a>").next == next)
    }

    @Test("A link that is no web address is none")
    func links() throws {
        let recipe = try PageRecipe(["item": "p", "title": "a"])
        let reading = read(recipe, "<p><a href='javascript:x'>t</a></p><p><a href='mailto:a@b'>u</a></p>")
        #expect(reading.feed.items.map(\.url) == [nil, nil])
        #expect(reading.feed.items.count == 2)
    }

    @Test("A recipe is written and read back, and mistakes are named")
    func json() throws {
        let recipe = try sample("forum-topics")
        #expect(try PageRecipe(json: Array(recipe.json.utf8)) == recipe)
        #expect(throws: PageRecipe.Mistake.missing("item")) { try PageRecipe(["title": "a"]) }
        #expect(throws: PageRecipe.Mistake.unknownMember("itme")) { try PageRecipe(["itme": "a"]) }
        #expect(throws: PageRecipe.Mistake.pages) { try PageRecipe(["item": "a", "title": "a", "pages": "21"]) }
        #expect(throws: PageRecipe.Mistake.notText("item")) { try PageRecipe(json: Array("{\"item\":[]}".utf8)) }
        #expect(throws: PageRecipe.Mistake.notJSON) { try PageRecipe(json: Array("no".utf8)) }
        #expect(throws: PageRecipe.Mistake.self) { try PageRecipe(["item": "a >", "title": "a"]) }
    }

    @Test("Nested items and long pages are bounded")
    func bounded() throws {
        let recipe = try PageRecipe(["item": "div", "title": "a", "date": "time", "author": "b", "content": "p"])
        let nested =
            String(repeating: "<div><a href=x>t</a>", count: 250) + String(repeating: "<i>x</i>", count: 190_000)
        let time = processorTime { #expect(read(recipe, nested).feed.items.count <= 500) }
        #expect(time < .seconds(20))
        let many = String(repeating: "<div><a href=x>t</a></div>", count: 5_000)
        #expect(read(recipe, many).matched == 500)
    }
}
