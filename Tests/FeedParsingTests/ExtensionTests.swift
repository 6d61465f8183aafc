import Testing

@testable import FeedParsing

@Suite struct ExtensionTests {
    private func item(_ inside: String, channel: String = "") -> (feed: ParsedFeed, item: ParsedItem) {
        let text = """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
             xmlns:media="http://search.yahoo.com/mrss/" xmlns:psc="http://podlove.org/simple-chapters">
            <channel>\(channel)<item>\(inside)</item></channel></rss>
            """
        let feed = FeedParser.parse(Array(text.utf8))
        return (feed, feed.items.first ?? ParsedItem())
    }

    private func value(_ name: String, _ list: [(name: String, json: String)]) -> String? {
        list.first { $0.name == name }?.json
    }

    @Test("An extension keeps its elements, attributes and texts, nested as they are")
    func nested() {
        let (feed, item) = item(
            "<psc:chapters version='1.2'><psc:chapter start='0' title='A'/><psc:chapter start='9'>B</psc:chapter></psc:chapters>",
            channel:
                "<itunes:owner><itunes:name>N</itunes:name><itunes:email>n@example.org</itunes:email></itunes:owner>")
        #expect(
            value("psc:chapters", item.extensions)
                == ##"{"version":"1.2","psc:chapter":[{"start":"0","title":"A"},{"start":"9","#text":"B"}]}"##)
        #expect(
            value("itunes:owner", feed.extensions) == #"{"itunes:name":"N","itunes:email":"n@example.org"}"#)
    }

    @Test("What stands in an unknown element is neither the item's title nor its text")
    func foreign() {
        let (_, item) = item(
            "<og><title>not this</title><description>nor this</description></og><title>t</title><description>d</description>"
        )
        #expect(item.title == "t")
        #expect(item.summaryHTML == "d")
        #expect(item.contentHTML == nil)
        #expect(value("og", item.extensions) == #"{"title":"not this","description":"nor this"}"#)
    }

    @Test("Contributors, sources and links that have no field are kept")
    func atom() {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><title>t</title>
            <contributor><name>C</name></contributor><link rel="via" href="http://v.example/"/>
            <source><title>S</title><entry/></source></entry></feed>
            """
        let item = FeedParser.parse(Array(text.utf8)).items[0]
        #expect(item.title == "t")
        #expect(value("contributor", item.extensions) == #"{"name":"C"}"#)
        #expect(value("source", item.extensions) == #"{"title":"S"}"#)
        #expect(value("link", item.extensions) == #"{"rel":"via","href":"http://v.example/"}"#)
    }

    @Test("Bare HTML in an item swallows nothing that follows it")
    func strayMarkup() {
        let (_, item) = item("<br><title>t</title><p><link>http://a.example/</link>")
        #expect(item.title == "t")
        #expect(item.url == "http://a.example/")
    }

    @Test("Depth and number of elements are bounded, and what follows is read")
    func bounds() {
        let deep = String(repeating: "<x:a>", count: 400) + "t" + String(repeating: "</x:a>", count: 400)
        let wide = "<x:w>" + String(repeating: "<x:b c='d'/>", count: 5_000) + "</x:w>"
        let (_, item) = item(deep + wide + "<title>t</title>")
        #expect(item.title == "t")
        #expect(item.extensions.count == 2)
        for entry in item.extensions { #expect((try? JSONValue.parseStrictly(Array(entry.json.utf8))) != nil) }
    }

    @Test("A caption beside a description is part of the content, and a copy of it is not")
    func captions() {
        let (_, captioned) = item(
            "<description>What happened.</description><media:description>A square in May.</media:description>")
        #expect(captioned.summaryHTML == "What happened.")
        #expect(captioned.contentHTML == "<div>What happened.</div>\n<div>A square in May.</div>")
        let (_, copied) = item(
            "<description>&lt;p>One two three four five.&lt;/p></description><itunes:summary>One two three four five.</itunes:summary>"
        )
        #expect(copied.contentHTML == nil)
        let (_, longer) = item(
            "<description>One two three…</description><itunes:summary>One two three four five.</itunes:summary>")
        #expect(longer.contentHTML == "One two three four five.")
    }

    @Test(
        "A description of Media RSS is plain text unless its type is HTML: brackets and lines stay",
        arguments: ["", " type=\"plain\"", " type=\"text/plain\""])
    func mediaDescription(_ type: String) {
        let text = "A List&lt;Egg> of &lt;b>bold&lt;/b> &amp;amp;\n00:00 Intro\n\n01:30 End"
        let (_, plain) = item("<media:group><media:description\(type)>\(text)</media:description></media:group>")
        let html = plain.summaryHTML ?? ""
        #expect(
            html == "A List&lt;Egg&gt; of &lt;b&gt;bold&lt;/b&gt; &amp;amp;<br>\n00:00 Intro<br>\n<br>\n01:30 End",
            "\(html)")
        let (_, marked) = item("<media:description type=\"html\">a &lt;b>bold&lt;/b> word</media:description>")
        #expect(marked.summaryHTML == "a <b>bold</b> word")
    }

    @Test("Plain text of the type text/plain keeps its lines, in Atom and in RSS")
    func plainLines() {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="text/plain">one &lt;i>\ntwo</content></entry>
            <entry><summary type="text/plain">one\r\ntwo</summary><title type="text/plain">a\nb</title></entry></feed>
            """
        let items = FeedParser.parse(Array(text.utf8)).items
        #expect(items[0].contentHTML == "one &lt;i&gt;<br>\ntwo")
        #expect(items[1].summaryHTML == "one<br>\ntwo")
        #expect(items[1].title?.contains("<br>") == false)
        let (_, rss) = item("<description type=\"text/plain\">one\ntwo</description>")
        #expect(rss.summaryHTML == "one<br>\ntwo")
    }

    @Test("A time zone that is not known is reported once, in each kind of feed")
    func unknownZones() {
        let (feed, _) = item(
            "<pubDate>Mon, 06 May 2024 07:08:09 XQZT</pubDate><dc:date>Mon, 06 May 2024 07:08:09 XQZT</dc:date>")
        #expect(feed.unknownZones.names == ["XQZT"])
        #expect(feed.warnings.filter { $0.contains("XQZT") }.count == 1)
        let json = """
            {"version":"https://jsonfeed.org/version/1.1","title":"t","items":[
            {"id":"1","content_text":"x","date_published":"Mon, 06 May 2024 07:08:09 XQZT"},
            {"id":"2","content_text":"x","date_modified":"Mon, 06 May 2024 07:08:09 XQZT"},
            {"id":"3","content_text":"x","date_published":"Mon, 06 May 2024 07:08:09 PST"}]}
            """
        let parsed = FeedParser.parse(Array(json.utf8))
        #expect(parsed.unknownZones.names == ["XQZT"] && parsed.items[0].published != nil)
        #expect(parsed.warnings.filter { $0.contains("XQZT") }.count == 1)
    }

    @Test("xml:base inside XHTML content counts for its element alone")
    func innerBase() {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/"><entry><content type="xhtml">
            <div xmlns="http://www.w3.org/1999/xhtml"><p xml:base="https://b.example/x/"><a href="one">1</a></p>
            <p><a href="two">2</a></p><div xml:base="c/"><p xml:base="d/"><img src="three.png"/></p></div></div>
            </content></entry></feed>
            """
        let html = FeedParser.parse(Array(text.utf8)).sanitized().items[0].contentHTML ?? ""
        #expect(html.contains("https://b.example/x/one") && html.contains("https://a.example/two"), "\(html)")
        #expect(html.contains("https://a.example/c/d/three.png"), "\(html)")
    }

    @Test("With a content of its own, an item keeps its caption as an extension")
    func spare() {
        let (_, item) = item(
            "<content:encoded>&lt;p>c&lt;/p></content:encoded><description>d</description><media:description>m</media:description>"
        )
        #expect(item.contentHTML == "<p>c</p>")
        #expect(value("media:description", item.extensions) == "\"m\"")
    }

    @Test("A picture that is an entry's content is shown")
    func picture() {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="image/png">
            iVBORw0K
            Ggo=</content></entry><entry><content type="image/svg+xml"><s:svg xmlns:s="u">t</s:svg></content></entry></feed>
            """
        let items = FeedParser.parse(Array(text.utf8)).items
        #expect(items[0].contentHTML == "<img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"\">")
        #expect(items[1].contentHTML == "t")
    }

    @Test(
        "Words where a picture or a file should be stay words",
        arguments: ["image/jpeg", "application/pdf", "multipart/mixed"])
    func prose(_ type: String) {
        let text =
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='\(type)'>\n insert image here</content></entry></feed>"
        #expect(FeedParser.parse(Array(text.utf8)).items.first?.contentHTML == "insert image here")
    }

    @Test("A creator is a name, or a person with one; what else is said of the person is not part of it")
    func creators() {
        let (_, plain) = item("<dc:creator><![CDATA[A (a@a.example)]]></dc:creator><dc:creator>B</dc:creator>")
        #expect(plain.authors == [ParsedAuthor(name: "A", email: "a@a.example"), ParsedAuthor(name: "B")])
        let (_, person) = item(
            "<dc:creator><foaf:Person><foaf:name>C</foaf:name><description>Nice.</description></foaf:Person></dc:creator>"
        )
        #expect(person.authors == [ParsedAuthor(name: "C")])
        #expect(person.summaryHTML == nil)
    }

    @Test("Lists around categories, authors and enclosures do not hide them")
    func lists() {
        let (_, item) = item("<categories><category>a</category><category>b</category></categories><title>t</title>")
        #expect(item.tags == ["a", "b"])
        #expect(item.title == "t")
    }

    @Test("A title about a tag keeps its words; a script in one does not")
    func titles() {
        func title(_ html: String) -> String? {
            let text =
                "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='html'>\(html)</title></entry></feed>"
            return FeedParser.parse(Array(text.utf8)).items.first?.title
        }
        #expect(title("&lt;title> explained") == "&lt;title&gt; explained")
        #expect(title("&lt;b>bold&lt;/b>") == "<b>bold</b>")
    }

    @Test("A category is called by its term, else its text, else its label")
    func categories() {
        let (_, item) = item(
            "<category term='t' label='l'/><category label='only'/><media:category label='l2'>text</media:category>")
        #expect(item.tags == ["t", "only", "text"])
    }

    @Test("CDF takes addresses from its BASE, and an icon from its logo")
    func cdf() {
        let text = """
            <CHANNEL BASE="http://a.example/b/"><TITLE>T</TITLE><LOGO HREF="l.gif" STYLE="ICON"/>
            <ITEM HREF="1"><TITLE>I</TITLE></ITEM></CHANNEL>
            """
        let feed = FeedParser.parse(Array(text.utf8))
        #expect(feed.format == .cdf)
        #expect(feed.items.first?.url == "http://a.example/b/1")
        #expect(feed.icon == "http://a.example/b/l.gif")
    }
}
