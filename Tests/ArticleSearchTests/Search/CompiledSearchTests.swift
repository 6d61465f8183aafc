import Articles
import QueryLanguage
import SearchRanking
import Testing

@testable import ArticleSearch

@Suite struct CompiledSearchTests {
    private let searcher = MemoryLibrary("red fox", "running fox", "red wolf").makeSearcher()

    private func compile(
        _ query: String, _ match: SearchRequest.Match = .auto, _ words: QueryCompiler.WordMatching = .all,
        sort: SearchRequest.Sort = .relevance
    ) throws -> CompiledSearch? {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        (request.match, request.sort) = (match, sort)
        try searcher.statistics.refresh()
        return try CompiledSearch(request, words, scope: searcher, searcher.statistics)
    }

    @Test("A query without words or conditions compiles to nothing")
    func nothing() throws {
        let punctuation = SearchRequest(query: try QueryParser.literal("..."), now: 0)
        #expect(try CompiledSearch(punctuation, .all, scope: searcher, searcher.statistics) == nil)
        #expect(try compile("fox") != nil && compile("is:unread") != nil)
    }

    @Test("Hits are sorted by date if that is asked for, or if the query has no text to score")
    func order() throws {
        #expect(try compile("fox")?.isSortedByDate == false)
        #expect(try compile("fox is:unread OR wolf")?.isSortedByDate == false)
        #expect(try compile("fox", sort: .oldest)?.isSortedByDate == true)
        #expect(try compile("is:unread")?.isSortedByDate == true)
        #expect(try compile("re:/fox/")?.isSortedByDate == true)
    }

    @Test("Only a relaxed search under auto has a coverage, and none with alternatives")
    func coverage() throws {
        #expect(try compile("red fox", .auto, .any)?.plan.coverage != nil)
        #expect(try compile("red title:fox -wolf is:unread", .auto, .any)?.plan.coverage != nil)
        #expect(try compile("red fox")?.plan.coverage == nil)
        #expect(try compile("red fox", .any, .any)?.plan.coverage == nil)
        #expect(try compile("red (fox OR wolf)", .auto, .any)?.plan.coverage == nil)
        #expect(try compile("NEAR(red fox, 3) wolf", .auto, .any)?.plan.coverage == nil)
    }

    @Test("The forms of a word are one group that scores, excluded words are in none")
    func groups() throws {
        let search = try #require(try compile("running fox -wolf"))
        let index = try #require(search.plan.index)
        let groups = ScoringGroup.groups(of: index, search.ranking)
        let phrases = index.matchText().phrases
        let texts = groups.map {
            Set($0.phrases.flatMap { phrases[$0].terms }.map { String(decoding: $0, as: UTF8.self) })
        }
        #expect(texts.count == 2 && texts[0].contains { $0.hasSuffix("run") } && texts[1].contains("fox"))
        #expect(!texts.joined().contains("wolf") && groups.allSatisfy { $0.weight > 0 })
        #expect(groups[0].weight > groups[1].weight, "running is rarer")
    }

    @Test("A word that the query does not have weighs less than its own words")
    func synonym() throws {
        var request = SearchRequest(query: try QueryParser.parse("fox"), now: 0)
        request.synonyms = Synonyms(text: "fox, vixen")
        try searcher.statistics.refresh()
        let search = try #require(
            try CompiledSearch(request, .alternatives, scope: searcher, searcher.statistics))
        let groups = ScoringGroup.groups(of: try #require(search.plan.index), search.ranking)
        #expect(groups.count > 1 && groups[0].weight > 0.1 && groups.dropFirst().allSatisfy { $0.weight == 0.1 })
    }

    @Test("An explanation names conditions on text with those on rows")
    func explanation() throws {
        let search = try #require(try compile("fox OR is:starred"))
        let text = search.explanation(searcher.source).filter
        #expect(text.hasPrefix("(") && text.contains(" OR ") && text.contains("MATCH ") && text.contains("starred"))
        #expect(try compile("fox")?.explanation(searcher.source).filter.isEmpty == true)
    }
}
