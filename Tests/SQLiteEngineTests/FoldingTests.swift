import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct FoldingTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    /// Twelve stories in copies of their own, at dates that are mixed up.
    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var random = SeededGenerator(seed: 7)
        var drafts: [ArticleDraft] = []
        for number in 0..<12 {
            let text = (0..<80).map { "w\(number * 1_000 + $0)" }.joined(separator: " ") + " harbour"
            for copy in 0...number % 4 {
                var one = draft(
                    "\(number)-\(copy)", "Story of the harbour \(number)", (copy == 1 ? "Exclusive! " : "") + text,
                    feed: "feed \(number)-\(copy)")
                // A date before 1970 is in no block of numbers.
                one.published = number == 3 && copy == 1 ? -5 : Int64.random(in: 1_000...9_000, using: &random)
                if copy == 2 { one.read = true }
                drafts.append(one)
            }
        }
        drafts.shuffle(using: &random)
        try store.insert(drafts, batchSize: 5)
    }

    private func request(_ query: String, _ sort: SearchRequest.Sort, limit: Int, fold: Bool = true) throws
        -> SearchRequest
    {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 10_000)
        request.sort = sort
        request.limit = limit
        request.fold = fold
        return request
    }

    /// All pages.
    private func pages(_ request: SearchRequest) throws -> [SearchHit] {
        var request = request
        var hits: [SearchHit] = []
        repeat {
            let answer = try store.search(request)
            hits += answer.hits
            request.after = answer.cursor
            #expect(answer.hits.count == request.limit || answer.cursor == nil)
        } while request.after != nil && hits.count < 100
        return hits
    }

    /// The first of each story, with the number of the others.
    private func folded(_ hits: [SearchHit]) -> [String] {
        var counts: [Substring: Int] = [:]
        for hit in hits { counts[hit.guid.split(separator: "-")[0], default: 0] += 1 }
        var seen: Set<Substring> = []
        return hits.filter { seen.insert($0.guid.split(separator: "-")[0]).inserted }
            .map { "\($0.guid) +\((counts[$0.guid.split(separator: "-")[0]] ?? 1) - 1)" }
    }

    @Test(
        "Copies are shown once on all pages together, by whatever order, and are counted where they are left out",
        arguments: SearchRequest.Sort.allCases,
        [
            "harbour", "harbour is:unread", "is:unread", "harbour OR is:read", "harbour re:/w[0-9]+/",
            "is:unread re:/harbour/",
        ])
    func pages(_ sort: SearchRequest.Sort, _ query: String) throws {
        let all = try store.search(request(query, sort, limit: 100, fold: false))
        #expect(all.cursor == nil && all.total == all.hits.count && all.hits.allSatisfy { $0.folded == 0 })
        for exhaustive in [false, true] {
            for limit in [1, 2, 5, 100] {
                var one = try request(query, sort, limit: limit)
                one.exhaustive = exhaustive
                let hits = try pages(one)
                #expect(hits.map { "\($0.guid) +\($0.folded)" } == folded(all.hits), "\(limit) \(exhaustive)")
                #expect(try store.search(one).total == all.total || query.contains("re:"))
            }
        }
    }

    @Test("What has most of the words is folded by date as well")
    func relaxed() throws {
        let query = "story harbour missing"
        let all = try store.search(request(query, .newest, limit: 100, fold: false))
        #expect(all.relaxed && all.hits.count == 30)
        for limit in [4, 100] {
            let hits = try store.search(request(query, .newest, limit: limit)).hits
            #expect(hits.map { "\($0.guid) +\($0.folded)" } == Array(folded(all.hits).prefix(limit)))
        }
    }

    @Test("Lists and counts fold nothing")
    func lists() throws {
        var count = 0
        func note(_ n: Int64) -> Bool {
            count += 1
            return true
        }
        try store.forEachMatch(try QueryParser.parse("harbour"), now: 10_000, utcOffset: { _ in 0 }, note)
        #expect(count == 30)
        #expect(try store.search(request("harbour", .newest, limit: 0)).total == 30)
    }

    @Test("Many copies in front of a page leave it full")
    func many() throws {
        let text = (0..<60).map { "wave\($0)" }.joined(separator: " ")
        try store.insert((0..<400).map { draft("m\($0)", "The one about waves", text, feed: "m\($0)") })
        let long = String(repeating: "something else ", count: 100)
        let other = (0..<30).map { draft("o\($0)", "Other \($0)", "wave1 and number\($0) " + long, feed: "o") }
        try store.insert(other)
        var one = try request("wave1", .relevance, limit: 20)
        one.recency = false
        let page = try store.search(one)
        #expect(page.hits.count == 20 && page.total == 430)
        #expect(page.hits.map(\.folded).reduce(0, +) == 399)
        #expect(try pages(one).count == 31)
        #expect(try pages(request("wave1", .oldest, limit: 7)).count == 31)
        let n = try #require(try store.id(feed: "m5", guid: "m5"))
        #expect(try store.similar(to: n)?.hits.contains { $0.guid.hasPrefix("m") } == false)
    }
}
