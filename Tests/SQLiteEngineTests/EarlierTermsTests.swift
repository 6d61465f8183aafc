import LibraryStorage
import QueryLanguage
import SQLite
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine
@testable import TextAnalysis

/// Articles that were indexed under earlier rules of terms.
@Suite struct EarlierTermsTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.db") }

    init() throws { folder = try TemporaryFolder() }

    /// The tokenizer of earlier versions.
    private final class Earlier: FTS5Tokenizer {
        func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
            Analyzer.shared.analyzeWithPairs(text, rules: .earlier) { emit($0, $1.isColocated, $2) }
        }
    }

    private func found(_ query: String, _ store: SQLiteStore) throws -> [String] {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)
        request.match = .all
        request.fold = false
        return try store.search(request).hits.map(\.guid).sorted()
    }

    @Test("An article of earlier rules is removed with all its terms and positions, and found until then")
    func removal() throws {
        do {
            let store = try SQLiteStore(path: path, access: .write)
            try store.insert([
                draft("a", "пʼять", "she'll see 2019–2020"), draft("b", "x—y", "we're gone—again, пʼять ʻokina"),
                draft("c", "plain", "words only"),
            ])
        }
        do {
            let connection = try Connection(path: path, mode: .readWrite)
            let texts = try SQLiteStoredTexts(connection: connection)
            defer { withExtendedLifetime(texts) {} }
            try connection.register(Earlier(), as: SQLiteSchema.tokenizerName)
            try connection.execute("INSERT INTO article_index (article_index) VALUES ('rebuild')")
        }
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try found("shell", store) == ["a"] && found("were", store) == ["b"])
        #expect(try found("пʼять", store) == ["a", "b"] && found("gone", store) == ["b"])
        // One is changed, the other removed.
        try store.insert([draft("b", "x—y", "a new text")])
        try store.remove([1], now: 1)
        #expect(try found("shell", store) == [] && found("were", store) == [])
        #expect(try found("gone", store) == [] && found("new", store) == ["b"])
        #expect(try store.check().problems.filter { $0.hasPrefix("index") } == [])
    }

    @Test("Reindexing gives the articles their new terms")
    func reindex() throws {
        let store = try SQLiteStore(path: path, access: .write)
        try store.insert([draft("a", "x", "she'll send an e-mail")])
        try store.reindex()
        #expect(try found("shell", store) == [] && found("email", store) == ["a"])
        #expect(try store.check().problems == [])
    }
}
