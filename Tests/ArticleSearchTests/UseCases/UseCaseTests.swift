import Articles
import QueryLanguage
import Testing

@testable import ArticleSearch

/// What can be asked of articles besides a page of hits.
@Suite struct UseCaseTests {
    private static func request(_ query: String) throws -> SearchRequest {
        SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)
    }

    private static func stored() -> MemoryLibrary {
        let library = MemoryLibrary([
            .init(title: "red fox", feed: 1, date: 1_699_920_000, read: true),
            .init(title: "red wolf", feed: 2, date: 1_700_006_400), .init(title: "fox", feed: 2, date: 1_600_000_000),
        ])
        library.allFeeds = [
            MemoryLibrary.feed(1, "https://one.example", "One", folders: [["News", "Local"]]),
            MemoryLibrary.feed(2, "https://two.example", "Two", folders: [["News"]]),
        ]
        return library
    }

    // MARK: - Facets

    @Test("Facets count all matches by feed, folder, day and state, and relax as a search does")
    func facets() throws {
        let count = FacetCount(Self.stored().makeSearcher())
        let facets = try count.facets(for: Self.request("red"))
        #expect(facets.total == 2 && facets.unread == 1 && !facets.relaxed)
        #expect(facets.feeds.map(\.value) == ["https://one.example", "https://two.example"])
        #expect(facets.folders.map { "\($0.value) \($0.articles)" } == ["News 2", "News/Local 1"])
        #expect(facets.months.map(\.value) == ["2023-11"] && facets.days.map(\.value) == ["2023-11-14", "2023-11-15"])
        #expect(try count.facets(for: Self.request("red fox qqqq")).relaxed)
        #expect(try count.facets(for: Self.request("re:/wolf/")).total == 1)
        #expect(try count.facets(for: Self.request("qqqq")) == Facets())
    }

    @Test("A day before the 400 days until now is counted in its month alone, in the time zone of the request")
    func tally() {
        var tally = FacetTally(utcOffset: { _ in -3_600 }, now: 1_700_000_000)
        for date: Int64 in [1_698_796_800, 1_600_000_000, .min] {
            tally.add(FacetValues(id: 1, feed: 1, date: date, language: "en", read: false, starred: true))
        }
        let facets = tally.facets(feeds: [])
        // 2023-11-01 00:00 UTC is a day of October one hour to the west.
        #expect(facets.days.map(\.value) == ["2023-10-31"])
        #expect(facets.months.map(\.value).suffix(2) == ["2020-09", "2023-10"] && facets.months.count == 3)
        #expect(facets.total == 3 && facets.starred == 3 && facets.languages.map(\.value) == ["en"])
    }

    // MARK: - Lists

    @Test("A list has all matches, newest first or in any order, and can continue after a place")
    func list() throws {
        let searcher = Self.stored().makeSearcher()
        try searcher.statistics.refresh()
        let list = MatchList(searcher)
        #expect(try list.articles(matching: Self.request("red"), newestFirst: true) == [2, 1])
        #expect(try list.articles(matching: Self.request("is:unread"), newestFirst: true) == [2, 3])
        #expect(try list.articles(matching: Self.request("re:/fox/"), newestFirst: false) == [1, 3])
        let nothing = SearchRequest(query: try QueryParser.literal("..."), now: 0)
        #expect(try list.articles(matching: nothing, newestFirst: false).isEmpty)
        #expect(try list.newest(nil, after: nil, limit: 2) == [2, 1])
        let place = DatePlace(date: 1_700_006_400, id: 2)
        #expect(try list.newest(Self.request("fox OR red"), after: place, limit: 9) == [1, 3])
    }

    @Test("Unread articles are those of a feed, of a folder with those inside it, or up to an article")
    func unread() throws {
        let unread = UnreadArticles(Self.stored())
        func articles(_ change: (inout ReadScope) -> Void) throws -> [Int64] {
            var scope = ReadScope()
            change(&scope)
            return try unread.articles(in: scope)
        }
        #expect(try articles { _ in } == [2, 3])
        #expect(try articles { $0.feed = 1 }.isEmpty && articles { $0.folder = "news" } == [2, 3])
        #expect(try articles { $0.within = "Two" } == [2, 3] && articles { $0.newestSeen = 2 } == [2])
        #expect(throws: StorageError.self) { try articles { $0.folder = "nothing" } }
    }

    @Test("Similar articles have the words of an article, and are neither the article nor its near-duplicates")
    func similar() throws {
        var stored = (0..<40).map { MemoryLibrary.Article(title: "note \($0)", text: "nothing of interest") }
        stored[0] = .init(title: "quokka island", text: "the quokka lives on rottnest island", group: 1)
        stored[1] = .init(title: "quokka island again", text: "the quokka lives on rottnest island", group: 1)
        stored[2] = .init(title: "rottnest quokka", text: "an island of the quokka")
        let similar = SimilarArticles(MemoryLibrary(stored).makeSearcher())
        let answer = try #require(try similar.articles(similarTo: 1, limit: 5, fields: .ids))
        #expect(answer.hits.map(\.id) == [3] && answer.total == 1 && answer.cursor == nil)
        #expect(answer.copies.map(\.id) == [2])
        #expect(try similar.articles(similarTo: 3, limit: 5, fields: .ids)?.copies.isEmpty == true)
        #expect(try similar.articles(similarTo: 99, limit: 5, fields: .ids) == nil)
    }

    // MARK: - Names

    @Test("A feed is found by address, title or a part of it, a folder by name or path")
    func names() throws {
        let lookup = FeedLookup(Self.stored())
        #expect(try lookup.feed(named: "https://two.example")?.id == 2 && lookup.feed(named: "ONE")?.id == 1)
        #expect(try lookup.feeds(named: "example") == [1, 2] && lookup.feeds(inFolder: "news/local") == [1])
        #expect(try lookup.feeds(within: "news") == [1, 2] && lookup.feeds(within: "two") == [2])
    }

    @Test("An unknown name is an error that suggests a similar one")
    func unknownNames() throws {
        let library = Self.stored()
        library.tags = ["reading list"]
        func suggestion(_ body: (ArticleSearcher) throws -> Void) -> String?? {
            do {
                try body(library.makeSearcher())
                return nil
            } catch StorageError.unknownName(_, _, let suggestion) {
                return .some(suggestion)
            } catch {
                return nil
            }
        }
        #expect(suggestion { _ = try $0.feeds(named: "Twoo") } == "Two")
        #expect(suggestion { _ = try $0.feeds(inFolder: "Lokal") } == "Local")
        #expect(suggestion { _ = try $0.feeds(within: "Newz") } == "News")
        #expect(suggestion { try $0.verifyTag("reading lists") } == "reading list")
        #expect(suggestion { try $0.verifyLanguage("xx") } == "en")
        #expect(suggestion { try $0.verifyTag("Reading List") } == nil)
        #expect(NameSuggestion.nearest(to: "quite different", among: ["Two"]) == nil)
        #expect(NameSuggestion.nearest(to: "tech", among: ["Technology"]) == "Technology")
    }
}
