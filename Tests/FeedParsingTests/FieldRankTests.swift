import Testing

@testable import FeedParsing

/// Which of several elements gives a field, and where the others are kept.
@Suite struct FieldRankTests {
    private let namespaces = """
        xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" \
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        """

    private func rss(_ item: String, channel: String = "") -> ParsedFeed {
        parse("<rss version='2.0' \(namespaces)><channel>\(channel)<item>\(item)</item></channel></rss>")
    }

    private func atom(_ entry: String) -> ParsedItem? {
        parse("<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title><entry>\(entry)</entry></feed>").items.first
    }

    private func parse(_ text: String) -> ParsedFeed {
        FeedParser.parse(
            Array(text.utf8), context: FeedParser.Context(base: "https://x.example/feed.xml"))
    }

    private func kept(_ extensions: [(name: String, json: String)]?) -> String {
        (extensions ?? []).map { $0.name + "=" + $0.json }.joined(separator: " ")
    }

    @Test(
        "The link of RSS is the address, whatever atom:link is beside it",
        arguments: [
            "<link>https://x.example/1</link><atom:link rel='alternate' hreflang='fr' href='https://x.example/fr'/>",
            "<link>https://x.example/1</link><atom:link href='https://x.example/atom'/>",
            "<atom:link rel='alternate' href='https://x.example/amp'/><link>https://x.example/1</link>",
            "<atom:link rel='alternate' href='https://x.example/1'/>",
            "<atom:link rel='alternate' href='https://x.example/1'/><atom:link hreflang='fr' href='https://x.example/fr'/>",
        ])
    func rssLink(_ links: String) {
        let feed = rss("<title>T</title>" + links, channel: links)
        #expect(feed.items.first?.url == "https://x.example/1")
        #expect(feed.link == "https://x.example/1")
    }

    @Test("Of Atom's alternates the one in the feed's language is the address; the others are kept")
    func atomLanguages() {
        let item = atom(
            "<link href='https://x.example/1'/><link rel='alternate' hreflang='fr' href='https://x.example/fr'/>")
        #expect(item?.url == "https://x.example/1")
        let alternates = kept(item?.extensions)
        #expect(alternates.contains("https://x.example/fr"))
    }

    @Test("The authors of an entry's source apply if it has none of its own")
    func sourceAuthors() {
        let source =
            "<source><title>S</title><author><name>Ada Roe</name><email>a@x.example</email></author>"
            + "<author><name>Bo Poe</name></author></source>"
        #expect(
            atom(source)?.authors
                == [ParsedAuthor(name: "Ada Roe", email: "a@x.example"), ParsedAuthor(name: "Bo Poe")])
        #expect(atom(source + "<author><name>Own</name></author>")?.authors == [ParsedAuthor(name: "Own")])
        let authors = kept(atom(source)?.extensions)
        #expect(authors.contains("Ada Roe"))
    }

    @Test("The language of an entry or its title counts without content")
    func languages() {
        #expect(atom("<title xml:lang='fr'>T</title>")?.language == "fr")
        let feed = parse(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry xml:lang='de'><title>T</title></entry></feed>")
        #expect(feed.items.first?.language == "de")
    }

    @Test("An enclosure with a blank address has none", arguments: ["", "  ", "\n"])
    func blankEnclosures(_ url: String) {
        #expect(rss("<enclosure url='\(url)' type='audio/mpeg'/>").items.first?.enclosures.map(\.url) == [""])
        #expect(atom("<link rel='enclosure' href='\(url)'/>")?.enclosures == [])
        let media = rss(
            "<media:group><media:content url='\(url)' type='video/mp4'/><media:thumbnail url='\(url)'/></media:group>")
        #expect(media.items.first?.enclosures == [])
        #expect(media.items.first?.image == nil)
        let extensions = kept(media.items.first?.extensions)
        #expect(!extensions.contains("feed.xml"))
    }

    @Test("media:content of audio and video is an enclosure, unless there is one")
    func playableMedia() {
        let media = "<media:content url='https://x.example/e.mp3' type='audio/mpeg' fileSize='99' duration='185'/>"
        let item = rss(media).items.first
        #expect(item?.enclosures == [ParsedEnclosure(url: "https://x.example/e.mp3", type: "audio/mpeg", length: 99)])
        #expect(
            kept(item?.extensions)
                == #"media:content=[{"url":"https://x.example/e.mp3","type":"audio/mpeg","length":99,"duration":"185"}]"#
        )
        let enclosure = "<enclosure url='https://x.example/a.mp3' type='audio/mpeg'/>"
        #expect(rss(enclosure + media).items.first?.enclosures.map(\.url) == ["https://x.example/a.mp3"])
        #expect(rss("<media:content url='https://x.example/v' medium='video'/>").items.first?.enclosures.count == 1)
        #expect(rss("<media:content url='https://x.example/p.jpg' medium='image'/>").items.first?.enclosures == [])
        #expect(rss("<media:content url='https://x.example/e.mp3?x=1'/>").items.first?.enclosures.count == 1)
        let untyped = "<media:content url='https://x.example/v' type='application/octet-stream' medium='video'/>"
        #expect(rss(untyped).items.first?.enclosures.count == 1)
        let player = "<media:content url='https://x.example/v' type='text/html' medium='video'/>"
        #expect(rss(player).items.first?.enclosures == [])
    }

    @Test("The values of several elements that have one field are kept, in items and feeds")
    func severalElements() {
        let item = rss(
            """
            <guid>urn:g</guid><dc:identifier>urn:d</dc:identifier><title>T</title><media:group><media:title>M</media:title></media:group>
            <description>one</description><atom:summary>two</atom:summary><content:encoded
             xmlns:content='http://purl.org/rss/1.0/modules/content/'>three</content:encoded>
            <itunes:image href='https://x.example/i.png'/><image><url>https://x.example/j.png</url></image>
            <enclosure url='https://x.example/a.mp3' type='audio/mpeg' length='-1' title='Part one'/>
            """
        ).items.first
        let text = kept(item?.extensions)
        for value in [#"dc:identifier="urn:d""#, #"media:title="M""#, #"atom:summary="two""#, #""title":"Part one""#] {
            #expect(text.contains(value), "\(value) in \(text)")
        }
        #expect(item?.summaryHTML == "one" && item?.contentHTML == "three" && !text.contains("=\"one\""))
        #expect(item?.enclosures == [ParsedEnclosure(url: "https://x.example/a.mp3", type: "audio/mpeg")])
        let feed = rss(
            "",
            channel: """
                <copyright>C</copyright><dc:rights>R</dc:rights><image><url>https://x.example/i.png</url></image>
                <itunes:image href='https://x.example/large.png'/><generator uri='https://g.example/' version='7'>G</generator>
                """)
        let values = kept(feed.extensions)
        for value in [#"dc:rights="R""#, #"itunes:image="https://x.example/large.png""#, #""version":"7""#] {
            #expect(values.contains(value), "\(value) in \(values)")
        }
        #expect(feed.copyright == "C" && feed.generator == "G" && !values.contains(#"copyright="C""#))
    }

    @Test("Values of an item without a field are kept: rights, categories, media and thumbnails")
    func itemValues() {
        let item = rss(
            """
            <dc:rights>All mine</dc:rights><category domain='urn:topics'>Birds</category><category>Plain</category>
            <media:content url='https://x.example/v.mp4' type='video/mp4' width='640'/>
            <media:thumbnail url='https://x.example/a.jpg'/><media:thumbnail url='https://x.example/b.jpg' width='9'/>
            <generator>G</generator><itunes:author>I</itunes:author><dc:creator>D</dc:creator>
            """
        ).items.first
        let text = kept(item?.extensions)
        for value in [
            #"dc:rights="All mine""#, #"category={"domain":"urn:topics","#, #""width":"640""#,
            "https://x.example/b.jpg", #"generator="G""#, #"itunes:author="I""#,
        ] { #expect(text.contains(value), "\(value) in \(text)") }
        #expect(
            item?.tags == ["Birds", "Plain"] && !text.contains("Plain") && item?.image == "https://x.example/a.jpg")
        let entry = atom("<rights>CC0</rights><category term='k' scheme='urn:c' label='Lens'/><category term='p'/>")
        #expect(entry?.tags == ["k", "p"])
        #expect(kept(entry?.extensions) == #"rights="CC0" category={"term":"k","scheme":"urn:c","label":"Lens"}"#)
    }

    @Test("Values of a feed without a field are kept: the image's, summaries, content and weak authors")
    func feedValues() {
        let feed = rss(
            "",
            channel: """
                <title>F</title><description>D</description><itunes:summary>Longer D</itunes:summary>
                <image><url>https://x.example/i.png</url><title>Heron</title><link>https://x.example/h</link>
                <description>By the lake</description><width>88</width></image>
                <managingEditor>m@x.example (M)</managingEditor><webMaster>w@x.example (W)</webMaster>
                """)
        #expect(feed.image == "https://x.example/i.png")
        let text = kept(feed.extensions)
        for value in ["Heron", "https://x.example/h", "By the lake", #""width":"88""#, "Longer D", "w@x.example"] {
            #expect(text.contains(value), "\(value) in \(text)")
        }
        let plain = rss("", channel: "<image><url>https://x.example/i.png</url></image>")
        #expect(plain.extensions.isEmpty)
    }

    @Test(
        "Markup in the name of an author is left out",
        arguments: [
            (
                "&lt;a href=&quot;https://p.example/?a=R&quot;&gt;Jane Roe&lt;/a&gt;, &lt;a&gt;Ana Poe&lt;/a&gt;",
                "Jane Roe, Ana Poe"
            ),
            ("&lt;b&gt;Jane&lt;/b&gt;", "Jane"), ("Jane &amp;amp; Bo", "Jane & Bo"), ("Jane&lt;br/&gt;Roe", "Jane Roe"),
            ("&amp;lt;i&amp;gt;Jane&amp;lt;/i&amp;gt;", "Jane"), ("Jane &lt;3", "Jane <3"), ("R&amp;D", "R&D"),
        ])
    func markupInNames(_ text: String, _ name: String) {
        #expect(rss("<dc:creator>\(text)</dc:creator>").items.first?.authors == [ParsedAuthor(name: name)])
        #expect(atom("<author><name>\(text)</name></author>")?.authors == [ParsedAuthor(name: name)])
    }

    @Test("A mail address in angle brackets or in a link is no markup to leave out")
    func mailInNames() {
        let author = ParsedAuthor(name: "Jane", email: "j@x.example")
        for text in ["Jane &lt;j@x.example&gt;", "&lt;a href='mailto:j@x.example'&gt;Jane&lt;/a&gt;"] {
            #expect(rss("<dc:creator>\(text)</dc:creator>").items.first?.authors == [author])
        }
    }
}
