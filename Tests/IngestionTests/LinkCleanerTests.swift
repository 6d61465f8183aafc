import Articles
import FeedParsing
import Foundation
import SQLiteEngine
import Testing

@testable import Ingestion

@Suite struct LinkCleanerTests {
    @Test(
        arguments: [
            ("https://a.example/p?utm_source=rss&id=1&utm_medium=feed", "https://a.example/p?id=1"),
            ("https://a.example/p?utm_source=rss", "https://a.example/p"),
            ("https://a.example/p?fbclid=x#part", "https://a.example/p#part"),
            ("https://a.example/p#xtor=RSS-1", "https://a.example/p"),
            ("https://a.example/p?UTM_Source=x&a=b=c&&d", "https://a.example/p?a=b=c&&d"),
        ])
    func `Tracking is taken out of an address, and nothing else`(url: String, clean: String) {
        #expect(LinkCleaner().clean(url) == clean)
        #expect(LinkCleaner(isOn: false).clean(url) == nil)
    }

    @Test(
        arguments: [
            "https://a.example/p", "https://a.example/p?id=1&page=2", "https://a.example/p#utm", "https://a.example/?#",
            "urn:x?utm_source=rss", "https://a.example/p?q=utm_source%3Drss",
        ])
    func `An address without tracking stays as it is`(url: String) {
        #expect(LinkCleaner().clean(url) == nil)
    }

    @Test func `A redirect that counts clicks is replaced by where the feed says it leads`() {
        var item = ParsedItem()
        item.url = "http://feedproxy.google.com/~r/Blog/~3/519925023/post.html"
        #expect(LinkCleaner().clean(item) == nil)
        item.extensions = [("feedburner:origLink", "\"http://a.example/post.html?utm_source=x&id=1\"")]
        #expect(LinkCleaner().clean(item) == "http://a.example/post.html?id=1")
        #expect(LinkCleaner(isOn: false).clean(item) == nil)
        item.url = "http://feeds.a.example/~r/Blog/~3/1/post.html"
        #expect(LinkCleaner().clean(item) == "http://a.example/post.html?id=1")
        // An address of the site itself is the feed's word; what is no address of the web is none.
        item.url = "http://a.example/other.html"
        #expect(LinkCleaner().clean(item) == nil)
        item.url = "http://feedproxy.google.com/~r/Blog/~3/519925023/post.html"
        item.extensions = [("feedburner:origLink", "\"javascript:alert(1)\"")]
        #expect(LinkCleaner().clean(item) == nil)
    }

    @Test(
        arguments: [
            (
                "https://www.google.com/url?rct=j&url=https://a.example/p%3Fid%3D1%26utm_source%3Dx&ct=ga",
                "https://a.example/p?id=1"
            ),
            ("https://www.google.com/url?q=https%3A%2F%2Fa.example%2F%E4%B8%AD", "https://a.example/中"),
            ("https://t.umblr.com/redirect?z=https%3A%2F%2Fa.example%2Fp&t=abc", "https://a.example/p"),
        ])
    func `A redirect whose parameter says where it leads is replaced`(url: String, clean: String) {
        #expect(LinkCleaner().clean(url) == clean)
    }

    @Test(
        arguments: [
            "https://www.google.com/url?rct=j", "https://www.google.com/url?url=javascript:x",
            "https://www.google.com/url?url=%2Frelative",
            "https://www.google.com.evil.example/url?url=https://a.example/",
        ])
    func `A redirect that does not say where it leads stays`(url: String) {
        #expect(LinkCleaner().clean(url) == nil)
    }

    private func feed(guid: String) -> String {
        """
        <rss version="2.0"><channel><link>https://a.example/</link><item><guid isPermaLink="false">\(guid)</guid><title>T</title>
        <link>https://a.example/p?utm_source=rss&amp;id=\(guid)</link></item></channel></rss>
        """
    }

    @Test func `The original stays beside it, and an article stored before is unchanged`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("f.xml").path
        try Data(feed(guid: "1").utf8).write(to: URL(fileURLWithPath: path))
        let store = try SQLiteLibrary.open(path: folder.appendingPathComponent("a.db").path, access: .write)
        func ingest(_ isOn: Bool) throws -> IngestReport {
            var options = IngestOptions(now: 1_700_000_000)
            options.links = LinkCleaner(isOn: isOn)
            return try Ingestor(store: store, options: options).ingest([path])
        }
        #expect(try ingest(false).inserted == 1)
        #expect(try store.article(1)?.url == "https://a.example/p?utm_source=rss&id=1")
        let again = try ingest(true)
        #expect(again.inserted == 0 && again.updated == 0)

        try Data(feed(guid: "2").utf8).write(to: URL(fileURLWithPath: path))
        #expect(try ingest(true).inserted == 1)
        let article = try #require(try store.article(2))
        #expect(article.url == "https://a.example/p?id=2")
        #expect(article.extra?.contains("https://a.example/p?utm_source=rss&id=2") == true)
        #expect(try ingest(true).updated == 0)
    }
}
