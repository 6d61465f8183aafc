import LibraryStorage
import QueryLanguage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct PrefetchTests {
    @Test("Answers are the same with pages read ahead on other connections", arguments: [true, false])
    func answers(_ idsOnly: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try SQLiteStore(path: path, access: .write)
        for load in 0..<14 {
            try writer.insert(
                (0..<60).map { place in
                    let n = load * 60 + place
                    let text = "common \(n % 3 == 0 ? "frequent" : "") 全文搜索 \(n % 7) word\(n) "
                    return draft("\(n)", "title \(n % 5)", String(repeating: text, count: 1 + n % 90))
                })
        }
        let alone = try SQLiteStore(path: path, access: .read)
        alone.searchSource.prefetcher = nil
        let helped = try SQLiteStore(path: path, access: .read)
        helped.searchSource.prefetcher = Prefetcher(
            path: path, longWait: .zero,
            countReads: { .random(in: 0...(.max)) })
        for query in ["common", "frequent title", "\"全文搜索\"", "word77", "common OR 3", "title:4"] {
            func answer(_ store: SQLiteStore) throws -> [String] {
                var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
                request.fields = idsOnly ? .ids : .everything
                request.limit = 50
                return try store.search(request).hits.map {
                    "\($0.id) \($0.guid) \($0.feed) \($0.score) \($0.title) \($0.snippet) \($0.snippetHighlights)"
                }
            }
            let expected = try answer(alone)
            #expect(!expected.isEmpty)
            #expect(try answer(helped) == expected, "\(query)")
        }
    }
}
