import Articles
import QueryLanguage
import StorageTestSupport
import Testing

@testable import ArticleSearch
@testable import SQLiteEngine

/// An empty library of each engine. What is asked must have the same answer from each of them; the first is returned.
final class SameStores {
    private let libraries: [TestLibrary]
    let stores: [any TestedStore]

    init() throws {
        libraries = try StorageEngine.available.map { try TestLibrary($0) }
        stores = try libraries.map { try $0.open() }
    }

    private func same<Answer: Equatable>(
        _ sourceLocation: SourceLocation, _ body: (any TestedStore) throws -> Answer
    ) throws -> Answer {
        let answers = try stores.map(body)
        for (engine, answer) in zip(StorageEngine.available, answers).dropFirst() {
            #expect(answer == answers[0], "\(engine)", sourceLocation: sourceLocation)
        }
        return answers[0]
    }

    @discardableResult
    func insert(
        _ drafts: [ArticleDraft], batchSize: Int = 2_000, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> BatchInsertResult {
        try same(sourceLocation) { try $0.insert(drafts, batchSize: batchSize) }
    }

    /// Writes rows until `nextRow` throws.
    func insertUntilError(_ nextRow: @escaping (Int, inout ArticleDraft) throws -> Void) {
        for store in stores {
            var number = 0
            let request = BatchInsertRequest { row in
                number += 1
                try nextRow(number, &row)
                return true
            }
            _ = try? store.insert(request, now: testTime)
        }
    }

    func complete(
        prefix: String, limit: Int = 10, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Completion] {
        try same(sourceLocation) { try $0.complete(prefix: prefix, limit: limit) }
    }

    func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        for store in stores { try store.refreshTitleWords(while: shouldGoOn) }
    }

    /// Hits, total and suggestion are compared.
    func search(
        _ query: String, match: SearchRequest.Match = .auto, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> SearchAnswer {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        request.match = match
        var first: SearchAnswer?
        _ = try same(sourceLocation) { store in
            let answer = try store.search(request)
            first = first ?? answer
            return answer.hits.map(\.guid) + ["\(answer.total)", answer.suggestion ?? "-"]
        }
        return first ?? SearchAnswer()
    }

    /// `check` finds nothing in any of them.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for (engine, store) in zip(StorageEngine.available, stores) {
            for problem in try store.check().problems {
                Issue.record("\(engine): \(problem)", sourceLocation: sourceLocation)
            }
        }
    }

    /// The listed words longer than a prefix, with their document frequencies.
    func listedWords(
        beginningWith prefix: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String: Int] {
        try same(sourceLocation) { store in
            let words = try FrequentWords.words(beginningWith: Array(prefix.utf8), of: store.indexSource)
            return Dictionary(uniqueKeysWithValues: words.map { ($0.text, $0.articles) })
        }
    }
}
