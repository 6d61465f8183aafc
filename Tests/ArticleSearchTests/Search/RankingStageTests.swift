import Articles
import QueryLanguage
import SearchRanking
import Testing

@testable import ArticleSearch

/// The stages that order matches: first stage, dates, reranking, folding.
@Suite struct RankingStageTests {
    private static func compile(
        _ query: String, _ searcher: ArticleSearcher, _ words: QueryCompiler.WordMatching = .all
    ) throws -> CompiledSearch {
        try searcher.statistics.refresh()
        let request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        return try #require(try CompiledSearch(request, words, scope: searcher, searcher.statistics))
    }

    private static func candidates(
        _ limit: Int, _ query: String, _ library: MemoryLibrary, _ words: QueryCompiler.WordMatching = .all
    ) throws -> WindowSearch.Found {
        let searcher = library.makeSearcher()
        let search = try compile(query, searcher, words)
        return try FirstStage(library, searcher.statistics).top(
            limit, of: search.plan, search.ranking, search.request
        ).joined(limit)
    }

    @Test("The first stage gives the best of the matches and the number of all")
    func top() throws {
        let found = try Self.candidates(2, "fox", MemoryLibrary("fox fox", "fox", "fox fox fox", "wolf"))
        #expect(found.candidates.map(\.id) == [3, 1] && found.total == 3 && !found.isLowerBound)
    }

    @Test("Under coverage the first stage leaves out articles with too few of the words")
    func coverage() throws {
        let library = MemoryLibrary(["red fox"] + (0..<20).map { _ in "red" })
        let found = try Self.candidates(10, "red fox qqqq", library, .any)
        #expect(found.candidates.map(\.id) == [1] && found.total == 1)
    }

    @Test("If text and filter are alternatives, articles that only the filter finds follow, newest first")
    func alternatives() throws {
        let library = MemoryLibrary([
            .init(title: "wolf", date: 1_700_000_002, starred: true), .init(title: "fox"),
            .init(title: "wolf", date: 1_700_000_003, starred: true), .init(title: "wolf"),
        ])
        let found = try Self.candidates(10, "fox OR is:starred", library)
        #expect(found.candidates.map(\.id) == [2, 3, 1] && found.total == 3)
        #expect(try Self.candidates(2, "fox OR is:starred", library).candidates.map(\.id) == [2, 3])
    }

    @Test("Dates are in order, equal ones by their places, dates out of bounds first and last")
    func dateOrder() {
        #expect(DateOrder.places(of: [5, -5, 5, 0]) == [1, 3, 0, 2])
        #expect(DateOrder.places(of: [.max, 0, .min]) == [2, 1, 0] && DateOrder.places(of: []).isEmpty)
    }

    @Test("Known dates give a page unless a date does not fit into the facts")
    func knownDates() throws {
        let library = MemoryLibrary([
            .init(title: "a", date: 5), .init(title: "b", date: 9), .init(title: "c", date: -1),
        ])
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        var request = SearchRequest(query: try QueryParser.parse("is:unread"), now: 0)
        (request.sort, request.limit) = (.newest, 1)
        let search = KnownDateSearch(request, searcher.statistics)
        let page = try #require(try search.page([1, 2], after: nil, where: nil))
        #expect(page.hits.map(\.id) == [2] && page.total == 2)
        guard case .dated(9, 2) = page.cursor?.place else {
            Issue.record("the next page begins after the last hit")
            return
        }
        let next = try #require(try search.page([1, 2], after: DatePlace(date: 9, id: 2), where: nil))
        #expect(next.hits.map(\.id) == [1] && next.cursor == nil)
        #expect(try search.page([1, 2, 3], after: nil, where: nil) == nil)
    }

    @Test("Known dates with a filter give a page if enough articles pass, else nothing")
    func filteredDates() throws {
        let library = MemoryLibrary((1...1_000).map { .init(title: "a", date: Int64($0), read: $0 <= 10) })
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        var request = SearchRequest(query: try QueryParser.parse("is:unread"), now: 0)
        (request.sort, request.limit) = (.newest, 2)
        let all = (1...1_000).map { UInt32($0) }
        func page(_ filter: ArticleFilter) throws -> SearchPage? {
            let windows = try FilteredWindows(filter, numbers: nil, library, searcher.statistics)
            return try KnownDateSearch(request, searcher.statistics).page(all, after: nil, where: windows)
        }
        let unread = try #require(try page(.read(false)))
        #expect(unread.hits.map(\.id) == [1_000, 999] && unread.total == 990 && unread.cursor != nil)
        #expect(try page(.read(true)) == nil)
    }

    @Test("Of equal matches the newer one ranks first if recency counts; without reranking the first stage decides")
    func recency() throws {
        let library = MemoryLibrary([
            .init(title: "red fox", date: 1_700_000_000), .init(title: "red fox", date: 1_600_000_000),
        ])
        let searcher = library.makeSearcher()
        let search = try Self.compile("red fox", searcher)
        let candidates = [Candidate(id: 2, score: 2), Candidate(id: 1, score: 1)]
        func ids(_ change: (inout SearchRequest) -> Void) throws -> [Int64] {
            var request = search.request
            request.now = 1_700_000_000
            change(&request)
            return try CandidateReranking(searcher.statistics).rerank(
                candidates, search.ranking, request, places: 2
            ).matches.map(\.id)
        }
        #expect(try ids { _ in } == [1, 2])
        #expect(try ids { $0.reranks = false } == [2, 1])
        var request = search.request
        request.now = 1_700_000_000
        let scores = try CandidateReranking(searcher.statistics).rerank(
            candidates, search.ranking, request, places: 2
        ).matches.map(\.score)
        #expect(scores[0] > scores[1])
    }

    @Test("Matches of a group that were not ranked are counted with the match that is shown")
    func foldedCount() throws {
        let library = MemoryLibrary([
            .init(title: "fox", group: 7), .init(title: "fox", group: 7), .init(title: "fox", group: 7),
            .init(title: "wolf", group: 7), .init(title: "fox"),
        ])
        let searcher = library.makeSearcher()
        let search = try Self.compile("fox", searcher)
        var matches = [RankedMatch(id: 1, score: 1, foldKey: 7, folded: 1), RankedMatch(id: 5, score: 1)]
        try FoldedMatchCount(library, searcher.statistics).addUnranked(to: &matches, search.plan)
        #expect(matches.map(\.folded) == [2, 0])
    }

    @Test("A search by date folds a group behind its first article, which may be on an earlier page")
    func foldingByDate() throws {
        let library = MemoryLibrary([
            .init(title: "fox", date: 1, group: 7), .init(title: "fox", date: 2),
            .init(title: "fox", date: 3, group: 7),
            .init(title: "fox", date: 4, group: 7, read: true),
        ])
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        let folding = FoldingByDate(library, searcher.statistics, .read(false), nil, newestFirst: true)
        try folding.readGroups(of: [DatePlace(date: 2, id: 2), DatePlace(date: 1, id: 1)])
        #expect(try folding.folded(behind: 3) == 1 && folding.folded(behind: 2) == 0)
        #expect(try folding.folded(behind: 1) == nil)
    }
}
