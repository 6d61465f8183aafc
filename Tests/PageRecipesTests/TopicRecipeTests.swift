import FeedParsing
import Foundation
import TestSupport
import Testing

@testable import PageRecipes

/// Recipes for pages of topics. The pages imitate the structure of well-known forums.
@Suite struct TopicRecipeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardized

    private func sample(_ name: String) throws -> PageRecipe {
        let file = Self.root.appendingPathComponent("Samples/recipes/\(name).json")
        return try PageRecipe(json: Array(try Data(contentsOf: file)))
    }

    private func read(
        _ recipe: PageRecipe, _ html: String, at address: String = "https://forum.example/t/1", isFirst: Bool = true
    ) throws -> TopicReading {
        try #require(recipe.readTopic(Array(html.utf8), address: address, isFirst: isFirst))
    }

    @Test(
        "A topic in the manner of V2EX: text, replies with numbers and likes, the member that a reply answers, next page"
    )
    func memberForum() throws {
        let page = """
            <div id=Main><div class=box><div class=header><h1>怎么分词</h1><small class=gray>
            <a href="/member/anna">anna</a> · <span title="2026-03-01 12:30:00 +08:00">1 天前</span></small></div>
            <div class=cell><div class=topic_content>正文<b>很长</b></div></div></div>
            <div class=box><div class=cell id=r_11><strong><a href=/member/bob>bob</a></strong>
            <span class=ago title="2026-03-01 13:00:00 +08:00">20 小时前</span> <span class="small fade">♥ 3</span>
            <span class=no>1</span><div class=reply_content>第一条</div></div>
            <div class=cell id=r_12><strong><a href=/member/carl>carl</a></strong><span class=no>2</span>
            <div class=reply_content>@<a href=/member/bob>bob</a> 同意</div></div>
            <a class=page_current href="?p=1">1</a> <a class=page_normal href="/t/1?p=2">2</a></div></div>
            """
        let reading = try read(sample("forum-topics"), page)
        #expect(reading.problem == nil && reading.html?.contains("很长") == true)
        #expect(reading.author == "anna" && reading.published?.rfc3339 == "2026-03-01T04:30:00Z")
        #expect(reading.replies.map(\.key) == ["r_11", "r_12"] && reading.replies.map(\.number) == [1, 2])
        #expect(reading.replies.map(\.author) == ["bob", "carl"] && reading.replies[0].likes == 3)
        #expect(reading.replies[0].published?.rfc3339 == "2026-03-01T05:00:00Z")
        #expect(reading.replies.map(\.inReplyTo) == [nil, "r_11"])
        #expect(reading.next == "https://forum.example/t/1?p=2")
    }

    @Test("A topic in the manner of Discourse: the first post is the text, and a link to a number is a reply to it")
    func postsForum() throws {
        func post(_ number: Int, _ name: String, _ text: String, to: String = "") -> String {
            """
            <div id=post_\(number) class="topic-body crawler-post"><div class=crawler-post-meta>
            <span class=creator><a href="/u/\(name)"><span itemprop=name>\(name)</span></a></span>
            <time datetime="2026-03-0\(number)T10:00:00Z">March</time><span itemprop=position>\(number)</span>\(to)</div>
            <div class=post>\(text)</div><div class=post-likes>\(number) Likes</div></div>
            """
        }
        let page =
            post(1, "ann", "<p>question</p>") + post(2, "ben", "<p>answer</p>")
            + post(3, "ann", "<p>thanks</p>", to: "<div class=post-reply-to><a href='/t/title/1/2'>ben</a></div>")
            + "<a rel=next href='/t/title/1?page=2'>next page</a>"
        let reading = try read(sample("discourse"), page, at: "https://forum.example/t/title/1")
        #expect(reading.html == "<p>question</p>" && reading.author == "ann")
        #expect(reading.replies.map(\.key) == ["post_2", "post_3"])
        #expect(reading.replies.map(\.inReplyTo) == [nil, "post_2"] && reading.replies.map(\.likes) == [2, 3])
        #expect(reading.next == "https://forum.example/t/title/1?page=2")
    }

    @Test("A topic in the manner of phpBB: on later pages, the first post is a reply")
    func board() throws {
        func post(_ id: Int, _ text: String) -> String {
            "<div id=p\(id) class=post><p class=author><a class=username>u\(id)</a> "
                + "<time datetime='2026-03-01T10:00:00Z'>x</time></p><div class=content>\(text)</div></div>"
        }
        let recipe = try sample("phpbb")
        let quote = "<blockquote><cite><a href='./viewtopic.php?p=2#p2'>u2 wrote</a></cite>two</blockquote>"
        let first = try read(recipe, "<div>" + post(1, "one") + post(2, "two") + post(3, quote + "three") + "</div>")
        #expect(first.html == "one" && first.replies.map(\.key) == ["p2", "p3"])
        #expect(first.replies.map(\.inReplyTo) == [nil, "p2"])
        let second = try read(recipe, "<div>" + post(4, "four") + post(5, "five") + "</div>", isFirst: false)
        #expect(second.html == nil && second.replies.map(\.key) == ["p4", "p5"])
    }

    @Test("Comments in the manner of Hacker News are threads by their indentation; deleted ones are left out")
    func indented() throws {
        func comment(_ id: Int, _ depth: Int, _ text: String?) -> String {
            "<tr class='athing comtr' id=\(id)><td><table><tr><td class=ind indent=\(depth)></td><td>"
                + "<a class=hnuser>u\(id)</a> <span class=age title='2026-03-01T10:00:00'>x</span>"
                + (text.map { "<div class=commtext>\($0)</div>" } ?? "[deleted]") + "</td></tr></table></td></tr>"
        }
        let page =
            "<div class=toptext>ask</div><table>" + comment(1, 0, "a") + comment(2, 1, "b") + comment(3, 2, "c")
            + comment(4, 1, nil) + comment(5, 1, "d") + comment(6, 0, "e")
            + "</table><a class=morelink href='item?id=9&p=2'>More</a>"
        let reading = try read(sample("hacker-news"), page, at: "https://news.example/item?id=9")
        #expect(reading.html == "ask" && reading.replies.map(\.key) == ["1", "2", "3", "5", "6"])
        #expect(reading.replies.map(\.inReplyTo) == [nil, "1", "2", "1", nil])
        #expect(reading.next == "https://news.example/item?id=9&p=2")
    }

    private let simple = #"""
        {"item":"a","title":"a","topic":{"text":"main","next":"a.next",
        "reply":{"item":".r","text":"p","author":"b","to":".to"}}}
        """#

    @Test("A recipe with an item page is written and read again without loss, and mistakes in it are named")
    func form() throws {
        for name in ["forum-topics", "forum-nodes", "forum-member", "discourse", "phpbb", "hacker-news"] {
            let recipe = try sample(name)
            #expect(try PageRecipe(json: Array(recipe.json.utf8)) == recipe, "\(name)")
        }
        func mistake(_ json: String) -> PageRecipe.Mistake? {
            do throws(PageRecipe.Mistake) { _ = try PageRecipe(json: Array(json.utf8)) } catch { return error }
            return nil
        }
        #expect(mistake(#"{"item":"a","title":"a","topic":{}}"#) == nil)
        #expect(mistake(#"{"item":"a","title":"a","topic":{"next":"a"}}"#) == .missing("topic.text"))
        #expect(
            mistake(#"{"item":"a","title":"a","topic":{"text":"a","reply":{"text":"p"}}}"#)
                == .missing("topic.reply.item"))
        #expect(mistake(#"{"item":"a","title":"a","topic":{"text":"a","pages":0}}"#) == .limit("topic.pages", 500))
        #expect(mistake(#"{"item":"a","title":"a","topic":{"text":"a","x":"a"}}"#) == .unknownMember("topic.x"))
        #expect(mistake(#"{"item":"a","title":"a","topic":{"text":["a"]}}"#) == .notText("topic.text"))
        #expect(mistake(#"{"item":"a","title":"a","address":"https://x.example/{"}"#) == .address("address"))
        #expect(mistake(#"{"item":"a","title":"a","address":"ftp://x.example/{n}"}"#) == .address("address"))
    }

    @Test("A reply without an id is known by its author and text; the same reply twice is one")
    func nameless() throws {
        let recipe = try PageRecipe(json: Array(simple.utf8))
        let one = "<div class=r><b>ann</b><p>same</div>"
        let reading = try read(recipe, "<main>x</main>" + one + one + "<div class=r><b>ben</b><p>same</div>")
        #expect(reading.replies.count == 2 && Set(reading.replies.map(\.key)).count == 2)
        let moved = try read(recipe, "<main>x</main><div class=r><b>ben</b><p>same</div>" + one)
        #expect(Set(moved.replies.map(\.key)) == Set(reading.replies.map(\.key)))
    }

    @Test(
        "A selector that matches everything, 100,000 replies and deep nesting end within the limits",
        .timeLimit(.minutes(60)))
    func everything() throws {
        let all = try PageRecipe(
            json: Array(#"{"item":"a","title":"a","topic":{"text":"*","reply":{"item":"*","text":"*"}}}"#.utf8))
        let nested = String(repeating: "<div>", count: 50_000) + "x"
        #expect(try read(all, nested).replies.count <= TopicRecipe.maxReplies)
        let deep = String(repeating: "<div><p>text</p>", count: 200) + String(repeating: "</div>", count: 200)
        #expect(try read(all, String(repeating: deep, count: 100)).replies.count <= TopicRecipe.maxReplies)

        let recipe = try PageRecipe(json: Array(simple.utf8))
        let many = (0..<100_000).map { "<div class=r id=r\($0)><p>\($0)</div>" }.joined()
        let reading = try read(recipe, "<main>x</main>" + many)
        #expect(reading.replies.count == TopicRecipe.maxReplies)
        #expect(reading.replies.first?.key == "r0")
    }

    @Test("A page without text and replies is a problem only if it is the first one; a sign-in page is always one")
    func problems() throws {
        let recipe = try sample("forum-topics")
        #expect(try read(recipe, "<p>nothing").problem == .noItems)
        #expect(try read(recipe, "<p>nothing", isFirst: false).problem == nil)
        #expect(try read(recipe, "<form action=/signin><input type=password></form>").problem == .needsSignIn)
        #expect(try read(recipe, "<form action='/2fa?x'></form>", isFirst: false).problem == .needsTwoFactor)
    }

    @Test("Random bytes are read without a crash")
    func random() throws {
        let recipe = try sample("phpbb")
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0..<400, using: &generator)).map { _ in
                Array("<>div class=post id=\"p1\" &#x;/\u{0}é".utf8).randomElement(using: &generator) ?? 0
            }
            _ = recipe.readTopic(bytes, address: "https://x.example/", isFirst: Bool.random())
        }
    }

    // MARK: - Parameters

    @Test("The address of a recipe gets the values of its parameters, and the next page the next number")
    func parameters() throws {
        let recipe = try sample("forum-nodes")
        #expect(recipe.address?.parameters == ["node"] && recipe.setting([:]) == nil)
        let set = try #require(recipe.setting(["node": "c/c++ ?&"]))
        #expect(set.address == "https://forum.example/go/c%2Fc%2B%2B%20%3F%26?p=1")
        #expect(recipe.folder(["node": "a/b"]) == "Forum/a-b")
        let list = "<div id=Main><div class='cell item'><span class=item_title><a href=/t/1>x</a></span></div></div>"
        #expect(
            set.recipe.read(Array(list.utf8), address: set.address).next
                == "https://forum.example/go/c%2Fc%2B%2B%20%3F%26?p=2")
        #expect(set.recipe.read(Array(list.utf8), address: "https://other.example/?p=1").next == nil)
        #expect(
            set.recipe.read(
                Array(list.utf8), address: "https://forum.example/go/c%2Fc%2B%2B%20%3F%26?p=99999999999999999999"
            ).next == nil)
        #expect(set.recipe.read(Array("<p>".utf8), address: set.address).next == nil)
    }

    @Test("The nodes of a site are read with their titles, each once")
    func nodes() throws {
        let page = """
            <a class=item_node href=/go/swift>Swift</a><a class=item_node href="/go/%E6%90%9C%E7%B4%A2">搜索</a>
            <a class=item_node href=/go/swift?x=1>again</a><a class=item_node href="/">home</a><a href=/go/no>no</a>
            """
        let nodes = try #require(sample("forum-nodes").nodes).nodes(Array(page.utf8))
        #expect(nodes == [RecipeNode(value: "swift", title: "Swift"), RecipeNode(value: "搜索", title: "搜索")])
    }

    @Test("Several replies of a member to one topic are items of their own")
    func member() throws {
        let recipe = try sample("forum-member")
        let page = """
            <div id=Main><div class="dock_area"><span class=gray>回复了 <a href="/t/1#reply3">A</a></span></div>
            <div class="dock_area"><span class=gray>回复了 <a href="/t/1#reply5">A</a></span></div></div>
            """
        let reading = recipe.read(Array(page.utf8), address: "https://forum.example/member/anna")
        #expect(
            reading.feed.items.map(\.url) == ["https://forum.example/t/1#reply3", "https://forum.example/t/1#reply5"])
        #expect(Set(reading.feed.items.map(\.id)).count == 2)
    }
}
