import LibraryStorage
import PostgreSQL
import QueryLanguage
import StorageTestSupport
import System
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import PostgresEngine
@testable import SQLiteEngine
@testable import SearchRanking

/// A library in several slots gives the same answers as in one slot: hits, order, scores, totals, counts.
@Suite struct SlottedSearchTests {
    private static let isLong = Environment.value("FEEDSEARCH_TEST_LONG") == "1"

    private var prose = RandomText(further: ["laufen", "Häuser", "données", "новости"])

    private mutating func word() -> String { prose.word() }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &prose.random) }

    // MARK: - Articles

    private static let feedCount = 24

    private static func feed(_ number: Int) -> FeedDraft {
        var feed = FeedDraft(url: "https://example.org/feed\(number)")
        feed.title = "Feed \(number)"
        feed.folders = number % 3 == 0 ? [["News", "Tech \(number % 2)"]] : []
        return feed
    }

    /// - Parameter oldDates: some articles are older than 1970.
    private mutating func drafts(_ count: Int, oldDates: Bool) -> [ArticleDraft] {
        var drafts: [ArticleDraft] = []
        for number in 0..<count {
            var draft = ArticleDraft()
            draft.feed = Self.feed(self.number(0..<Self.feedCount)).url
            draft.guid = "guid \(number)"
            draft.url = number % 4 == 0 ? nil : "https://example.org/\(word())/%E5%85%A8\(word())-\(number % 11).html"
            draft.title = prose.text(self.number(0..<6))
            draft.body = Array(prose.text(self.number(1..<60)).utf8)
            // Every seventh article is a copy of an earlier one, usually in another feed.
            if number % 7 == 6, let other = drafts.dropLast(number % 9).last {
                (draft.title, draft.body) = (other.title, other.body)
            }
            // Many articles have equal dates.
            draft.published = 1_700_000_000 + Int64(self.number(0..<40)) * 40_000
            if oldDates, number % 50 == 0 { draft.published = Int64(number) - 200_000_000 }
            draft.author = number % 5 == 0 ? "Ada \(word())" : nil
            draft.language = ["en", "zh-Hant", nil, "de", "EN-gb"][number % 5]
            draft.tags = number % 6 == 0 ? ["Técnica", word()] : []
            draft.ownTags = number % 9 == 0 ? ["mine", "Zürich"] : nil
            draft.starred = number % 3 == 0
            draft.read = number % 4 == 0
            draft.hidden = number % 37 == 0
            draft.hasImage = number % 8 == 0
            drafts.append(draft)
        }
        return drafts
    }

    // MARK: - Libraries

    /// The arrival numbers of the articles of one slot: those that they have in a library of one slot.
    private final class KnownArrivals: ArrivalOrder {
        /// Ascending by article.
        let known: [(article: Int64, arrival: Int64)]

        init(_ known: [(article: Int64, arrival: Int64)]) { self.known = known }

        func arrivals(of articles: [Int64]) -> [Int64] {
            articles.map { article in known.last { $0.article <= article }?.arrival ?? 0 }
        }

        func firstArticle(arrivedFrom arrival: Int64) -> Int64 {
            known.first { $0.arrival >= arrival }?.article ?? (known.last?.article ?? 0) + 1
        }
    }

    private final class Libraries {
        private let libraries: [TestLibrary]
        let one: any SlotStore
        private(set) var slots: [any SlotStore] = []
        let numbers: SlotNumbers
        let several: SlottedSearcher

        init(_ count: Int, _ batches: [[ArticleDraft]], _ engine: StorageEngine) throws {
            let numbers = try #require(SlotNumbers(slots: count))
            self.numbers = numbers
            // On a server, each slot has a database of its own.
            libraries = try (0...count).map { _ in try TestLibrary(engine) }
            let writers = try libraries.map { try Self.open($0, .write) }
            for writer in writers {
                _ = try writer.upsert((0..<SlottedSearchTests.feedCount).map(SlottedSearchTests.feed), now: 1)
                try writer.save(search: "tests", query: "tests OR is:starred", now: 1)
                try writer.save(search: "patterns", query: "re:/r[a-z]n/", now: 1)
            }
            let feeds = Dictionary(
                uniqueKeysWithValues: try writers[0].feeds(subscribedOnly: false).map { ($0.url, $0.id) })
            for batch in batches {
                try Self.insert(batch, into: writers[0])
                for slot in 0..<count {
                    try Self.insert(
                        batch.filter { numbers.slot(ofFeed: feeds[$0.feed] ?? 0) == slot }, into: writers[slot + 1])
                }
            }
            let all = try Self.articles(writers[0])
            let byGuid = Dictionary(uniqueKeysWithValues: all.map { ($0.guid, $0) })
            one = try Self.open(libraries[0], .read)
            var parts: [SearchSlot] = []
            for slot in 0..<count {
                let own = try Self.articles(writers[slot + 1])
                // Near-duplicates are grouped as in one slot.
                try writers[slot + 1].setGroups(own.map { ($0.id, byGuid[$0.guid]?.group ?? 0) })
                let store = try Self.open(libraries[slot + 1], .read)
                slots.append(store)
                let arrivals = own.map { (article: $0.id, arrival: byGuid[$0.guid]?.id ?? 0) }
                parts.append(SearchSlot(store.searcher, arrivals: KnownArrivals(arrivals)))
            }
            several = SlottedSearcher(parts, numbers: numbers)
        }

        private static func open(_ library: TestLibrary, _ access: StoreAccess) throws -> any SlotStore {
            try #require(try library.store(access) as? any SlotStore)
        }

        private static func insert(_ drafts: [ArticleDraft], into store: any SlotStore) throws {
            if drafts.isEmpty { return }
            var rest = drafts[...]
            _ = try store.insert(
                BatchInsertRequest(resultType: .count, batchSize: 2_000) { row in
                    guard let next = rest.popFirst() else { return false }
                    row = next
                    return true
                }, now: 1_700_000_000)
        }

        private static func articles(_ store: any SlotStore) throws -> [(id: Int64, guid: String, group: UInt32)] {
            let ids = try store.newest(nil, after: nil, limit: .max, now: 0) { _ in 0 }.sorted()
            try store.searcher.statistics.refresh()
            return try zip(ids, store.guids(of: ids)).map { id, guid in
                (id, try #require(guid), try store.searcher.group(of: id))
            }
        }

        /// The id in several slots of an article of the one slot.
        func id(_ article: Int64) throws -> Int64 {
            let guid = try #require(try one.guid(of: article))
            for (number, slot) in slots.enumerated() {
                if let own = try slot.ids(guid: guid).first { return numbers.id(of: own, in: number) }
            }
            return 0
        }
    }

    private mutating func libraries(_ count: Int, articles: Int = 500, oldDates: Bool = false) throws -> Libraries {
        var drafts = drafts(articles, oldDates: oldDates)
        var batches = stride(from: 0, to: articles, by: 110).map { Array(drafts[$0..<min($0 + 110, articles)]) }
        // The last batch changes articles.
        let changed = Array(stride(from: 3, to: articles, by: 17))
        for index in changed { drafts[index].body = Array(prose.text(30).utf8) }
        batches.append(changed.map { drafts[$0] })
        return try Libraries(count, batches, try #require(StorageEngine.all.first))
    }

    // MARK: - Queries

    private mutating func phrase() -> String {
        "\"" + (0..<number(1..<4)).map { _ in word() }.joined(separator: " ") + "\""
    }

    private mutating func query() -> String {
        switch number(0..<38) {
        case 0: "\(word())"
        case 1: "\(word()) \(word())"
        case 2: "\(word()) OR \(word())"
        case 3: "\(phrase())"
        case 4: "\(word()) -\(word())"
        case 5: "title:\(word()) \(word())"
        case 6: "author:\(word())"
        case 7: "NEAR(\(word()) \(word()), 4)"
        case 8: "\(prose.prefix())* \(word())"
        case 9: "title:\(prose.prefix())*"
        case 10: "(\(word()) \(phrase())) OR is:starred"
        case 11: "\(word()) is:unread"
        case 12: "is:starred"
        case 13: "\(word()) tag:tecnica"
        case 14: "tag:mine -\(word())"
        case 15: "lang:en \(word())"
        case 16: "lang:zh"
        case 17: "url:\(word())"
        case 18: "-url:\(word()) \(word())"
        case 19: "url:全 has:image"
        case 20: "feed:feed1 \(word())"
        case 21: "date:2023-11-20.."
        case 22: "\(word()) date:..2023-12-01"
        case 23: "re:/r[a-z]n+/ \(word())"
        case 24: "is:hidden"
        case 25: "\(word()) \(word()) nosuchword"
        case 26: "的"
        case 27: "folder:News \(word())"
        case 28: "search:tests \(word())"
        case 29: "\(word()) -search:tests"
        case 30: "\(word()) OR search:patterns"
        case 31: "re:/搜/"
        case 32: "https://example.org/run"
        case 33: "what is the \(word()) of \(word()) and \(word())"
        case 34: "\(word())\(word())\(word())"
        case 35: "Cafe \(word())"
        case 36: "данные новости \(word())"
        default: "\(phrase()) 全"
        }
    }

    private mutating func request(_ text: String, _ number: Int) -> SearchRequest? {
        guard let query = try? QueryParser.parse(text) else { return nil }
        var request = SearchRequest(query: query, now: 1_700_100_000)
        request.match = [.auto, .all, .any].randomElement(using: &prose.random) ?? .auto
        request.sort = SearchRequest.Sort.allCases.randomElement(using: &prose.random) ?? .relevance
        request.fields = number % 3 == 0 ? .ids : .everything
        request.limit = [1, 5, 20, 100].randomElement(using: &prose.random) ?? 20
        request.fold = number % 5 != 0
        request.explain = number % 4 == 0
        request.reranks = number % 11 != 0
        request.recency = number % 7 != 0
        if number % 6 == 0 { request.within = "News" }
        return request
    }

    // MARK: - Comparison

    private static func described(_ answer: SearchAnswer, totals: Bool = true) -> [String] {
        let total = totals ? "\(answer.total) \(answer.totalIsLowerBound)" : ""
        let terms = answer.explanation?.terms.map { "\($0.term) \($0.articles)" } ?? []
        return [
            """
            \(total) \(answer.relaxed) \(answer.cursor != nil) \(answer.explanation?.match ?? "-") \(terms) \
            \(answer.looser.map { "\($0.query) \($0.total ?? -1)" } ?? "-")
            """
        ]
            + answer.hits.map { hit in
                """
                \(hit.guid) \(hit.feed) \(hit.feedTitle ?? "-") \(hit.url ?? "-") \(hit.title) \(hit.author ?? "-") \
                \(hit.published ?? -1) \(hit.received) \(hit.snippet) \(hit.titleHighlights) \
                \(hit.snippetHighlights) \(hit.read) \(hit.starred) \(hit.tags) +\(hit.folded) \
                \(hit.scoreParts.map(\.name))
                """
            }
    }

    private static func scores(_ answer: SearchAnswer) -> [Double] {
        answer.hits.flatMap { [$0.score] + $0.scoreParts.map(\.value) }
            + (answer.explanation?.terms.map(\.weight) ?? [])
    }

    private static func differs(_ a: [Double], _ b: [Double]) -> Bool {
        a.count != b.count || zip(a, b).contains { abs($0 - $1) > 1e-9 * max(1, abs($0)) }
    }

    /// Compares up to three pages, and the counts of facets.
    ///
    /// - Returns: the number of hits.
    private static func compare(_ first: SearchRequest, _ libraries: Libraries, totals: Bool = true) throws -> Int {
        var (request, other) = (first, first)
        let name = "\(request.query.text) \(request.match) \(request.sort) \(request.limit)"
        var found = 0
        for page in 0..<3 {
            let expected: SearchAnswer
            do {
                expected = try libraries.one.search(request)
            } catch {
                #expect(throws: StorageError.self, "\(name)") { try libraries.several.search(other) }
                return found
            }
            let answer = try libraries.several.search(other)
            // With a regular expression, further pages sorted by date count only the matches after their cursor, which
            // may be on either side of a folded match.
            let totals = totals && (page == 0 || !request.query.text.contains("re:/"))
            #expect(described(answer, totals: totals) == described(expected, totals: totals), "\(name), page \(page)")
            #expect(!differs(scores(answer), scores(expected)), "\(name), page \(page)")
            found += expected.hits.count
            guard let cursor = expected.cursor, let next = answer.cursor else { break }
            (request.after, other.after) = (cursor, next)
        }
        request.after = nil
        #expect(try libraries.several.facets(for: request) == libraries.one.facets(for: request), "\(name)")
        return found
    }

    @Test("Searches give the same pages and facets", arguments: [1, 2, 4, 8], [false, true])
    mutating func pages(slots: Int, oldDates: Bool) throws {
        prose.random = Lehmer(state: UInt64(slots * 2 + (oldDates ? 1 : 0)))
        let libraries = try libraries(slots, oldDates: oldDates)
        var found = 0
        for number in 0..<(Self.isLong ? 250 : 60) {
            guard let request = request(query(), number) else { continue }
            found += try Self.compare(request, libraries)
        }
        #expect(found > 200)
    }

    @Test("Searches that read only the best matches give the same pages", arguments: [2, 4, 8])
    mutating func bestMatches(slots: Int) throws {
        prose.random = Lehmer(state: UInt64(slots))
        let libraries = try libraries(slots)
        var limits = FirstStageLimits()
        limits.exactTotal = 5
        limits.minPhraseCandidates = 8
        try FirstStageLimits.$current.withValue(limits) {
            for number in 0..<60 {
                guard var request = request(query(), number) else { continue }
                request.limit = min(request.limit, 20)
                _ = try Self.compare(request, libraries, totals: false)
            }
        }
    }

    @Test("Lists of matches, the newest articles and similar articles are the same", arguments: [2, 8])
    mutating func lists(slots: Int) throws {
        let libraries = try libraries(slots, articles: 300)
        let (one, several) = (libraries.one, libraries.several)
        for text in ["run", "is:starred", "test OR 全文", "re:/搜/", "tag:mine -laufen"] {
            let query = try QueryParser.parse(text)
            let request = SearchRequest(query: query, now: 1_700_100_000)
            let expected = try one.matches(query, now: 1_700_100_000) { _ in 0 }.map { try libraries.id($0) }
            #expect(try several.matches(request).sorted() == expected.sorted() && !expected.isEmpty, "\(text)")
            var (place, other): (DatePlace?, DatePlace?)
            for _ in 0..<3 {
                let newest = try one.newest(query, after: place, limit: 7, now: 1_700_100_000) { _ in 0 }
                #expect(
                    try several.newest(request, after: other, limit: 7) == newest.map { try libraries.id($0) },
                    "\(text)")
                guard let last = newest.last else { break }
                place = try one.datePlace(of: last)
                other = try place.map { DatePlace(date: $0.date, id: try libraries.id(last)) }
            }
        }
        let all = try one.newest(nil, after: nil, limit: 40, now: 0) { _ in 0 }
        #expect(try several.newest(nil, after: nil, limit: 40) == all.map { try libraries.id($0) })
        for article in [ArticleID(5), 77, 230] {
            let expected = try #require(try one.similar(to: article, limit: 10, fields: .everything))
            let answer = try #require(try several.similar(to: libraries.id(article), limit: 10))
            #expect(Self.described(answer) == Self.described(expected))
            #expect(answer.copies.map(\.guid) == expected.copies.map(\.guid))
            #expect(!Self.differs(Self.scores(answer), Self.scores(expected)))
        }
        #expect(try several.similar(to: 1 << 20, limit: 10)?.total == nil)
    }

    @Test("A mistyped word is corrected to a word that is frequent in the slots", arguments: [2, 4])
    mutating func corrections(slots: Int) throws {
        let libraries = try libraries(slots)
        for text in ["engnie", "indxe", "runnning", "swfit"] {
            let request = SearchRequest(query: try QueryParser.parse(text), now: 1_700_100_000)
            let expected = try libraries.one.search(request).suggestion
            #expect(try libraries.several.search(request).suggestion == expected && expected != nil, "\(text)")
        }
    }

    @Test("A cursor of a library with other slots is refused")
    mutating func otherCursor() throws {
        let (two, four) = (try libraries(2, articles: 60), try libraries(4, articles: 60))
        var request = SearchRequest(query: try QueryParser.parse("run"), now: 1_700_100_000)
        request.limit = 2
        let first = request
        request.after = try two.several.search(request).cursor
        #expect(throws: StorageError.self) { try four.several.search(request) }
        #expect(throws: StorageError.self) { try two.one.search(request) }
        request.after = try two.one.search(first).cursor
        #expect(request.after != nil)
        #expect(throws: StorageError.self) { try two.several.search(request) }
    }
}

/// A store of one slot.
private protocol SlotStore: TableStore {
    /// Sets the groups of near-duplicates of all articles.
    func setGroups(_ groups: [(id: Int64, group: UInt32)]) throws
}

extension SQLiteStore: SlotStore {
    fileprivate func setGroups(_ groups: [(id: Int64, group: UInt32)]) throws {
        try writing { _ in
            for (id, group) in groups {
                try SQLiteDuplicates(connection).setGroup(Int64(group), of: id)
                var block = try FactsBlock.read(id / FactsBlock.size, connection) ?? FactsBlock()
                block[id].foldKey = group
                try block.write(id / FactsBlock.size, connection)
            }
        }
    }
}

extension PostgresStore: SlotStore {
    fileprivate func setGroups(_ groups: [(id: Int64, group: UInt32)]) throws {
        try writing { _ in
            let facts = FactsWriter(library)
            try facts.need(groups.map(\.id))
            _ = try library.run("DELETE FROM feedsearch.article_group WHERE library = $1 AND slot = $2")
            for (id, group) in groups {
                facts.change(id) { $0.foldKey = group }
                if group == 0 { continue }
                _ = try library.run(
                    "INSERT INTO feedsearch.article_group (library, slot, n, first) VALUES ($1, $2, $3, $4)",
                    [.integer(id), .integer(Int64(group))])
            }
            _ = try library.pipeline(facts.takeRequests())
        }
    }
}
