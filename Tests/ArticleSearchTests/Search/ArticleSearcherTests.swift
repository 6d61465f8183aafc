import Articles
import QueryLanguage
import Testing

@testable import ArticleSearch

/// Whole searches over articles in memory: the attempts with the stages that they run.
@Suite struct ArticleSearcherTests {
    private static func request(_ query: String, _ match: SearchRequest.Match = .auto) throws -> SearchRequest {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        request.match = match
        request.fields = .ids
        return request
    }

    private static func hits(_ library: MemoryLibrary, _ request: SearchRequest) throws -> [Int64] {
        try library.makeSearcher().search(request).hits.map(\.id)
    }

    @Test("An answer has the articles with all words, and is not relaxed")
    func strict() throws {
        let library = MemoryLibrary("red fox", "red wolf", "a fox in red")
        let answer = try library.makeSearcher().search(try Self.request("red fox"))
        #expect(Set(answer.hits.map(\.id)) == [1, 3] && answer.total == 2 && !answer.relaxed)
        #expect(library.askedExpressions.count == 1)
    }

    @Test("If no article has all words, an answer has those with most of them, and says so")
    func relaxed() throws {
        let library = MemoryLibrary("red fox", "red wolf", "snow")
        let answer = try library.makeSearcher().search(try Self.request("red fox qqqq"))
        #expect(answer.relaxed && answer.hits.map(\.id) == [1])
        #expect(try Self.hits(library, try Self.request("red fox qqqq", .all)).isEmpty)
    }

    @Test("The page of a relaxed search continues with any words, without trying all words again")
    func pages() throws {
        let library = MemoryLibrary("red fox", "fox red", "a red fox", "snow")
        var request = try Self.request("red fox qqqq")
        request.limit = 2
        let searcher = library.makeSearcher()
        let first = try searcher.search(request)
        #expect(first.cursor != nil)
        request.after = first.cursor
        library.askedExpressions = []
        let second = try searcher.search(request)
        #expect(second.relaxed && second.cursor == nil && second.total == 3)
        #expect(Set((first.hits + second.hits).map(\.id)) == [1, 2, 3] && second.hits.count == 1)
        #expect(library.askedExpressions.count == 1 && library.askedExpressions[0].contains(" OR "))
    }

    @Test("An article that has a synonym is found, and does not replace an answer without more articles")
    func synonyms() throws {
        let library = MemoryLibrary("tv set", "television set", "radio")
        var request = try Self.request("tv")
        request.synonyms = Synonyms(text: "tv, television")
        #expect(Set(try Self.hits(library, request)) == [1, 2])
        request.query = try QueryParser.parse("tv set -radio")
        request.synonyms = Synonyms(text: "tv, telly\nradio, television")
        #expect(try Self.hits(library, request) == [1])
    }

    @Test("An answer without hits names a corrected query that has some")
    func suggestion() throws {
        let library = MemoryLibrary("library of foxes", "a library")
        var request = try Self.request("librery")
        request.fields = .everything
        #expect(try library.makeSearcher().search(request).suggestion == "library")
        request.query = try QueryParser.parse("library")
        #expect(try library.makeSearcher().search(request).suggestion == nil)
    }

    @Test("Few hits of a run without spaces come with the number of articles that have its words anywhere")
    func looser() throws {
        let library = MemoryLibrary([
            .init(title: "新能源汽车"), .init(title: "新能源", text: "今天天气很好。买了一辆汽车。"), .init(title: "新能源"),
        ])
        var request = try Self.request("新能源汽车")
        request.fields = .everything
        let answer = try library.makeSearcher().search(request)
        let looser = try #require(answer.looser)
        #expect(answer.total == 1 && looser.total == 2 && !looser.totalIsLowerBound)
        #expect(looser.query.filter { $0 != " " } == "新能源汽车" && looser.query.contains(" "))
    }

    @Test("A looser query whose words are frequent is offered without a total, which only a request for counts has")
    func uncountedLooser() throws {
        let library = MemoryLibrary(
            [.init(title: "新能源汽车"), .init(title: "新能源", text: "今天天气很好。买了一辆汽车。")]
                + (0..<17_000).map { _ in .init(title: "汽车") })
        var request = try Self.request("新能源汽车")
        request.fields = .everything
        let answer = try library.makeSearcher().search(request)
        #expect(answer.total == 1 && answer.looser != nil && answer.looser?.total == nil)
        request.countsAll = true
        #expect(try library.makeSearcher().search(request).looser?.total == 2)
    }

    @Test("A query of punctuation has an empty answer")
    func punctuation() throws {
        let library = MemoryLibrary("red fox")
        let answer = try library.makeSearcher().search(SearchRequest(query: try QueryParser.literal("..."), now: 0))
        #expect(answer.hits.isEmpty && answer.total == 0 && !answer.relaxed)
    }

    @Test("Sorted by date, pages have each match once, in both directions", arguments: [1, 2, 3])
    func dates(_ limit: Int) throws {
        let library = MemoryLibrary(
            (1...5).map { MemoryLibrary.Article(title: "fox \($0)", date: 1_700_000_000 + $0 % 3) })
        let searcher = library.makeSearcher()
        for (sort, order) in [(SearchRequest.Sort.newest, [5, 2, 4, 1, 3]), (.oldest, [3, 1, 4, 2, 5])] {
            var request = try Self.request("fox")
            (request.sort, request.limit) = (sort, limit)
            var ids: [Int64] = []
            repeat {
                let answer = try searcher.search(request)
                #expect(answer.total == 5)
                ids += answer.hits.map(\.id)
                request.after = answer.cursor
            } while request.after != nil && ids.count < 10
            #expect(ids == order.map(Int64.init))
        }
    }

    @Test("A cursor of a search by date is refused by one by relevance")
    func cursors() throws {
        let searcher = MemoryLibrary("fox one", "fox two").makeSearcher()
        var request = try Self.request("fox")
        (request.sort, request.limit) = (.newest, 1)
        request.after = try searcher.search(request).cursor
        request.sort = .relevance
        #expect(throws: StorageError.self) { try searcher.search(request) }
    }

    @Test("Near-duplicates are one hit with the number of others", arguments: SearchRequest.Sort.allCases)
    func folding(_ sort: SearchRequest.Sort) throws {
        let library = MemoryLibrary([
            .init(title: "fox", group: 1), .init(title: "fox", group: 1), .init(title: "fox"),
            .init(title: "wolf", group: 1),
        ])
        var request = try Self.request("fox")
        request.sort = sort
        let answer = try library.makeSearcher().search(request)
        #expect(answer.hits.count == 2 && answer.total == 3)
        #expect(answer.hits.map(\.folded).sorted() == [0, 1])
        request.fold = false
        #expect(try Self.hits(library, request).count == 3)
    }

    @Test("A regular expression filters hits of text, and of none", arguments: SearchRequest.Sort.allCases)
    func patterns(_ sort: SearchRequest.Sort) throws {
        let library = MemoryLibrary("fox 12", "fox twelve", "wolf 12")
        for (query, expected) in [("fox re:/[0-9]+/", [1]), ("re:/[0-9]+/", [1, 3])] as [(String, Set<Int64>)] {
            var request = try Self.request(query)
            request.sort = sort
            let answer = try library.makeSearcher().search(request)
            #expect(Set(answer.hits.map(\.id)) == expected && answer.total == expected.count)
        }
    }

    @Test("Hidden articles are left out unless the query asks for them")
    func hidden() throws {
        let library = MemoryLibrary("fox one", "fox two")
        library.hidden = [2]
        #expect(try Self.hits(library, try Self.request("fox")) == [1])
        #expect(try Self.hits(library, try Self.request("fox is:hidden")) == [2])
    }

    @Test("Hits have a guid and the address of their feed; all fields only if they are asked for")
    func fields() throws {
        let library = MemoryLibrary([.init(title: "red fox", text: "A red fox in the snow.")])
        var request = try Self.request("fox")
        let id = try #require(try library.makeSearcher().search(request).hits.first)
        #expect(id.guid == "guid1" && id.feed == "https://one.example" && id.title.isEmpty && id.snippet.isEmpty)
        request.fields = .everything
        let hit = try #require(try library.makeSearcher().search(request).hits.first)
        #expect(hit.title == "red fox" && hit.titleHighlights == [4..<7])
        #expect(hit.snippet.contains("red fox") && hit.snippetHighlights.count == 1)
    }

    @Test("An explanation names the query, the expression, the filter and the terms, and a hit the parts of its score")
    func explanation() throws {
        let library = MemoryLibrary("red fox", "red wolf")
        var request = try Self.request("red fox is:unread")
        request.explain = true
        request.now = 1_700_000_000
        let answer = try library.makeSearcher().search(request)
        let explanation = try #require(answer.explanation)
        #expect(explanation.query == request.query.description && explanation.match.contains("\"fox\""))
        #expect(explanation.filter.contains("read") && explanation.terms.map(\.term).contains("fox"))
        let parts = try #require(answer.hits.first?.scoreParts)
        #expect(parts.contains { $0.name == "recency" })
    }
}
