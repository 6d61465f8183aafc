import Articles
import Foundation
import SQLiteEngine
import Testing

@testable import FeedParsing
@testable import Ingestion

@Suite struct FeedDocumentTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("document-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func ingest(_ text: String, into name: String) throws -> (store: any ArticleStore, report: IngestReport) {
        let file = folder.appendingPathComponent(name + ".xml")
        try Data(text.utf8).write(to: file)
        let store = try SQLiteLibrary.open(path: folder.appendingPathComponent(name + ".db").path, access: .write)
        return (store, try Ingestor(store: store, options: IngestOptions(now: 1_700_000_000)).ingest([file.path]))
    }

    private func feed(_ item: String, attributes: String = "") -> String {
        """
        <rss version="2.0" \(attributes)><channel><link>https://a.example/</link><item><guid isPermaLink="false">1</guid>
        <link>https://a.example/page/1</link>\(item)</item></channel></rss>
        """
    }

    @Test("The base of relative addresses is kept where it is needed, and only there")
    func bases() throws {
        let picture = "<description>&lt;img src='p.png'></description>"
        let base = "xml:base='https://b.example/c/'"
        func kept(_ text: String, _ name: String) throws -> String? {
            let article = try #require(try ingest(text, into: name).store.article(1))
            #expect(article.html?.contains("https://b.example") == false)
            return ArticleBase.base(extra: article.extra, url: article.url)
        }
        #expect(try kept(feed(picture, attributes: base), "based") == "https://b.example/c/")
        #expect(try kept(feed(picture), "unbased") == "https://a.example/page/1")
        let absolute = "<description>&lt;img src='https://d.example/p.png'></description>"
        #expect(try kept(feed(absolute, attributes: base), "absolute") == "https://a.example/page/1")
    }

    @Test("A feed with bases that comes again changes nothing")
    func unchanged() throws {
        let text = feed("<description>&lt;img src='p.png'></description>", attributes: "xml:base='https://b.example/'")
        let (store, first) = try ingest(text, into: "again")
        #expect(first.inserted == 1)
        let file = folder.appendingPathComponent("again.xml").path
        let second = try Ingestor(store: store, options: IngestOptions(now: 1_700_000_100)).ingest([file])
        #expect(second.unchanged == 1 && second.updated == 0)
    }

    @Test("A document too large to be read whole gives the same articles as a small one")
    func large() throws {
        func document(padding: Int) -> String {
            var text = "<rss version='2.0'><channel><title>T</title><link>https://a.example/</link>"
            for number in 0..<90 {
                // Guids that repeat, links that repeat, and neither.
                let guid = number % 3 == 0 ? "<guid>https://a.example/</guid>" : ""
                let link =
                    number % 3 == 1 ? "<link>https://a.example/log</link>" : "<link>https://a.example/\(number)</link>"
                text += "<item><title>n\(number)</title>\(guid)\(link)<description>\(number)</description></item>"
            }
            return text + "<webMaster>w@a.example (W)</webMaster></channel>"
                + "<!--" + String(repeating: "x", count: padding) + "--></rss>"
        }
        let small = try ingest(document(padding: 0), into: "same")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("same.db"))
        let large = try ingest(document(padding: 9 << 20), into: "large")
        #expect(small.report.inserted == 90)
        #expect(large.report.inserted == 90)
        for number in 1...90 {
            let one = try #require(try small.store.article(Int64(number)))
            let two = try #require(try large.store.article(Int64(number)))
            #expect(one.id == two.id && one.url == two.url && one.title == two.title && one.author == two.author)
        }
    }
}
