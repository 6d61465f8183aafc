import Articles
import QueryLanguage
import Testing

@testable import ArticleSearch

@Suite struct QuerySuggestionTests {
    private static func correction(_ query: String, _ library: MemoryLibrary) throws -> String? {
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        let request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        return try QuerySuggestion(library, searcher.statistics, scope: searcher).correctedQuery(for: request)
    }

    @Test("A word that no article has is replaced by one that leads to articles")
    func corrected() throws {
        let library = MemoryLibrary("concurrency in practice", "concurrency", "practical advice")
        #expect(try Self.correction("concurency", library) == "concurrency")
        #expect(try Self.correction("concurency practice", library) == "concurrency practice")
    }

    @Test("Only a query that has matches is suggested, the filters of the search included")
    func matches() throws {
        let library = MemoryLibrary([.init(title: "concurrency", read: true), .init(title: "practice")])
        #expect(try Self.correction("concurency practice", library) == nil)
        #expect(try Self.correction("concurency is:unread", library) == nil)
        #expect(try Self.correction("concurency is:read", library) == "concurrency is:read")
    }

    @Test("Nothing is suggested for words that articles have, or that resemble none")
    func none() throws {
        let library = MemoryLibrary("concurrency")
        #expect(try Self.correction("concurrency", library) == nil && Self.correction("zzzzqqqq", library) == nil)
    }
}
