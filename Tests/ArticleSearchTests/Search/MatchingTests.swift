import Articles
import PostingIndex
import QueryLanguage
import Testing

@testable import ArticleSearch
@testable import SearchRanking

/// The stage that finds the articles of a plan, without an order.
@Suite struct MatchingTests {
    private static func library() -> MemoryLibrary {
        MemoryLibrary((1...200).map { .init(title: $0 % 2 == 0 ? "fox" : "wolf", read: $0 > 150, starred: $0 == 4) })
    }

    private static func text(_ word: String) -> IndexExpression { .phrase(IndexPhrase(terms: [Array(word.utf8)])) }

    private static func sets(_ library: MemoryLibrary, _ condition: ArticleCondition) throws -> [UInt32] {
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        return try searcher.articles(condition, in: nil)
    }

    @Test("A condition is a set of articles: texts, filters, and their conjunction, disjunction and exclusion")
    func sets() throws {
        let library = Self.library()
        let all = (1...200).map { UInt32($0) }
        let even = all.filter { $0 % 2 == 0 }
        #expect(try Self.sets(library, .text(Self.text("fox"))) == even)
        #expect(try Self.sets(library, .filter(.read(true))) == all.filter { $0 > 150 })
        #expect(try Self.sets(library, .numbers([3, 7])) == [3, 7])
        #expect(try Self.sets(library, .all([.text(Self.text("fox")), .filter(.read(true))])).first == 152)
        #expect(
            try Self.sets(library, .any([.text(Self.text("fox")), .filter(.upTo(3))])) == [1] + [2, 3]
                + even.dropFirst())
        #expect(try Self.sets(library, .not(.text(Self.text("fox")))) == all.filter { $0 % 2 != 0 })
        #expect(
            try Self.sets(library, .all([.filter(.upTo(5)), .not(.numbers([2, 5])), .not(.text(Self.text("wolf")))]))
                == [4])
    }

    @Test("A condition can be limited to a range of articles")
    func range() throws {
        let searcher = Self.library().makeSearcher()
        try searcher.statistics.refresh()
        #expect(try searcher.articles(.text(Self.text("fox")), in: 10...15) == [10, 12, 14])
        #expect(try searcher.articles(.not(.text(Self.text("fox"))), in: 10...15) == [11, 13, 15])
    }

    @Test("A filter is evaluated for all articles at once if it is a list, or if an index has the few that pass")
    func cost() throws {
        let library = Self.library()
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        func isWhole(_ filter: ArticleFilter) throws -> Bool {
            try filter.isReadAsWhole(library, searcher.statistics)
        }
        #expect(try isWhole(.tag(named: "a")) && isWhole(.articles([1])) && isWhole(.feeds(Array(1...65))))
        // Of 200 articles at most 3 may pass.
        #expect(try isWhole(.starred(true)) && isWhole(.all([.read(true), .starred(true)])))
        #expect(try !isWhole(.feeds([1])) && !isWhole(.any([.starred(true), .feeds([1])])))
        library.countedFilters = 0
        #expect(try !isWhole(.read(true)) && !isWhole(.not(.read(true))) && library.countedFilters == 0)
    }

    @Test("A filter keeps the articles of windows and lists that pass, and counts them up to a limit")
    func windows() throws {
        let library = MemoryLibrary((1...3_000).map { .init(title: "fox", read: $0 % 3 == 0) })
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        let all = (1...3_000).map { UInt32($0) }
        let read = all.filter { $0 % 3 == 0 }
        func windows(_ numbers: [UInt32]?) throws -> FilteredWindows {
            try FilteredWindows(.read(true), numbers: numbers, library, searcher.statistics)
        }
        #expect(try windows(nil).keep(all) == read)
        #expect(try windows([3, 4, 6, 2_999]).keep(all) == [3, 6])
        #expect(try windows([3]).mayPass(window: 0) && !windows([3]).mayPass(window: 1))
        #expect(try windows(nil).count(all, upTo: 2_000) == (1_000, false))
        // Counting ends after the window in which the limit is passed.
        #expect(try windows(nil).count(all, upTo: 100) == (341, true))
        let none = try FilteredWindows(nil, numbers: [5], library, searcher.statistics)
        #expect(try none.keep(all) == [5])
    }

    @Test("Regular expressions are evaluated on the texts of a list, in its order")
    func patterns() throws {
        let library = MemoryLibrary([.init(title: "fox", text: "12"), .init(title: "34"), .init(title: "wolf")])
        let matcher = try PatternMatcher([.init(pattern: "[0-9]", caseInsensitive: false, negated: false)])
        #expect(try matcher.evaluate(on: [3, 2, 9, 1], library) == [false, true, false, true])
        #expect(try matcher.filter([(3, "a"), (2, "b"), (1, "c")], library) { $0.0 }.map(\.1) == ["b", "c"])
        let searcher = library.makeSearcher()
        let negated = PatternCondition(pattern: "[0-9]", caseInsensitive: false, negated: true)
        #expect(try searcher.matching([negated], among: [1, 2, 3], isArrival: true) == [3])
    }

    @Test("Articles of a plan are those of its text that fulfil its conditions, without hidden ones")
    func plan() throws {
        let library = Self.library()
        library.hidden = [2, 6]
        let searcher = library.makeSearcher()
        try searcher.statistics.refresh()
        let matching = MatchingArticles(library, searcher.statistics)
        func plan(_ query: String) throws -> SearchPlan {
            var compiler = try QueryCompiler(
                scope: searcher, request: SearchRequest(query: try QueryParser.parse(query), now: 0), words: .all)
            return try compiler.plan()
        }
        #expect(try matching.all(of: plan("fox -is:read"))?.prefix(3) == [4, 8, 10])
        #expect(try matching.all(of: plan("fox OR is:starred"))?.prefix(2) == [4, 8])
        #expect(try matching.all(of: plan("is:starred")) == nil && matching.count(of: plan("is:starred")) == 1)
        #expect(try matching.count(of: plan("fox")) == 98)
        var limited = try plan("fox")
        limited.end = 9
        #expect(try matching.all(of: limited) == [4, 8])
    }
}
