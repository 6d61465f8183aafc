import Foundation
import TestSupport
import Testing

@testable import FeedParsing

/// The folder of third-party test material beside the package; absent in most clones.
private let shared: URL? = {
    let named = ProcessInfo.processInfo.environment["FEEDSEARCH_SHARED"].map { URL(filePath: $0) }
    let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared")
    return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
}()

@Suite struct HostileFeedTests {
    private static let seed = """
        <?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
        <channel><title>题 &amp; t</title><link>http://a/</link><item><title>é</title><guid isPermaLink="false">g</guid>
        <description><![CDATA[<p>x</p>]]></description><content:encoded>&lt;b&gt;y&lt;/b&gt;</content:encoded>
        <pubDate>Mon, 06 Jan 2025 10:00:00 GMT</pubDate><author>a@b.c (d)</author></item></channel></rss>
        """

    @Test("Damaged documents give valid JSON, never a crash")
    func damaged() throws {
        var generator = SystemRandomNumberGenerator()
        let seeds = [
            Array(Self.seed.utf8),
            Array("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":1}]}".utf8),
        ]
        for round in 0..<2_000 {
            var bytes = seeds[round % 2]
            for _ in 0..<Int.random(in: 1...8, using: &generator) where bytes.count > 1 {
                let at = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(contentsOf: bytes[at..<min(at + 20, bytes.count)], at: at)
                default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0...40, using: &generator)))
                }
            }
            let json = FeedParser.parse(bytes).neutralJSON()
            _ = try #require(try? JSONSerialization.jsonObject(with: Data(json.utf8)), "\(bytes)")
        }
    }

    @Test(
        "Hostile shapes take linear time and bounded memory",
        arguments: [
            ("<rss><channel><item><description>", "<a>", ""), ("<rss><channel>", "<item>", ""),
            ("<rss><channel><item><title>", "&amp;lt;", ""), ("<rss><channel><item><author>", "a@", "</author>"),
            ("<feed><entry><content type='xhtml'>", "<div>", ""), ("<rss><channel><item>", "<x:y a='b'>1</x:y>", ""),
            ("<rss ", "xmlns:a='b' ", "><channel/></rss>"), ("<rss><channel><item><itunes:keywords>", ",a", ""),
            ("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":", "[", ""), ("{\"items\":[", "{},", ""),
        ])
    func linear(_ head: String, _ piece: String, _ tail: String) {
        let bytes =
            Array(head.utf8) + Array(repeatElement(Array(piece.utf8), count: 100_000).joined()) + Array(tail.utf8)
        let spent = processorTime { _ = FeedParser.parse(bytes) { _ in } }
        #expect(spent < .seconds(10))
    }

    @Test("Entities of a document stand for a few characters, never for each other or for a file")
    func entities() {
        let text =
            "<!DOCTYPE rss [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'><!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
            + "<rss><channel><title>&a;&b;&x;</title></channel></rss>"
        #expect(FeedParser.parse(Array(text.utf8)).title == "aaaa&amp;b;&amp;x;")
    }

    @Test("Text of one element is cut at its limit")
    func longText() {
        let bytes = Array("<rss><channel><item><description>".utf8) + [UInt8](repeating: 0x61, count: 40 << 20)
        #expect(FeedParser.parse(bytes).items.first?.summaryHTML?.utf8.count == TextCapture.maxBytes)
    }

    @Test("All real feeds give valid JSON", .enabled(if: shared != nil, "test material ../shared is not there"))
    func realFeeds() throws {
        let root = try #require(shared).appending(path: "conformance/feeds")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where !file.hasDirectoryPath {
            let json = FeedParser.parse([UInt8](try Data(contentsOf: file))).neutralJSON()
            #expect((try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil, "\(file.path)")
            count += 1
        }
        #expect(count > 900)
    }
}
