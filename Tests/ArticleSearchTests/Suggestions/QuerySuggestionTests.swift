import Articles
import QueryLanguage
import Testing

@testable import ArticleSearch

@Suite struct QuerySuggestionTests {
    private static func correction(
        _ query: String, _ library: MemoryLibrary, besides total: Int = 0
    ) throws -> String? {
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        let request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        return try QuerySuggestion(library, searcher.statistics, scope: searcher).correctedQuery(
            for: request, besides: total)
    }

    @Test("A typing error that articles have is replaced by a word that is sixty times as frequent")
    func knownError() throws {
        let titles = (0..<60).map { "remote work \($0)" } + ["remoet work", "rare"]
        let library = MemoryLibrary(titles)
        #expect(try Self.correction("remoet", library, besides: 1) == "remote")
        #expect(try Self.correction("remoet work", library, besides: 1) == "remote work")
        #expect(try Self.correction("Remoet", library, besides: 1) == nil)
        #expect(try Self.correction("rare", library, besides: 1) == nil)
        #expect(try Self.correction("remote", library, besides: 60) == nil)
        // A correction has more articles than the query.
        #expect(try Self.correction("remoet", library, besides: 60) == nil)
        // Words that no article has are not examined beside words that articles have.
        #expect(try Self.correction("rare OR wrok", library, besides: 1) == nil)
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
