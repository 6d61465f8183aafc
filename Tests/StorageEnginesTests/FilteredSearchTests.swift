import Articles
import QueryLanguage
import StorageTestSupport
import TestSupport
import Testing

@testable import SearchRanking

/// A filter beside words that many articles have is read only as far as the search goes.
@Suite struct FilteredSearchTests {
    private static let day: Int64 = 86_400
    private static let articleCount = 5_000

    /// Articles of five windows, whose states do not depend on one another.
    private func articles(_ prose: inout RandomText) -> [ArticleDraft] {
        var story = ""
        return (0..<Self.articleCount).map { number in
            var text = prose.text(Int.random(in: 1...12, using: &prose.random))
            // Every fifth story comes in another feed too.
            if number % 5 == 0 {
                story = prose.text(9) + (0..<60).map { " w\(number * 100 + $0)" }.joined()
            }
            if number % 5 < 2 { text = story }
            var article = draft(
                "\(number)", number % 5 < 2 ? "Story \(number / 5)" : prose.text(2), text,
                feed: "https://example.org/\(number % 3 == 0 ? "daily" : "weekly\(number % 40)")")
            article.published = testTime - Int64(number % 400) * Self.day
            article.language = ["en", "EN-GB", "zh-Hant", "fr", "eng", "zh"][number % 6]
            article.read = number % 5 == 0
            article.starred = number % 500 == 0
            article.hasImage = number % 2 == 0
            article.url = "https://example.org/\(number % 7 == 0 ? "news" : "notes")/\(number)"
            if number % 11 == 0 { article.ownTags = ["later"] }
            return article
        }
    }

    /// A store of these articles.
    ///
    /// - Parameter change: of an article before it is stored, by its number.
    private func filled(
        _ library: TestLibrary, _ change: (Int, inout ArticleDraft) -> Void = { _, _ in }
    ) throws -> any TestedStore {
        let store = try library.open()
        var prose = RandomText()
        var articles = articles(&prose)
        for number in articles.indices { change(number, &articles[number]) }
        try store.insert(articles)
        return store
    }

    /// What passes each filter, by the number of the article.
    private static let filters: [(query: String, passes: @Sendable (Int) -> Bool)] = [
        ("is:unread", { $0 % 5 != 0 }), ("is:read", { $0 % 5 == 0 }), ("is:starred", { $0 % 500 == 0 }),
        ("has:image", { $0 % 2 == 0 }), ("-has:image", { $0 % 2 != 0 }), ("has:enclosure", { _ in false }),
        ("lang:en", { [0, 1].contains($0 % 6) }), ("lang:zh", { [2, 5].contains($0 % 6) }),
        ("-lang:en", { ![0, 1].contains($0 % 6) }),
        ("date:100d", { $0 % 400 <= 100 }), ("feed:daily", { $0 % 3 == 0 }),
        ("feed:weekly7", { $0 % 40 == 7 && $0 % 3 != 0 }), ("-feed:daily", { $0 % 3 != 0 }),
        ("url:news", { $0 % 7 == 0 }), ("tag:later", { $0 % 11 == 0 }), ("-tag:later", { $0 % 11 != 0 }),
        ("is:unread has:image", { $0 % 5 != 0 && $0 % 2 == 0 }),
        ("is:(starred OR read)", { $0 % 500 == 0 || $0 % 5 == 0 }),
        ("(is:starred OR lang:zh) -is:read", { [2, 5].contains($0 % 6) && $0 % 5 != 0 }),
    ]

    private static let exactTotal = 150

    /// With the limits of the program, 5,000 articles are all counted, and a filter is read for all of them.
    private func searchByWindow(_ store: any TestedStore, _ request: SearchRequest) throws -> SearchAnswer {
        var limits = FirstStageLimits()
        limits.exactTotal = Self.exactTotal
        return try FirstStageLimits.$current.withValue(limits) { try store.search(request) }
    }

    private func expectTotal(of found: SearchAnswer, _ expected: SearchAnswer, _ text: String) {
        if found.totalIsLowerBound {
            #expect(found.total > Self.exactTotal && found.total <= expected.total, "\(text)")
        } else {
            #expect(found.total == expected.total, "\(text)")
        }
    }

    @Test(
        "A filter that is read window by window keeps the articles that pass it, with their scores",
        arguments: StorageEngine.all)
    func sameByWindow(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        var cut = 0
        for (index, filter) in Self.filters.enumerated() {
            for words in ["run", "engine OR 搜索", "the fast", "全文 -the", "\"the of\" OR swift"] {
                var request = SearchRequest(
                    query: try QueryParser.parse("\(filter.query) (\(words))"), now: testTime)
                request.match = .all
                request.limit = 3 + index
                request.fold = index % 2 == 0
                request.reranks = index % 3 == 0
                let expected = try store.search(request)
                let found = try searchByWindow(store, request)
                request.countsAll = true
                let counted = try searchByWindow(store, request)
                let text = "\(filter.query) \(words)"
                #expect(found.hits.map(\.guid) == expected.hits.map(\.guid), "\(text)")
                #expect(found.hits.map(\.score) == expected.hits.map(\.score), "\(text)")
                #expect(found.hits.map(\.folded) == expected.hits.map(\.folded), "\(text)")
                // The language of a text goes before the one that is declared.
                if !filter.query.contains("lang:") {
                    #expect(found.hits.allSatisfy { Int($0.guid).map(filter.passes) ?? false }, "\(text)")
                }
                #expect(counted.total == expected.total && !counted.totalIsLowerBound, "\(text)")
                expectTotal(of: found, expected, text)
                cut += found.total < expected.total ? 1 : 0
            }
        }
        #expect(cut > 20)
    }

    @Test(
        "Sorted by date, a filter that is read window by window gives the same pages",
        arguments: StorageEngine.all, [SearchRequest.Sort.newest, .oldest])
    func sameByDate(_ engine: StorageEngine, sort: SearchRequest.Sort) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        var cut = 0
        var folded = 0
        for (index, filter) in Self.filters.enumerated() {
            for words in ["run", "engine OR 搜索", "全文 -the"] {
                var request = SearchRequest(
                    query: try QueryParser.parse("\(filter.query) (\(words))"), now: testTime)
                request.match = .all
                request.sort = sort
                request.limit = 2 + index
                request.fold = index % 2 == 0
                for page in 0..<3 {
                    let expected = try store.search(request)
                    let found = try searchByWindow(store, request)
                    let text = "\(filter.query) \(words), page \(page)"
                    #expect(found.hits.map(\.guid) == expected.hits.map(\.guid), "\(text)")
                    #expect(found.hits.map(\.folded) == expected.hits.map(\.folded), "\(text)")
                    #expect(found.cursor == expected.cursor, "\(text)")
                    expectTotal(of: found, expected, text)
                    cut += found.total < expected.total ? 1 : 0
                    folded += found.hits.count { $0.folded > 0 }
                    request.after = expected.cursor
                    if request.after == nil { break }
                }
            }
        }
        #expect(cut > 20)
        #expect(folded > 20)
    }

    @Test("Every article that passes a filter is counted", arguments: StorageEngine.all)
    func countsAll(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        // Without a text the declared language counts.
        let store = try filled(library) { _, article in (article.title, article.body) = ("everywhere", []) }
        for filter in Self.filters {
            var request = SearchRequest(query: try QueryParser.parse("everywhere \(filter.query)"), now: testTime)
            request.match = .all
            request.fields = .ids
            request.fold = false
            let expected = (0..<Self.articleCount).count(where: filter.passes)
            let total = try store.search(request).total
            #expect(total == expected, "\(filter.query)")
        }
    }

    @Test("The newest articles of a query are the first of all its matches", arguments: StorageEngine.all)
    func newest(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        let utc: @Sendable (Int64) -> Int = { _ in 0 }
        var queries: [String?] = [nil, "engine", "the OR 全文", "re:/the f/", "the re:/the f/", "unheardof"]
        queries += Self.filters.flatMap { [$0.query, "\($0.query) (the OR run)"] }
        for text in queries {
            let query = try text.map { try QueryParser.parse($0) }
            var all: [ArticleID] = []
            try store.forEachMatch(query, now: testTime, utcOffset: utc) { number in
                all.append(number)
                return true
            }
            var found: [ArticleID] = []
            for limit in [1, 20, 300, Self.articleCount] {
                let place = try found.last.flatMap { try store.datePlace(of: $0) }
                let page = try store.newest(query, after: place, limit: limit, now: testTime, utcOffset: utc)
                #expect(page.count == min(limit, all.count - found.count), "\(text ?? "all")")
                found += page
            }
            #expect(found == all, "\(text ?? "all")")
        }
    }

    @Test(
        "Counting what filters pass ends above the limit, and is exact where it is asked for",
        arguments: StorageEngine.all)
    func countsOfFilters(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        for filter in Self.filters where !filter.query.contains("lang:") {
            var request = SearchRequest(query: try QueryParser.parse(filter.query), now: testTime)
            let expected = (0..<Self.articleCount).count(where: filter.passes)
            let found = try searchByWindow(store, request)
            #expect(found.totalIsLowerBound == (expected > Self.exactTotal), "\(filter.query)")
            #expect(found.total == min(expected, Self.exactTotal + 1), "\(filter.query)")
            request.countsAll = true
            let counted = try searchByWindow(store, request)
            #expect(counted.total == expected && !counted.totalIsLowerBound, "\(filter.query)")
        }
    }

    @Test(
        "Facets of feeds and folders are those of the articles, each time on one connection",
        arguments: StorageEngine.all)
    func folderFacets(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        var prose = RandomText()
        let articles = articles(&prose).map { article in
            var article = article
            article.title += " everywhere"
            return article
        }
        try store.insert(articles)
        let folders = [["News"], ["News", "Local"], ["科学"]]
        // Nobody has subscribed to them.
        var paths: [String: [String]] = [:]
        for feed in try store.feeds(subscribedOnly: false) where !feed.url.hasSuffix("daily") {
            paths[feed.url] = folders[Int(feed.id) % 3]
            try store.edit(feed.id, FeedChanges(folders: [folders[Int(feed.id) % 3]]))
        }
        #expect(Set(paths.values) == Set(folders))
        let queries: [(text: String, passes: (Int) -> Bool)] = [
            ("everywhere", { _ in true }), ("is:unread", { $0 % 5 != 0 }), ("url:news", { $0 % 7 == 0 }),
            ("url:news everywhere", { $0 % 7 == 0 }),
        ]
        let reader = try library.open(.read)
        for (text, passes) in queries + queries {
            let passing = articles.indices.filter(passes).map { articles[$0] }
            var feeds: [String: Int] = [:]
            var inFolders: [String: Int] = [:]
            for article in passing {
                feeds[article.feed, default: 0] += 1
                let path = paths[article.feed] ?? []
                for end in path.indices { inFolders[path[...end].joined(separator: "/"), default: 0] += 1 }
            }
            let request = SearchRequest(query: try QueryParser.parse(text), now: testTime)
            let facets = try reader.facets(for: request)
            #expect(facets.total == passing.count, "\(text)")
            #expect(counts(facets.feeds) == feeds, "\(text)")
            #expect(counts(facets.folders) == inFolders, "\(text)")
        }
    }

    private func counts(_ facets: [Facets.Count]) -> [String: Int] {
        Dictionary(facets.map { ($0.value, $0.articles) }) { $0 + $1 }
    }

    @Test("Facets count how many articles are unread and starred", arguments: StorageEngine.all)
    func facets(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library) { number, article in
            if number % 30 == 0 { article.title += " thirtieth" }
            if number % 2 == 0 { article.title += " second" }
        }
        for (word, apart) in [("thirtieth", 30), ("second", 2)] {
            let facets = try store.facets(for: SearchRequest(query: try QueryParser.parse(word), now: testTime))
            let numbers = stride(from: 0, to: Self.articleCount, by: apart)
            #expect(facets.total == Array(numbers).count, "\(word)")
            #expect(facets.unread == numbers.count { $0 % 5 != 0 }, "\(word)")
            #expect(facets.starred == numbers.count { $0 % 500 == 0 }, "\(word)")
            #expect(
                facets.feeds.first { $0.value.hasSuffix("daily") }?.articles == numbers.count { $0 % 3 == 0 }, "\(word)"
            )
        }
    }
}
