import Testing

@testable import FeedParsing

@Suite struct JSONFeedReaderTests {
    private func read(_ text: String, base: String? = nil) -> ParsedFeed {
        FeedParser.parse(Array(text.utf8), context: FeedParser.Context(base: base))
    }

    private func feed(_ items: String) -> ParsedFeed {
        read("{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":\(items)}")
    }

    @Test("Every member of a feed and its items has its place")
    func everyMember() throws {
        let feed = read(
            """
            {"version":"https://jsonfeed.org/version/1.1","title":"Tea & <more>","home_page_url":"https://tea.example/",
            "feed_url":"https://tea.example/feed.json","description":"d","user_comment":"u","next_url":"?page=2",
            "icon":"/i.png","favicon":"/f.ico","authors":[{"name":"Ana","url":"/ana","avatar":"/a.png"}],"language":"en",
            "expired":true,"hubs":[{"type":"WebSub","url":"https://hub.example/"}],"_mine":{"a":[1.0]},
            "items":[{"id":7,"url":"posts/7","external_url":"https://else.example/","title":"T","content_html":"<p>x</p>",
            "content_text":"x","summary":"a<b","image":"7.png","banner_image":"b.png",
            "date_published":"2024-05-06T07:08:09.5+02:00","date_modified":"2024-05-07T00:00:00Z",
            "author":{"name":"Ben","url":"mailto:ben@tea.example"},"tags":["green",1,null],"language":"fr",
            "attachments":[{"url":"7.mp3","mime_type":"audio/mpeg","size_in_bytes":5,"duration_in_seconds":9},{"url":"8"}],
            "_own":null}]}
            """)
        #expect(feed.format == .json)
        #expect(feed.formatVersion == "1.1")
        #expect(!feed.isMalformed)
        #expect(feed.title == "Tea &amp; &lt;more&gt;")
        #expect(feed.link == "https://tea.example/")
        #expect(feed.nextURL == "https://tea.example/feed.json?page=2")
        #expect(feed.image == "https://tea.example/i.png")
        #expect(feed.icon == "https://tea.example/f.ico")
        #expect(feed.authors == [ParsedAuthor(name: "Ana", url: "https://tea.example/ana")])
        #expect(feed.hubs == ["https://hub.example/"])
        #expect(feed.updated?.rfc3339 == "2024-05-07T00:00:00Z")
        #expect(feed.extensions.map(\.name) == ["user_comment", "authors", "expired", "_mine"])
        #expect(feed.extensions.last?.json == "{\"a\":[1.0]}")
        let item = try #require(feed.items.first)
        #expect(item.id == "7")
        #expect(item.url == "https://tea.example/posts/7")
        #expect(item.contentHTML == "<p>x</p>")
        #expect(item.summaryHTML == "a&lt;b")
        #expect(item.image == "https://tea.example/7.png")
        #expect(item.published?.rfc3339 == "2024-05-06T05:08:09Z")
        #expect(item.authors == [ParsedAuthor(name: "Ben", email: "ben@tea.example")])
        #expect(item.tags == ["green", "1"])
        #expect(item.enclosures.map(\.url) == ["https://tea.example/7.mp3", "https://tea.example/8"])
        #expect(
            item.enclosures.first == ParsedEnclosure(url: "https://tea.example/7.mp3", type: "audio/mpeg", length: 5))
        #expect(item.enclosures.last?.type == nil)
        #expect(item.extensions.map(\.name) == ["external_url", "content_text", "banner_image", "attachments", "_own"])
    }

    @Test(
        "An id of any type becomes text, and an empty one is none",
        arguments: [
            ("5", "5"), ("1.0", "1"), ("1.5", "1.5"), ("true", "true"), ("\" a \"", "a"), ("[1]", "[1]"),
            ("{\"a\":1}", "{\"a\":1}"), ("null", nil), ("[]", nil), ("{}", nil), ("\" \"", nil),
        ] as [(String, String?)])
    func coercedIDs(_ json: String, _ expected: String?) {
        #expect(feed("[{\"id\":\(json)}]").items.map(\.id) == [expected])
    }

    @Test("Plain text is escaped, and keeps its lines")
    func contentText() {
        #expect(
            feed("[{\"id\":\"1\",\"content_text\":\"a < b\\n& c\"}]").items[0].contentHTML == "a &lt; b<br>\n&amp; c")
    }

    @Test("An address is resolved against the feed's own, else the document's, else the home page")
    func bases() {
        func url(_ members: String, base: String?) -> String? {
            read("{\"title\":\"t\",\(members)\"items\":[{\"url\":\"x\"}]}", base: base).items.first?.url
        }
        #expect(url("\"feed_url\":\"https://a.example/b/f\",", base: "https://c.example/") == "https://a.example/b/x")
        #expect(url("\"home_page_url\":\"https://a.example/\",", base: "https://c.example/d") == "https://c.example/x")
        #expect(url("\"home_page_url\":\"https://a.example/\",", base: nil) == "https://a.example/x")
        #expect(url("", base: nil) == "x")
    }

    @Test(
        "What is no JSON Feed says so", arguments: ["{}", "{\"error\":\"no\"}", "[{\"items\":[]}]", "{\"items\":[]}"])
    func noFeed(_ text: String) {
        #expect(read(text).format == .unknown)
        #expect(read(text).error != nil)
    }

    @Test("One author is a list of one")
    func loneAuthor() {
        let items = feed("[{\"authors\":{\"name\":\"Ana\"}},{\"authors\":\"Ben\",\"author\":{\"name\":\"Cy\"}}]").items
        #expect(items.map(\.authors) == [[ParsedAuthor(name: "Ana")], [ParsedAuthor(name: "Cy")]])
    }

    @Test("A list of items is a feed where its version says so in a number alone")
    func bareVersion() {
        let feed = read("{\"version\":\"1.0\",\"items\":[{\"content_text\":\"x\"}]}")
        #expect(feed.format == .json && feed.isMalformed)
        #expect(feed.items.map(\.contentHTML) == ["x"])
        #expect(read("{\"version\":\"2.7\",\"items\":[{\"content_text\":\"x\"}]}").format == .unknown)
    }

    @Test("Items of wrong types are left out with a warning, the others stay")
    func wrongItems() {
        let feed = feed("[1,null,\"x\",[],{\"id\":\"1\"}]")
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.isMalformed)
        #expect(!feed.warnings.isEmpty)
        #expect(self.feed("{\"a\":1}").items.isEmpty)
    }

    @Test("A feed that is cut short keeps its whole items and drops the one that is cut")
    func cutShort() {
        let whole =
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":[{\"id\":\"1\",\"title\":\"a\"},"
        let feed = read(whole + "{\"id\":\"2\",\"content_html\":\"<p>long")
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.isMalformed)
    }

    @Test("Items that stand before the feed's own members are resolved against them all the same")
    func itemsFirst() {
        let feed = read(
            "{\"items\":[{\"id\":\"1\",\"url\":\"x\"}],\"feed_url\":\"https://a.example/f\",\"title\":\"t\"}")
        #expect(feed.items.map(\.url) == ["https://a.example/x"])
        #expect(feed.isMalformed)
    }

    @Test("A damaged feed never stops the reader")
    func damaged() {
        var generator = SplitMix(seed: 5)
        let seed = Array(
            """
            {"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":1,"tags":["a"],"attachments":[{"url":"u",
            "size_in_bytes":1e30}],"date_published":"2024-05-06T07:08:09Z","content_html":"\\u003cp\\ud800"},{"id":2}]}
            """.utf8)
        for _ in 0..<2_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1..<8, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            #expect(FeedParser.parse(bytes).items.count <= 30)
        }
    }
}
