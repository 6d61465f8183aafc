import FeedParsing
import Foundation
import Markup

/// Times parsing the feed documents of a folder to items and, separately, sanitising the HTML of the items.
///
/// Measures the processor time of the working thread, on which other load of the machine has little effect.
struct FeedBenchmarks {
    /// Minimum size of a document; for smaller ones, the fixed cost of a document dominates.
    static let minBytes = 50_000
    private static let runs = 9
    /// Minimum number of megabytes processed in a run.
    private static let minMegabytes = 40

    private let name: String
    private let documents: [[UInt8]]

    /// - Parameter folder: all files in it and its subfolders that can be parsed as feeds are used.
    init(folder: URL, minBytes: Int) throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var documents: [[UInt8]] = []
        for name in names {
            let url = folder.appendingPathComponent(name)
            guard let data = try? Data(contentsOf: url), data.count >= minBytes else { continue }
            let bytes = [UInt8](data)
            if FeedParser.parse(bytes).format != .unknown { documents.append(bytes) }
        }
        self.documents = documents
        name = folder.lastPathComponent
    }

    func run(into table: inout ResultTable) {
        guard !documents.isEmpty else { return }
        let kinds = [("XML", documents.filter { !Self.isJSON($0) }), ("JSON", documents.filter(Self.isJSON))]
        for (kind, documents) in kinds where !documents.isEmpty { parse(documents, kind, &table) }
        sanitize(&table)
    }

    /// Parses every document once, for a comparison with other parsers.
    func runOnce(into table: inout ResultTable) {
        var items = 0
        let stopwatch = Stopwatch.time(runs: Self.runs, clock: Stopwatch.threadTime) {
            items = 0
            for document in documents { items += FeedParser.parse(document).items.count }
        }
        let bytes = documents.map(\.count).reduce(0, +)
        let work = "\(name): all \(documents.count) documents, \(items) items"
        table.addThroughput("feeds", stopwatch, bytes: bytes, work: work)
    }

    private func parse(_ documents: [[UInt8]], _ kind: String, _ table: inout ResultTable) {
        let bytes = documents.map(\.count).reduce(0, +)
        let rounds = 1 + Self.minMegabytes * 1_000_000 / bytes
        var items = 0
        let stopwatch = Stopwatch.time(runs: Self.runs, clock: Stopwatch.threadTime) {
            items = 0
            for _ in 0..<rounds { for document in documents { _ = FeedParser.parse(document) { _ in items += 1 } } }
        }
        let work = "\(name): \(documents.count) \(kind) documents, \(items / rounds) items"
        table.addThroughput("feeds", stopwatch, bytes: bytes * rounds, work: work)
    }

    private func sanitize(_ table: inout ResultTable) {
        var pages: [(html: [UInt8], base: String?)] = []
        for document in documents {
            for item in FeedParser.parse(document).items {
                for html in [item.contentHTML, item.summaryHTML] {
                    if let html { pages.append((Array(html.utf8), item.base)) }
                }
            }
        }
        let bytes = pages.map(\.html.count).reduce(0, +)
        guard bytes > 0 else { return }
        let rounds = 1 + Self.minMegabytes * 1_000_000 / bytes
        var written = 0
        let stopwatch = Stopwatch.time(runs: Self.runs, clock: Stopwatch.threadTime) {
            for _ in 0..<rounds {
                for page in pages { written += HTMLSanitizer.sanitize(page.html, base: page.base).count }
            }
        }
        table.addThroughput(
            "sanitize", stopwatch, bytes: bytes * rounds, work: "\(name): HTML of \(pages.count) fields")
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool { bytes.first { $0 > 0x20 } == 0x7B }
}
