import Articles
import Foundation
import QueryLanguage
import SQLiteEngine
import Testing

@testable import Ingestion

@Suite struct IngestorTests {
    private let folder: URL
    private let store: any ArticleStore

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ingest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try SQLiteLibrary.open(path: folder.appendingPathComponent("a.db").path, access: .write)
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    private func ingest(_ paths: String..., batchSize: Int = 4_096, acks: ((Int) -> Void)? = nil) throws -> IngestReport
    {
        var options = IngestOptions(now: 1_700_000_000)
        options.batchSize = batchSize
        return try Ingestor(store: store, options: options).ingest(paths, onCommit: acks)
    }

    private func hits(_ query: String) throws -> [String] {
        try store.search(SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)).hits.map(\.guid)
    }

    private func rss(_ items: [(guid: String, link: String, title: String)]) -> String {
        let body = items.map { "<item><guid>\($0.guid)</guid><link>\($0.link)</link><title>\($0.title)</title></item>" }
        return
            "<rss version='2.0'><channel><title>News</title><link>https://example.org/</link>\(body.joined())</channel></rss>"
    }

    @Test("Broken lines are refused with file and line, and the others are stored")
    func brokenLines() throws {
        let path = try file(
            "a.jsonl",
            """
            {"feed":"f","id":"1","title":"one"}
            not json
            {"feed":"f","title":"no id"}

            {"feed":"f","id":"2","title":"two"}
            """)
        let report = try ingest(path)
        #expect(report.inserted == 2)
        #expect(report.rejected.map(\.place) == ["\(path):2", "\(path):3"])
    }

    @Test("Time zones that are not known are reported once, of lines and of documents")
    func unknownZones() throws {
        let date = "Mon, 06 May 2024 07:08:09 "
        let lines = ["XQZT", "XQZT", "PST"].enumerated().map { number, zone in
            #"{"feed":"f","id":"\#(number)","title":"t","published":"\#(date)\#(zone)"}"#
        }
        let path = try file("a.jsonl", lines.joined(separator: "\n"))
        let document = try file(
            "b.xml",
            "<rss><channel><title>t</title><item><title>a</title><pubDate>\(date)YQZT</pubDate></item></channel></rss>")
        let report = try ingest(path, document)
        #expect(report.inserted == 4 && report.rejectedCount == 0)
        #expect(report.unknownZones == ["XQZT", "YQZT"])
    }

    @Test("The ids of inserted and updated articles are reported by line and item, in the report or commit by commit")
    func ids() throws {
        let lines = try file(
            "a.jsonl",
            """
            {"feed":"f","id":"1","title":"one"}
            not json

            {"feed":"f","id":"2","title":"two"}
            {"feed":"f","id":"1","title":"one again"}
            {"feed":"f","id":"2","title":"two"}
            """)
        let document = try file(
            "b.xml", rss([("x", "https://example.org/x", "X"), ("y", "https://example.org/y", "Y")]))
        var options = IngestOptions(now: 1_700_000_000)
        options.batchSize = 2
        #expect(try ingest(try file("c.jsonl", #"{"feed":"f","id":"0"}"#)).stored.isEmpty)
        options.resultType = .ids
        let report = try Ingestor(store: store, options: options).ingest([lines, document])
        let stored = report.stored.map { "\($0.file == lines) \($0.number) \($0.isLine) \($0.id) \($0.isNew)" }
        #expect(
            stored == [
                "true 1 true 2 true", "true 4 true 3 true", "true 5 true 2 false", "false 1 false 4 true",
                "false 2 false 5 true",
            ])
        #expect(report.inserted == 4 && report.updated == 1 && report.unchanged == 1 && !report.isComplete)

        let again = try file(
            "d.jsonl", (1...7).map { #"{"feed":"g","id":"\#($0)","title":"t"}"# }.joined(separator: "\n"))
        var commits: [[Int]] = []
        let streamed = try Ingestor(store: store, options: options).ingest(
            [again], onStored: { commits.append($0.map(\.number)) })
        #expect(commits.count > 1 && commits.flatMap(\.self) == Array(1...7) && streamed.stored.isEmpty)

        options.resultType = .statusOnly
        let status = try Ingestor(store: store, options: options).ingest([lines])
        #expect(status.inserted + status.updated + status.unchanged == 0 && status.rejected.isEmpty)
        #expect(status.rejectedCount == 1 && !status.isComplete)
    }

    @Test("An article without title and text is an article")
    func empty() throws {
        #expect(try ingest(try file("a.jsonl", #"{"feed":"f","id":"1"}"#)).inserted == 1)
    }

    @Test("A cancelled ingest reports what is stored, and the next one brings the rest", arguments: [1, 4, 9])
    func cancelled(_ acks: Int) throws {
        let lines = (0..<400).map {
            $0 % 10 == 3 ? "broken" : #"{"feed":"f","id":"\#($0)","title":"word","text":"of \#($0)"}"#
        }
        let path = try file("a.jsonl", lines.joined(separator: "\n"))
        var options = IngestOptions(now: 1_700_000_000)
        options.batchSize = 10
        let cancellation = IngestCancellation()
        var seen: [Int] = []
        let report = try Ingestor(store: store, options: options, cancellation: cancellation).ingest([path]) { count in
            seen.append(count)
            if seen.count == acks { cancellation.cancel() }
        }
        #expect(report.isCancelled && seen.count == acks)
        #expect(report.seen == seen.last && report.seen < 400)
        #expect(report.rejected.allSatisfy { $0.place.hasPrefix(path) } && report.rejectedCount == report.seen / 10)
        #expect(try store.storeStatistics().articles == report.inserted)
        #expect(try store.check().problems.isEmpty)
        let rest = try ingest(path)
        #expect(!rest.isCancelled && rest.inserted + report.inserted == 360 && rest.unchanged == report.inserted)
    }

    @Test("An ingest that is cancelled before it begins stores nothing")
    func cancelledAtOnce() throws {
        let cancellation = IngestCancellation()
        cancellation.cancel()
        let path = try file("a.jsonl", #"{"feed":"f","id":"1"}"#)
        let report = try Ingestor(
            store: store, options: IngestOptions(now: 1_700_000_000), cancellation: cancellation
        ).ingest([path])
        #expect(report.isCancelled && report.seen == 0)
    }

    @Test("Acknowledgements count the articles of the input in their order, the refused ones among them")
    func acks() throws {
        let lines = (0..<25).map { $0 % 10 == 3 ? "broken" : #"{"feed":"f","id":"\#($0)","title":"t"}"# }
        var seen: [Int] = []
        let report = try ingest(
            try file("a.jsonl", lines.joined(separator: "\n")), batchSize: 4, acks: { seen.append($0) })
        #expect(report.inserted == 22 && report.rejectedCount == 3)
        #expect(seen == seen.sorted() && seen.last == 25)
    }

    @Test("The same article twice in one batch is one article with the later text")
    func twice() throws {
        var lines = (0..<60).map { #"{"feed":"f","id":"\#($0)","title":"first\#($0)"}"# }
        lines.append(#"{"feed":"f","id":"7","title":"second"}"#)
        let report = try ingest(try file("a.jsonl", lines.joined(separator: "\n")))
        #expect(report.inserted == 60 && report.updated == 1)
        #expect(try hits("second") == ["7"])
        #expect(try hits("first7") == [])
        #expect(try store.check().problems == [])
    }

    @Test("An article keeps its state when its feed gives it a new guid")
    func newGuid() throws {
        let first = try file(
            "a.xml",
            rss([("https://example.org/1#0", "https://example.org/1", "One"), ("x", "https://example.org/2", "Two")]))
        #expect(try ingest(first).inserted == 2)
        try store.change(.read(true), of: [1])
        let second = try file(
            "b.xml",
            rss([("https://example.org/1#3", "https://example.org/1", "One"), ("x", "https://example.org/2", "Two")]))
        let report = try ingest(second)
        #expect(report.inserted == 0)
        #expect(try hits("is:read") == ["https://example.org/1#3"])
    }

    @Test("Snapshots with the old and the new guid, again and again, change nothing more")
    func guidsBackAndForth() throws {
        let first = try file("a.xml", rss([("https://example.org/1#0", "https://example.org/1", "One")]))
        let second = try file("b.xml", rss([("https://example.org/1#3", "https://example.org/1", "One, edited")]))
        #expect(try ingest(first, second).inserted == 1)
        let again = try ingest(first, second)
        #expect(again.inserted == 0 && again.updated == 0 && again.unchanged == 2)
        #expect(try hits("edited") == ["https://example.org/1#3"])
    }

    @Test("Items that all link to one page stay apart")
    func oneLink() throws {
        let items = (1...4).map { (guid: "", link: "https://example.org/changelog", title: "Version \($0)") }
        let path = try file("a.xml", rss(items))
        #expect(try ingest(path).inserted == 4)
        #expect(try ingest(path).unchanged == 4)
    }

    @Test("A folder gives all of its feeds, one without any says so")
    func folders() throws {
        let feeds = folder.appendingPathComponent("feeds/deeper")
        try FileManager.default.createDirectory(at: feeds, withIntermediateDirectories: true)
        try Data(rss([("1", "https://example.org/1", "One")]).utf8).write(to: feeds.appendingPathComponent("a.xml"))
        #expect(try ingest(folder.appendingPathComponent("feeds").path).inserted == 1)
        let empty = folder.appendingPathComponent("empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        #expect(try ingest(empty.path).rejected.map(\.reason) == ["it contains no feeds"])
    }
}
