import Articles
import QueryLanguage
import SearchRanking
import Testing

@testable import ArticleSearch

@Suite struct SearchAttemptsTests {
    /// A word with a synonym, and a run with several words.
    private static let withSynonym = "tv", withRun = "新能源汽车"

    private static func request(_ query: String, _ match: SearchRequest.Match = .auto) throws -> SearchRequest {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        request.match = match
        request.synonyms = Synonyms(text: "tv, television")
        return request
    }

    /// The steps that a search takes if its ways of matching words find these numbers of articles.
    private static func steps(_ request: SearchRequest, finding totals: [Int]) -> [SearchAttempts.Step] {
        var attempts = SearchAttempts(request)
        var remaining = totals[...]
        var steps: [SearchAttempts.Step] = []
        var total = 0
        while let step = attempts.next(afterFinding: total) {
            steps.append(step)
            if case .match = step { total = max(total, remaining.popFirst() ?? 0) }
        }
        return steps
    }

    @Test("A search without hits tries all words, synonyms, a correction, words anywhere and then any word")
    func everything() throws {
        let request = try Self.request("\(Self.withSynonym) \(Self.withRun)")
        #expect(
            Self.steps(request, finding: [0, 0, 0, 0]) == [
                .match(.all), .match(.alternatives), .suggestCorrection, .match(.anywhere), .match(.any),
            ])
    }

    @Test("A search ends with the first weaker way of matching that finds an article")
    func ends() throws {
        let request = try Self.request("\(Self.withSynonym) \(Self.withRun)")
        #expect(
            Self.steps(request, finding: [0, 0, 1]) == [
                .match(.all), .match(.alternatives), .suggestCorrection, .match(.anywhere),
            ])
        #expect(
            Self.steps(request, finding: [0, 1]) == [
                .match(.all), .match(.alternatives), .offerLooserQuery, .suggestFrequentWords,
            ])
    }

    @Test("Synonyms are searched if fewer than 100 articles have all words", arguments: [(99, true), (100, false)])
    func synonyms(_ total: Int, _ isTried: Bool) throws {
        let steps = Self.steps(try Self.request(Self.withSynonym), finding: [total])
        #expect(steps == [.match(.all)] + (isTried ? [.match(.alternatives)] : []))
    }

    @Test("Synonyms are not searched if no word has any, and words anywhere not if no run has several words")
    func plainWords() throws {
        #expect(
            Self.steps(try Self.request("fox"), finding: [0, 0]) == [
                .match(.all), .suggestCorrection, .match(.any),
            ])
        #expect(
            Self.steps(try Self.request("fox -\(Self.withSynonym)"), finding: [0]).contains(.match(.alternatives))
                == false)
    }

    @Test("For a question of many words that finds few articles, any of its words are tried", arguments: [1, 9, 10])
    func questions(_ total: Int) throws {
        let steps = Self.steps(try Self.request("how to reset a router password"), finding: [total, 20])
        #expect(steps == [.match(.all)] + (total < 10 ? [.match(.any)] : []))
        let plain = Self.steps(try Self.request("reset a router password"), finding: [total])
        #expect(!plain.contains(.match(.any)))
    }

    @Test("A looser query is offered for 1 to 9 articles", arguments: [(0, false), (1, true), (9, true), (10, false)])
    func looser(_ total: Int, _ isOffered: Bool) throws {
        for match in [SearchRequest.Match.auto, .all] {
            let steps = Self.steps(try Self.request("fox", match), finding: [total, 0])
            #expect(steps.contains(.offerLooserQuery) == isOffered)
        }
    }

    @Test(
        "Words in few articles are compared with frequent ones for 1 to 9 articles",
        arguments: [(0, false), (1, true), (9, true), (10, false)])
    func frequentWords(_ total: Int, _ isTried: Bool) throws {
        for match in [SearchRequest.Match.auto, .all, .any] {
            let steps = Self.steps(try Self.request("fox", match), finding: [total, 0])
            #expect(steps.contains(.suggestFrequentWords) == isTried)
        }
    }

    @Test("Without auto there is one way of matching, and a correction if it finds nothing")
    func oneWay() throws {
        let query = "\(Self.withSynonym) \(Self.withRun)"
        #expect(Self.steps(try Self.request(query, .all), finding: [0]) == [.match(.all), .suggestCorrection])
        #expect(Self.steps(try Self.request(query, .any), finding: [0]) == [.match(.any), .suggestCorrection])
        #expect(Self.steps(try Self.request(query, .any), finding: [5]) == [.match(.any), .suggestFrequentWords])
        #expect(Self.steps(try Self.request(query, .any), finding: [10]) == [.match(.any)])
    }

    @Test("A search for ids offers neither a correction nor a looser query")
    func ids() throws {
        var request = try Self.request(Self.withRun)
        request.fields = .ids
        #expect(Self.steps(request, finding: [3]) == [.match(.all)])
        #expect(Self.steps(request, finding: [0, 0]) == [.match(.all), .match(.anywhere), .match(.any)])
    }

    @Test("Only words anywhere and any words, under auto, make an answer relaxed")
    func relaxed() throws {
        let ways: [QueryCompiler.WordMatching] = [.all, .alternatives, .anywhere, .any]
        let auto = try Self.request("fox")
        #expect(ways.filter { SearchAttempts.isRelaxed($0, for: auto) } == [.anywhere, .any])
        let any = try Self.request("fox", .any)
        #expect(!ways.contains { SearchAttempts.isRelaxed($0, for: any) })
    }
}
