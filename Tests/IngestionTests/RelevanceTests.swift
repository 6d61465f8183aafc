import Articles
import Foundation
import QueryLanguage
import SQLiteEngine
import Testing

@testable import Ingestion

/// The judged queries of queries/relevance over the articles of Samples.
@Suite struct RelevanceTests {
    struct JudgedQuery: CustomTestStringConvertible, Decodable, Sendable {
        var id: String
        var query: String
        var match: String?
        /// Ids that must be among the first `k` hits.
        var must: [String]?
        var k: Int?
        /// Ids that must not be among the first hundred.
        var not: [String]?
        var why: String?

        var testDescription: String { "\(id): \(query)" }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../..").standardized

    static let queries: [JudgedQuery] = {
        let folder = root.appendingPathComponent("queries/relevance").path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".jsonl") }.sorted().flatMap { file in
            let text = (try? String(contentsOfFile: folder + "/" + file, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap {
                try? JSONDecoder().decode(JudgedQuery.self, from: Data($0.utf8))
            }
        }
    }()

    /// The samples, ingested once; each test opens them for itself.
    private static let database: Result<String, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("relevance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("a.db").path
        let store = try SQLiteLibrary.open(path: path, access: .write)
        let samples = root.appendingPathComponent("Samples").path
        let names = try FileManager.default.contentsOfDirectory(atPath: samples).sorted()
            .filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".opml") }
        _ = try Ingestor(store: store, options: IngestOptions(now: 1_790_000_000)).ingest(
            names.map { samples + "/" + $0 })
        return path
    }

    @Test("Every line of the judged queries is read") func enough() throws {
        let folder = Self.root.appendingPathComponent("queries/relevance").path
        let lines = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
            .reduce(0) { sum, file in
                sum + (try String(contentsOfFile: folder + "/" + file, encoding: .utf8)).split(separator: "\n").count
            }
        #expect(Self.queries.count == lines && lines >= 50)
        #expect(Set(Self.queries.map(\.id)).count == lines)
    }

    @Test("What a reader looks for comes first", arguments: queries)
    func judged(_ judged: JudgedQuery) throws {
        let store = try SQLiteLibrary.open(path: try Self.database.get(), access: .read)
        var request = SearchRequest(query: try QueryParser.parse(judged.query), now: 1_790_000_000)
        request.match = try #require(SearchRequest.Match(rawValue: judged.match ?? "auto"))
        request.limit = 100
        request.fold = false
        let ids = try store.search(request).hits.map(\.guid)
        let first = ids.prefix(judged.k ?? 10)
        for id in judged.must ?? [] { #expect(first.contains(id), "\(judged.why ?? "")") }
        for id in judged.not ?? [] { #expect(!ids.contains(id), "\(judged.why ?? "")") }
    }
}
