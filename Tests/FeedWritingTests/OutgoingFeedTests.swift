import FeedParsing
import Formats
import Testing

@testable import FeedWriting

/// What is written is read again: by this project's own parsers, without a repair.
@Suite struct OutgoingFeedTests {
    private static let hostile = "a < b & \"c\" ]]> \u{1} \u{FFFE} 全文 😀 <script>alert(1)</script>"

    private static var feed: OutgoingFeed {
        var first = OutgoingFeed.Entry(
            id: EntryID.urn("article", "https://example.org/f", "1"), title: hostile, updated: 1_715_000_000,
            content: .html("<p>of the <b>lake</b> &amp; \(hostile)</p>"))
        first.url = "https://example.org/1?a=b&c=\"d\""
        first.author = "Ann & Bo"
        first.published = 1_714_000_000
        first.tags = ["birds", "a&b"]
        first.enclosures = [.init(url: "https://example.org/a.mp3", type: "audio/mpeg", length: 12)]
        let second = OutgoingFeed.Entry(
            id: EntryID.urn("article", "https://example.org/f", "2"), title: "", updated: 0,
            content: .text("plain < text"))
        var feed = OutgoingFeed(
            id: EntryID.urn("search", "Foxes"), title: hostile, subtitle: "red & brown", updated: 1_715_000_000,
            entries: [first, second])
        feed.homeURL = "https://feeds.example.org/"
        feed.selfURL = "https://feeds.example.org/feeds/x/saved/a.atom?q=1&limit=2"
        return feed
    }

    @Test("Each form is read as what was written", arguments: FeedFormat.allCases)
    func read(format: FeedFormat) throws {
        let bytes = Self.feed.write(as: format)
        let parsed = FeedParser.parse(bytes)
        #expect(parsed.format.rawValue.hasPrefix(format.rawValue), "\(parsed.format)")
        #expect(!parsed.isMalformed && parsed.error == nil && parsed.warnings.isEmpty, "\(parsed.warnings)")
        #expect(parsed.items.count == 2)
        let first = try #require(parsed.items.first)
        #expect(first.id == Self.feed.entries[0].id && first.url == Self.feed.entries[0].url)
        #expect(first.published?.seconds == 1_714_000_000)
        #expect(first.title?.contains("全文 😀") == true)
        #expect((first.contentHTML ?? first.summaryHTML)?.contains("<b>lake</b>") == true)
        #expect(first.tags == ["birds", "a&b"] && first.enclosures.first?.url == "https://example.org/a.mp3")
        #expect(
            String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
                $0.value >= 0x20 || "\n\t".unicodeScalars.contains($0)
            })
    }

    @Test("The same feed gives the same bytes; names are the same for the same article alone")
    func stable() {
        for format in FeedFormat.allCases { #expect(Self.feed.write(as: format) == Self.feed.write(as: format)) }
        #expect(EntryID.urn("article", "a", "bc") != EntryID.urn("article", "ab", "c"))
        #expect(EntryID.urn("article", "a", "b") == EntryID.urn("article", "a", "b"))
        #expect(EntryID.urn("article", "a", "b").hasPrefix("urn:uuid:"))
    }

    @Test("Only addresses of the web are given on")
    func links() {
        #expect(WebLink.address("HTTPS://example.org/ä") == "HTTPS://example.org/ä")
        for text in ["javascript:alert(1)", "file:///etc/passwd", "https://a b", "http://a\nb", "", "data:text/html,x"]
        {
            #expect(WebLink.address(text) == nil)
        }
    }
}
