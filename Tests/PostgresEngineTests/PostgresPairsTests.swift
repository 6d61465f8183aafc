import Articles
import LibraryStorage
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine

/// Pairs of words in libraries that programs without them may write.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PostgresPairsTests {
    private static let queries = [
        "\"the web\"", "\"web of the page\"", "title:\"of the\"", "NEAR(\"the web\" page, 4)",
    ]

    @Sendable private static func text(_ seed: Int) -> String {
        let words = ["the", "web", "of", "page", "数据", "node.js", "."]
        var random = Lehmer(state: UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15)
        return (0..<20).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }

    private func insert(
        _ numbers: Range<Int>, into store: PostgresStore, _ text: @escaping @Sendable (Int) -> String = text
    ) throws {
        _ = try store.insert(numbers, batchSize: 100) { number in
            var draft = ArticleDraft()
            draft.feed = "https://a.example/"
            draft.guid = "\(number)"
            draft.title = text(number)
            draft.body = Array(text(number + 3).utf8)
            return draft
        }
    }

    private func answers(_ store: PostgresStore) throws -> [String] {
        try Self.queries.map { text in
            let answer = try store.search(SearchRequest(query: try QueryParser.parse(text), now: 1_700_000_000))
            return "\(text) \(answer.total) \(answer.hits.map { "\($0.id) \($0.score)" })"
        }
    }

    private func hasPairs(_ store: PostgresStore) throws -> Bool {
        try store.connection.integer("SELECT has_pairs::int::int8 FROM feedsearch.index_state") == 1
    }

    @Test("A library of an earlier version is searched without pairs until optimize and reindex have run")
    func upgraded() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        try PostgresSchema.upgrade(PostgresConnection(address), to: PostgresSchema.pairsOfWords - 1)
        let store = try PostgresLibrary.open(address, access: .write)
        try insert(1..<300, into: store)
        try #require(try !hasPairs(store))
        let whole = try answers(store)
        try #require(whole.allSatisfy { !$0.contains(" 0 []") })
        #expect(try store.check().problems == [])
        try store.reindex()
        #expect(try !hasPairs(store))
        try store.optimize()
        #expect(try !hasPairs(store) && answers(store) == whole)
        #expect(try store.check().problems == [])
        try store.reindex()
        #expect(try hasPairs(store) && answers(store) == whole)
        #expect(try answers(PostgresLibrary.open(address, access: .read)) == whole)
        #expect(try store.check().problems == [])
    }

    @Test("A new library has pairs, also of articles that change and go")
    func new() throws {
        let store = try PostgresLibrary.open(
            PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
        try insert(1..<200, into: store)
        #expect(try hasPairs(store))
        try insert(50..<60, into: store) { "the changed web \($0)" }
        try store.remove([7, 8], now: 1)
        #expect(try store.check().problems == [])
        let found = try store.search(
            SearchRequest(query: try QueryParser.parse("\"the changed web\""), now: 1_700_000_000))
        #expect(found.total == 10)
    }
}
