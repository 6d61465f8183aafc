import Formats
import Foundation
import Testing

@testable import FeedParsing

@Suite struct JSONFeedWriterTests {
    /// All that JSON Feed has a place for, in a form that can be compared.
    private func picture(_ feed: ParsedFeed) -> [String] {
        var lines = ["\([feed.id, feed.title, feed.link, feed.selfURL, feed.description, feed.language])"]
        lines.append("\([feed.icon, feed.image, feed.nextURL]) \(feed.authors) \(feed.hubs)")
        lines += feed.extensions.map { "\($0)" }.sorted()
        for item in feed.items {
            lines.append(
                "\([item.id, item.url, item.title, item.contentHTML, item.summaryHTML, item.language, item.image])")
            lines.append("\(item.authors) \(item.published?.seconds ?? 0) \(item.updated?.seconds ?? 0) \(item.tags)")
            lines.append("\(item.enclosures)")
            lines += item.extensions.map { "\($0)" }.sorted()
        }
        return lines
    }

    @Test("A feed that is written and read again is the same, extensions and all")
    func roundTrip() {
        var generator = SplitMix(seed: 6)
        for _ in 0..<300 {
            let first = FeedParser.parse(JSONFeedWriter.write(randomFeed(&generator)))
            let bytes = JSONFeedWriter.write(first)
            let second = FeedParser.parse(bytes)
            #expect(picture(first) == picture(second))
            #expect(JSONFeedWriter.write(second) == bytes)
        }
    }

    @Test("Every field that JSON Feed has comes back as it was")
    func everyField() throws {
        var feed = ParsedFeed()
        feed.title = "a &amp; b"
        feed.link = "https://a.example/"
        feed.selfURL = "https://a.example/feed"
        feed.description = "d &lt; e"
        feed.language = "zh-Hans"
        (feed.icon, feed.image) = ("https://a.example/i", "https://a.example/j")
        feed.nextURL = "https://a.example/2"
        feed.authors = [ParsedAuthor(name: "A", url: "https://a.example/a"), ParsedAuthor(email: "b@a.example")]
        feed.hubs = ["https://hub.example/"]
        feed.extensions = [("_x", "{\"y\":1.0}"), ("expired", "true"), ("itunes:block", "\"yes\"")]
        var item = ParsedItem()
        item.id = "1"
        item.url = "https://a.example/1"
        item.title = "x &lt;b&gt; y"
        item.contentHTML = "<p>c</p>"
        item.summaryHTML = "s &amp; t"
        item.published = Timestamp(year: 2024, month: 5, day: 6, hour: 7)
        item.updated = Timestamp(year: 2024, month: 5, day: 7)
        item.language = "en"
        item.image = "https://a.example/1.png"
        item.tags = ["t", "u"]
        item.authors = [ParsedAuthor(name: "C")]
        item.enclosures = [ParsedEnclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", length: 7)]
        item.extensions = [("_p", "[1]"), ("external_url", "\"https://e.example/\""), ("media:thumbnail", "{}")]
        feed.items = [item]
        let bytes = JSONFeedWriter.write(feed)
        #expect(picture(FeedParser.parse(bytes)) == picture(feed))
        #expect(JSONFeedValidator.validate(bytes).isEmpty)
    }

    @Test("What JSON Feed has no field for comes back as well: dates, tags, markup, mail, repeated ids")
    func beyondJSONFeed() throws {
        var feed = ParsedFeed()
        feed.id = "urn:feed"
        feed.title = "<b>bold</b>"
        feed.selfURL = "https://a.example/feed"
        feed.copyright = "&copy; <i>us</i>"
        feed.generator = "G 1.0"
        feed.published = Timestamp(year: 2024, month: 1, day: 2)
        feed.updated = Timestamp(year: 2024, month: 1, day: 3)
        feed.tags = ["t"]
        (feed.refreshMinutes, feed.skipHours, feed.skipDays) = (60, [0, 23], [6])
        feed.authors = [ParsedAuthor(name: "A", email: "a@a.example", url: "https://a.example/a")]
        feed.extensions = [("link", "{\"rel\":\"via\"}"), ("link", "{\"rel\":\"edit\"}")]
        for text in ["x", "y"] {
            var item = ParsedItem()
            item.id = "same"
            item.title = "<em>\(text)</em>"
            item.summaryHTML = "<p>\(text)</p>"
            item.enclosures = [ParsedEnclosure(url: "https://a.example/1.mp3")]
            feed.items.append(item)
        }
        feed.items.append(ParsedItem())
        let bytes = JSONFeedWriter.write(feed)
        #expect(JSONFeedValidator.validate(bytes).isEmpty)
        let again = FeedParser.parse(bytes)
        var same = again
        same.format = feed.format
        same.formatVersion = nil
        let expected = try JSONValue.parseStrictly(Array(feed.neutralJSON(sanitize: false).utf8))
        let value = try JSONValue.parseStrictly(Array(same.neutralJSON(sanitize: false).utf8))
        #expect(value == expected)
        #expect((again.refreshMinutes, again.skipHours, again.skipDays) == (60, [0, 23], [6]))
        #expect(again.items.map(\.id) == ["same", "same", nil])
        #expect(JSONFeedWriter.write(again) == bytes)
    }

    @Test("A feed with nothing in it still has a version, a title, ids and contents")
    func requiredMembers() throws {
        var feed = ParsedFeed()
        var podcast = ParsedItem()
        podcast.title = "p"
        podcast.enclosures = [ParsedEnclosure(url: "https://a.example/x.mp3?y=1"), ParsedEnclosure(url: "")]
        feed.items = [ParsedItem(), podcast]
        let bytes = JSONFeedWriter.write(feed)
        #expect(JSONFeedValidator.validate(bytes).isEmpty)
        let items = try JSONValue.parseStrictly(bytes)["items"]?.array
        #expect(items?[0]["id"]?.string?.isEmpty == false)
        #expect(items?[0]["id"] != items?[1]["id"])
        #expect(items?[1]["attachments"]?.array?.map { $0["mime_type"]?.string } == ["audio/mpeg"])
        #expect(bytes == JSONFeedWriter.write(feed))
    }

    @Test("Markup in titles becomes plain text, and blanks in addresses are encoded")
    func plainTitles() throws {
        var feed = ParsedFeed()
        feed.title = "<b>bold</b> &amp; &eacute;"
        feed.link = "https://a.example/a b"
        feed.language = "en_US"
        let value = try JSONValue.parseStrictly(JSONFeedWriter.write(feed))
        #expect(value["title"]?.string == "bold & é")
        #expect(value["home_page_url"]?.string == "https://a.example/a%20b")
        #expect(value["language"]?.string == "en-US")
    }

    @Test("Whatever stands in a feed, what is written is a valid JSON Feed")
    func alwaysValid() {
        var generator = SplitMix(seed: 7)
        for _ in 0..<300 {
            let violations = JSONFeedValidator.validate(JSONFeedWriter.write(randomFeed(&generator)))
            #expect(violations == [])
        }
    }

    private func randomFeed(_ generator: inout SplitMix) -> ParsedFeed {
        let texts: [String?] = [
            nil, "", " ", "x", "a & b", "a &lt; b", "<i>k</i>", "\u{0}\u{1F}\u{202E}", "https://a.example/p q", "é😀\n2",
            "en_US", "&amp;amp;", "a < b", "mailto:x@y", "/rel",
        ]
        let jsons = [
            "1", "\"t\"", "{\"a\":[null]}", "[{\"name\":\"n\",\"avatar\":\"v\"}]", "[{}]", "not json", "true",
            "{\"a\":1,\"a\":2}",
        ]
        let names = [
            "_a", "_", "", "authors", "hubs", "attachments", "expired", "title", "_extensions", "dc:x", "id", "items",
        ]
        func text() -> String? { texts.randomElement(using: &generator) ?? nil }
        func extensions() -> [(name: String, json: String)] {
            (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                (names.randomElement(using: &generator) ?? "", jsons.randomElement(using: &generator) ?? "")
            }
        }
        var feed = ParsedFeed()
        (feed.title, feed.link, feed.selfURL, feed.description) = (text(), text(), text(), text())
        (feed.language, feed.icon, feed.image, feed.nextURL) = (text(), text(), text(), text())
        feed.authors = [ParsedAuthor(name: text(), email: text(), url: text())]
        feed.hubs = [text()].compactMap(\.self)
        if feed.nextURL == feed.selfURL { feed.nextURL = nil }
        feed.extensions = extensions()
        for _ in 0..<Int.random(in: 0..<4, using: &generator) {
            var item = ParsedItem()
            (item.id, item.url, item.title, item.contentHTML) = (text(), text(), text(), text())
            (item.summaryHTML, item.language, item.image) = (text(), text(), text())
            item.published = Timestamp(seconds: Int64.random(in: CivilTime.fourDigitYears, using: &generator))
            item.tags = [text()].compactMap(\.self)
            item.authors = [ParsedAuthor(name: text(), email: text(), url: text())]
            item.enclosures = [text()].compactMap { $0 }.map { ParsedEnclosure(url: $0, type: text(), length: -1) }
            item.extensions = extensions()
            feed.items.append(item)
        }
        return feed
    }
}
