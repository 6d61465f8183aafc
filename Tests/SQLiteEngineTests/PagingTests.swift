import LibraryStorage
import QueryLanguage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct PagingTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    private func request(
        _ query: String, limit: Int, sort: SearchRequest.Sort = .relevance, match: SearchRequest.Match = .auto
    ) throws -> SearchRequest {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)
        request.limit = limit
        request.sort = sort
        request.match = match
        return request
    }

    /// All pages, with something that happens between each two of them.
    private func pages(_ first: SearchRequest, between: (Int) throws -> Void = { _ in }) throws -> [[Int64]] {
        var request = first
        var out: [[Int64]] = []
        repeat {
            let answer = try store.search(request)
            out.append(answer.hits.map(\.id))
            #expect((answer.cursor?.utf8.count ?? 0) <= 4_096)
            request.after = answer.cursor
            if answer.cursor != nil { try between(out.count) }
        } while request.after != nil && out.count < 1_000
        return out
    }

    /// Articles that differ in how often and where they have the words, some of them nearly the same.
    private static func articles(_ count: Int, _ name: String, _ random: inout SplitMix64) -> [ArticleDraft] {
        let words = ["fox", "dog", "rain", "tree", "river", "stone", "bird", "cloud"]
        let long = String(repeating: "the same long text of a fox that many have ", count: 8)
        return (0..<count).map { number in
            if random.next() % 9 == 0 { return draft("\(name)\(number)", "Copy", "fox dog " + long) }
            let text = (0..<Int(random.next() % 30 + 3)).map { _ in words[Int(random.next() % 8)] }.joined(
                separator: " ")
            var article = draft("\(name)\(number)", random.next() % 4 == 0 ? "fox" : "title", "fox " + text)
            article.published = 1_700_000_000 - Int64(random.next() % 10_000_000)
            return article
        }
    }

    @Test(
        "Pages repeat nothing and lose nothing while articles arrive",
        arguments: [("fox", 7), ("fox dog", 20), ("fox OR bird", 13), ("fox tree -stone", 3), ("title:fox", 5)])
    func arrivals(_ query: String, _ limit: Int) throws {
        for seed in 1...2 {
            var random = SplitMix64(state: UInt64(seed))
            try store.insert(Self.articles(120, "a\(seed).", &random))
            let request = try request(query, limit: limit)
            var all = request
            all.limit = 10_000
            let known = Set(try store.search(all).hits.map(\.id))
            let shown = try pages(request) { page in
                guard page < 12 else { return }
                try store.insert(Self.articles(Int(random.next() % 20), "b\(seed).\(page).", &random))
            }
            let numbers = shown.flatMap(\.self)
            #expect(Set(numbers).count == numbers.count)
            #expect(Set(numbers) == known)
            #expect(shown.dropLast().allSatisfy { $0.count == limit })
        }
    }

    @Test("What is read between two pages takes no unread article with it")
    func read() throws {
        var random = SplitMix64(state: 7)
        try store.insert(Self.articles(100, "a", &random))
        var request = try request("fox is:unread", limit: 10)
        request.fold = false
        var shown: [Int64] = []
        repeat {
            let answer = try store.search(request)
            shown += answer.hits.map(\.id)
            request.after = answer.cursor
            for hit in answer.hits { try store.connection.execute("UPDATE article SET read = 1 WHERE n = \(hit.id)") }
        } while request.after != nil
        #expect(Set(shown).count == 100 && shown.count == 100)
    }

    @Test("Past what a cursor holds the position counts, and still no page repeats another")
    func many() throws {
        let numbers = (0..<5_000).map { draft("\($0)", "title", "fox number\($0)") }
        try store.insert(numbers)
        // Every second article, so that the numbers take as much room as they can here.
        var request = try request("fox", limit: 400)
        request.fold = false
        request.fields = .ids
        let shown = try pages(request)
        #expect(shown.flatMap(\.self).count == 5_000)
        #expect(Set(shown.flatMap(\.self)).count == 5_000)
    }

    @Test("Pages of what has most of the words go on as they began")
    func relaxed() throws {
        try store.insert((0..<30).map { draft("\($0)", "t\($0)", "fox dog number\($0)") })
        let shown = try pages(request("fox dog zebra", limit: 10)) { page in
            if page == 1 { try store.insert([draft("new", "new", "fox dog zebra")]) }
        }
        #expect(shown.map(\.count) == [10, 10, 10])
        #expect(Set(shown.flatMap(\.self)).count == 30)
    }

    @Test("By date the pages go on where they ended", arguments: [SearchRequest.Sort.newest, .oldest])
    func byDate(_ sort: SearchRequest.Sort) throws {
        var random = SplitMix64(state: 3)
        try store.insert(Self.articles(90, "a", &random))
        for query in ["fox", "fox is:unread", "is:unread"] {
            var all = try request(query, limit: 1_000, sort: sort)
            let expected = try store.search(all).hits.map(\.id)
            all.limit = 7
            #expect(try pages(all).flatMap(\.self) == expected)
        }
    }

    @Test("A cursor of another search, of an older version or of nowhere is refused")
    func foreign() throws {
        try store.insert((0..<30).map { draft("\($0)", "t\($0)", "fox dog number\($0)") })
        var first = try request("fox", limit: 5)
        let cursor = try #require(try store.search(first).cursor)
        let other = try request("dog", limit: 5)
        let newest = try request("fox", limit: 5, sort: .newest)
        for (request, text) in [
            (other, cursor), (newest, cursor), (first, "20.0.0"), (first, ""), (first, "AAAA"), (first, "é"),
            (first, String(cursor.dropLast())), (first, cursor + "AAAA"), (first, String(repeating: "A", count: 9_999)),
        ] {
            var request = request
            request.after = text
            #expect(throws: StorageError.self, "\(text)") { try store.search(request) }
        }
        first.after = cursor
        first.limit = 9
        #expect(try store.search(first).hits.count == 9)
    }
}

/// Pseudo-random numbers that are the same in each run.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
