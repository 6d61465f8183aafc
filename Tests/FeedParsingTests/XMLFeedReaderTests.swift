import Testing

@testable import FeedParsing

private func parse(_ text: String, base: String? = nil) -> ParsedFeed {
    FeedParser.parse(Array(text.utf8), context: FeedParser.Context(base: base))
}

/// An RSS document around the inside of one item.
private func item(_ inside: String) -> ParsedItem {
    let feed = parse(
        """
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">\
        <channel><item>\(inside)</item></channel></rss>
        """)
    return feed.items.first ?? ParsedItem()
}

@Suite struct XMLFeedReaderTests {
    @Test(
        "Every format is known by its root",
        arguments: [
            ("<rss version='0.91'><channel><title>t</title></channel></rss>", ParsedFeed.Format.rss2, "0.91"),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'/>",
                .rdf, "1.0"
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
                    + "xmlns='http://my.netscape.com/rdf/simple/0.9/'/>", .rdf, "0.90"
            ),
            ("<feed xmlns='http://www.w3.org/2005/Atom'/>", .atom, "1.0"),
            ("<feed version='0.3' xmlns='http://purl.org/atom/ns#'/>", .atom, "0.3"),
            ("junk <?xml version='1.0'?><a:feed xmlns:a='http://www.w3.org/2005/Atom'/>", .atom, "1.0"),
        ])
    func formats(_ text: String, _ format: ParsedFeed.Format, _ version: String) {
        let feed = parse(text)
        #expect(feed.format == format)
        #expect(feed.formatVersion == version)
        #expect(feed.error == nil)
    }

    @Test("CDF gives items from attributes and elements")
    func cdf() {
        let feed = parse(
            "<CHANNEL HREF='http://a/'><TITLE>c</TITLE><ITEM HREF='http://a/1' LASTMOD='2004-04-06T23:05:43Z'>"
                + "<TITLE>i</TITLE><ABSTRACT>x</ABSTRACT></ITEM></CHANNEL>")
        #expect(feed.format == .cdf)
        #expect(feed.link == "http://a/")
        #expect(feed.items.first?.url == "http://a/1")
        #expect(feed.items.first?.updated?.rfc3339 == "2004-04-06T23:05:43Z")
        #expect(feed.items.first?.summaryHTML == "x")
    }

    @Test(
        "What is no feed says what it seems to be",
        arguments: [
            ("", "empty"), ("  \n", "empty"), ("plain words", "plain text"), ("<html><p>x</p></html>", "HTML page"),
            ("<opml version='2.0'/>", "OPML"), ("<catalog/>", "XML of another kind"), ("{\"a\":1}", "JSON"),
            ("%PDF-1.4", "PDF"),
        ])
    func notFeeds(_ text: String, _ word: String) {
        let feed = parse(text)
        #expect(feed.format == .unknown)
        #expect(feed.error?.contains(word) == true)
        #expect(feed.items.isEmpty)
    }

    @Test("An empty or compressed document is a damaged response, other documents are not")
    func damaged() {
        func reason(_ bytes: [UInt8]) -> NotAFeed? { FeedParser.parse(bytes).notAFeed }
        #expect(reason([]) == .empty && reason(Array(" \n".utf8)) == .empty)
        #expect(reason([0x1F, 0x8B, 8]) == .compressed("gzip data"))
        #expect(reason([0x28, 0xB5, 0x2F, 0xFD]) == .compressed("zstd data"))
        #expect(reason(Array("<html></html>".utf8)) == .page && reason(Array("x".utf8)) == .plainText)
        #expect(reason(Array("%PDF-1.4".utf8)) == .binary("a PDF document"))
        #expect(reason(Array("<catalog/>".utf8)) == .xml(root: "catalog") && reason(Array("{\"a\":1}".utf8)) == .json)
        #expect(NotAFeed.empty.isDamagedResponse && NotAFeed.compressed("").isDamagedResponse)
        #expect(!NotAFeed.page.isDamagedResponse && !NotAFeed.binary("").isDamagedResponse)
        #expect(reason(Array("<rss><channel/></rss>".utf8)) == nil)
    }

    @Test("Items of a feed that breaks off are kept, the open one too")
    func truncated() {
        let feed = parse(
            "<rss><channel><title>t</title><item><title>a</title></item><item><title>b</title><link>http://x")
        #expect(feed.items.map(\.title) == ["a", "b"])
        #expect(feed.items.last?.url == "http://x")
        #expect(feed.isMalformed)
    }

    @Test("An item that was never closed ends where the next begins")
    func unclosed() {
        let feed = parse("<rss><channel><item><title>a</title><item><title>b</title></item></channel></rss>")
        #expect(feed.items.map(\.title) == ["a", "b"])
    }

    @Test("RSS titles are text unless all of them is HTML")
    func titles() {
        #expect(item("<title>Q&amp;A: 1 &lt; 2</title>").title == "Q&amp;A: 1 &lt; 2")
        #expect(item("<title>&lt;b&gt;new&lt;/b&gt;</title>").title == "<b>new</b>")
        #expect(
            item("<title>the &lt;generic&gt; type&lt;/generic&gt;</title>").title?.contains("&lt;generic&gt;") == true)
        #expect(item("<title>Fish &amp;amp; chips</title>").title == "Fish &amp; chips")
    }

    @Test("Markup that was escaped twice is seen through, code that is shown is not")
    func doubleEscaping() {
        #expect(item("<description>&amp;lt;p&amp;gt;a&amp;lt;/p&amp;gt;</description>").summaryHTML == "<p>a</p>")
        let shown = "<p>Write &lt;p&gt;.</p>"
        #expect(item("<description><![CDATA[\(shown)]]></description>").summaryHTML == shown)
    }

    @Test("Markup left unescaped in a description is kept")
    func inlineMarkup() {
        let html = item("<description>a <b>bold</b> move<br>and on</description>").summaryHTML
        #expect(html == "a <b>bold</b> move<br />and on")
    }

    @Test("Content, summary and captions keep their places")
    func texts() {
        let full = item("<description>short</description><content:encoded>long</content:encoded>")
        #expect(full.contentHTML == "long")
        #expect(full.summaryHTML == "short")
        let caption = item("<description>the whole story</description><media:description>a cat</media:description>")
        #expect(caption.summaryHTML == "the whole story")
        #expect(caption.contentHTML == "<div>the whole story</div>\n<div>a cat</div>")
        let notes = item("<description>short</description><itunes:summary>all of the notes</itunes:summary>")
        #expect(notes.contentHTML == "<div>short</div>\n<div>all of the notes</div>")
    }

    @Test("A guid is the address unless it says otherwise or there is a link")
    func guids() {
        #expect(item("<guid>http://a/1</guid>").url == "http://a/1")
        #expect(item("<guid isPermaLink='false'>http://a/1</guid>").url == nil)
        #expect(item("<guid>http://a/1</guid><link>http://a/2</link>").url == "http://a/2")
        #expect(item("<guid> </guid>").id == nil)
    }

    @Test("Media, enclosures and images go where they belong")
    func media() {
        let value = item(
            "<enclosure url='http://a/e.mp3' type='audio/mpeg' length='12'/><media:thumbnail url='http://a/t.png'/>"
                + "<media:content url='http://a/m.mp4' type='video/mp4'/><itunes:duration>61</itunes:duration>")
        #expect(value.enclosures == [ParsedEnclosure(url: "http://a/e.mp3", type: "audio/mpeg", length: 12)])
        #expect(value.image == "http://a/t.png")
        #expect(value.extensions.contains { $0.name == "itunes:duration" && $0.json == "\"61\"" })
        #expect(value.extensions.contains { $0.name == "media:content" && $0.json.contains("m.mp4") })
    }

    @Test("Links may have their address between their tags, and still are what they say they are")
    func linksWithText() {
        let feed = parse(
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><link rel='self'>http://a/feed</link><entry>
            <link rel='alternate'>http://a/1</link><link rel='enclosure' type='audio/mpeg'>http://a/1.mp3</link>
            </entry></feed>
            """)
        #expect(feed.selfURL == "http://a/feed" && feed.link == nil)
        #expect(feed.items.first?.url == "http://a/1")
        #expect(feed.items.first?.enclosures == [ParsedEnclosure(url: "http://a/1.mp3", type: "audio/mpeg")])
    }

    @Test("A picture that stands for the feed is its image, whichever element says so")
    func feedPicture() {
        let media = "xmlns:media='http://search.yahoo.com/mrss/'"
        let content = "<media:content url='http://a/i.png' medium='image'/>"
        #expect(parse("<rss \(media)><channel>\(content)</channel></rss>").image == "http://a/i.png")
        #expect(
            parse("<rss \(media)><channel>\(content)<image><url>http://a/j</url></image></channel></rss>").image
                == "http://a/j")
    }

    @Test("The later language of a feed counts, a homepage is an author's address, RSS items may stand in Atom")
    func oddities() {
        let rss = parse("<rss><channel><language>en</language><language>fr</language></channel></rss>")
        #expect(rss.language == "fr")
        let atom = parse(
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><author><name>A</name><homepage>http://a/</homepage></author>
            <item><title>T</title></item></feed>
            """)
        #expect(atom.authors == [ParsedAuthor(name: "A", url: "http://a/")])
        #expect(atom.items.map(\.title) == ["T"])
    }

    @Test(
        "RSS under a default namespace of something else is RSS",
        arguments: [
            "http://www.w3.org/2005/Atom", "http://search.yahoo.com/mrss/", "http://www.w3.org/1999/xhtml", "urn:x",
        ])
    func strayNamespace(_ namespace: String) {
        let inside = """
            <title>T</title><a:link xmlns:a='http://www.w3.org/2005/Atom' rel='self' href='http://a/f'/><item>
            <title>I</title><link>http://a/1</link><guid>g</guid><pubDate>Mon, 06 May 2024 07:08:09 Z</pubDate>
            <description>d</description><enclosure url='http://a/e.mp3'/></item>
            """
        var documents = ["<rss xmlns='\(namespace)'><channel>\(inside)</channel></rss>"]
        if namespace.hasSuffix("Atom") {
            documents.append("<rss><channel xmlns='\(namespace)'>\(inside)</channel></rss>")
        }
        for feed in documents.map({ parse($0) }) {
            #expect(feed.format == .rss2 && feed.title == "T" && feed.selfURL == "http://a/f")
            let item = feed.items.first
            #expect(item?.id == "g" && item?.url == "http://a/1" && item?.title == "I" && item?.summaryHTML == "d")
            #expect(item?.published?.rfc3339 == "2024-05-06T07:08:09Z" && item?.enclosures.count == 1)
        }
    }

    @Test("Undeclared prefixes mean what they usually mean")
    func undeclared() {
        let feed = parse(
            "<rss><channel><item><content:encoded>x</content:encoded><dc:creator>me</dc:creator></item></channel></rss>"
        )
        #expect(feed.items.first?.contentHTML == "x")
        #expect(feed.items.first?.authors.first?.name == "me")
    }

    @Test("xml:base reaches links and HTML")
    func bases() {
        let feed = parse(
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a/b/'><link href='c'/><entry xml:base='d/'>"
                + "<link href='e'/><content type='html'>&lt;a href='f'&gt;g&lt;/a&gt;</content></entry></feed>")
        #expect(feed.link == "http://a/b/c")
        #expect(feed.items.first?.url == "http://a/b/d/e")
        #expect(feed.neutralJSON().contains("http://a/b/d/f"))
    }

    @Test("XHTML, text and Base64 content become HTML")
    func contentTypes() {
        func content(_ attributes: String, _ inside: String) -> String? {
            parse(
                "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content \(attributes)>\(inside)</content></entry></feed>"
            )
            .items.first?.contentHTML
        }
        #expect(
            content("type='xhtml'", "<div xmlns='http://www.w3.org/1999/xhtml'>a &lt; <b>c</b></div>")
                == "a &lt; <b>c</b>")
        #expect(content("type='text'", "a &lt;b&gt;") == "a &lt;b&gt;")
        #expect(content("type='html'", "&lt;b&gt;x&lt;/b&gt;") == "<b>x</b>")
        #expect(content("type='application/octet-stream'", "PGI+eDwvYj4=") == "<b>x</b>")
        #expect(content("type='text/plain' mode='base64'", "PGI+eDwvYj4=") == "&lt;b&gt;x&lt;/b&gt;")
        let titled = parse(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='a/b'>test</title></entry></feed>")
        #expect(titled.items.first?.title == "test")
    }

    @Test("A source's fields are not the entry's")
    func source() {
        let feed = parse(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>t</title><id>i</id><source><title>s</title><id>j</id>"
                + "</source></entry></feed>")
        #expect(feed.items.first?.title == "t")
        #expect(feed.items.first?.id == "i")
    }

    @Test(
        "People are read from every way of naming them",
        arguments: [
            ("me@example.org (Me)", "Me", "me@example.org"), ("Me (me@example.org)", "Me", "me@example.org"),
            ("Me &lt;me@example.org&gt;", "Me", "me@example.org"), ("Me", "Me", nil),
            ("me@example.org", nil, "me@example.org"),
        ] as [(String, String?, String?)])
    func people(_ text: String, _ name: String?, _ email: String?) {
        #expect(item("<author>\(text)</author>").authors == [ParsedAuthor(name: name, email: email)])
    }

    @Test("Items are handed out one by one, and an error stops the reading")
    func streaming() throws {
        struct Stop: Error {}
        let bytes = Array(
            "<rss><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>".utf8)
        var seen: [String?] = []
        let feed = FeedParser.parse(bytes) { seen.append($0.title) }
        #expect(seen == ["a", "b"])
        #expect(feed.items.isEmpty)
        #expect(throws: Stop.self) { try FeedParser.parse(bytes) { _ in throw Stop() } }
    }

    @Test("Different items under one guid are all there; a repeat that only counts up is not")
    func repeats() {
        func ids(_ first: String, _ second: String) -> [String] {
            ItemIdentity.ids(
                of: parse("<rss><channel><item>\(first)</item><item>\(second)</item></channel></rss>").items)
        }
        let guid = "<guid isPermaLink='false'>g</guid>"
        let head = guid + "<pubDate>Mon, 06 Jan 2025 10:00:00 GMT</pubDate>"
        let later = guid + "<pubDate>Tue, 07 Jan 2025 10:00:00 GMT</pubDate>"
        let (x, y) = ("<description>x</description>", "<description>y</description>")
        #expect(Set(ids(head + "<title>1</title>" + x, head + "<title>2</title>" + y)).count == 2)
        #expect(Set(ids(head + "<title>1</title>" + x, later + "<title>1</title>" + y)).count == 2)
        #expect(Set(ids(guid + "<title>1</title>" + x, guid + "<title>1</title>" + y)).count == 2)
        #expect(ids(head + "<title>n 1</title>" + x, head + "<title>n 2</title>" + x).count == 1)
        #expect(Set(ids(head + "<title>a</title>" + x, head + "<title>b</title>" + x)).count == 2)
        let (one, two) = ("<enclosure url='https://a.example/1.mp3'/>", "<enclosure url='https://a.example/2.mp3'/>")
        #expect(ids(head + x + one, head + x + two).count == 2)
        #expect(ids("<guid>g</guid>" + x, "<guid>g</guid>" + x).count == 2)
        #expect(ids(head + x, later + x) == ["g", "g"])
    }

    @Test("Dates past their month or hour carry over, in timestamps only")
    func overflow() {
        func read(_ text: String) -> Timestamp? {
            var zone: String?
            return FeedDate.parse(text, unknownZone: &zone)
        }
        #expect(read("2003-07-32T15:51:30-05:00")?.rfc3339 == "2003-08-01T20:51:30Z")
        #expect(read("2003-07-01T25:51:30-0500")?.rfc3339 == "2003-07-02T06:51:30Z")
        #expect(read("2003-07-31T15:51:30Z")?.rfc3339 == "2003-07-31T15:51:30Z")
        #expect(read("Sun, 99 Jun 2009 12:00:00 GMT") == nil)
    }
}
