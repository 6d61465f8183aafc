import Foundation
import Testing

/// The judged queries of queries/relevance over the sample archive.
@Suite(.offPool) struct RelevanceTests {
    /// One of them, as queries/README.md has it.
    struct JudgedQuery: Decodable, Sendable, CustomTestStringConvertible {
        var id: String
        var query: String
        var match: String?
        var must: [String]?
        var k: Int?
        var not: [String]?
        var testDescription: String { "\(id): \(query)" }
    }

    static let judged: [JudgedQuery] = SampleArchive.queryFiles("relevance", ending: "jsonl")
        .flatMap(SampleArchive.lines)
        .compactMap { try? JSONDecoder().decode(JudgedQuery.self, from: Data($0.utf8)) }

    /// Ids of the first hundred hits of each query, by the query's id.
    private static let found: [String: [String]] = {
        let requests: [[String: Any]] = judged.map { query in
            ["id": query.id, "query": query.query, "match": query.match ?? "auto", "limit": 100, "fold": false]
        }
        guard let program = try? SampleArchive.imported(), let answers = try? SampleArchive.ask(program, requests)
        else { return [:] }
        return Dictionary(answers.map { ($0.id, $0.hits.map(\.id)) }) { first, _ in first }
    }()

    @Test("The judged queries are at least a hundred, each with an id of its own and something to judge")
    func enough() {
        #expect(Self.judged.count >= 100)
        #expect(Set(Self.judged.map(\.id)).count == Self.judged.count)
        for query in Self.judged { #expect((query.must ?? []).count + (query.not ?? []).count > 0, "\(query.id)") }
    }

    @Test("A judged query finds what it must among the first, and nothing that it must not", arguments: judged)
    func findsWhatItMust(_ query: JudgedQuery) throws {
        let ids = try #require(Self.found[query.id])
        for id in query.must ?? [] {
            #expect(ids.prefix(query.k ?? 0).contains(id), "\(id) is not among the first \(query.k ?? 0)")
        }
        for id in query.not ?? [] { #expect(!ids.contains(id), "\(id) must not be found") }
    }
}
