import Foundation
import Testing

@testable import ReaderArchives

/// The statements of a database that Liferea itself wrote: make_liferea.sh.
@Suite struct LifereaFileTests {
    @Test func `A database of Debian's Liferea is recognised and read whole, every column known`() throws {
        let dump = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/liferea.sql").path
        let found = try withDatabase(String(decoding: bytes(of: dump), as: UTF8.self)) { path in
            let head = try bytes(of: path).prefix(4_096)
            #expect(ReaderArchive.recognize(name: "liferea.db", head: Array(head), path: path) == .liferea)
            return try read(.liferea, path: path)
        }
        // Liferea begins with examples in folders of folders.
        #expect(found.subscriptions.count == 16)
        #expect(
            found.subscriptions.first { $0.url == "https://xkcd.com/atom.xml" }
                == MovedSubscription(
                    url: "https://xkcd.com/atom.xml", title: "xkcd", folders: [["Example Feeds", "Comics"]]))
        #expect(found.subscriptions.last?.url == "http://127.0.0.1:8901/news.xml")
        #expect(found.subscriptions.last?.title == "News of a site")
        let articles = Dictionary(uniqueKeysWithValues: found.articles.map { ($0.guid, $0) })
        let (one, two) = (try #require(articles["one"]), try #require(articles["two"]))
        #expect((one.title, one.read, one.starred) == ("First article", false, false))
        #expect((two.title, two.read, two.starred) == ("第二篇文章", true, true))
        #expect(one.url == "http://127.0.0.1:8901/1" && one.published == 1_794_297_600)
        #expect(
            one.html.map { String(decoding: $0, as: UTF8.self) }?.contains("Body of the first <b>article</b>") == true)
        #expect(found.report.missingColumns.isEmpty && found.report.refused.isEmpty)
    }
}
