import LibraryStorage
import Pipelines
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import PostgresEngine
@testable import SQLiteEngine

/// What a library in SQLite answers, the same library on a server answers: hits, order, scores, totals, texts.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct SameAnswersTests {
    private var prose = RandomText(further: ["laufen", "Häuser"])

    private mutating func word() -> String { prose.word() }

    private mutating func text(_ count: Int) -> String { prose.text(count) }

    /// - Parameter oldDates: some articles are older than 1970.
    private mutating func drafts(oldDates: Bool) -> [ArticleDraft] {
        var drafts: [ArticleDraft] = []
        for number in 0..<400 {
            var draft = ArticleDraft()
            draft.feed = "https://example.org/feed\(number % 3)"
            draft.guid = "guid \(number)"
            draft.url = number % 4 == 0 ? nil : "https://example.org/\(word())/%E5%85%A8\(word())-\(number % 11).html"
            draft.title = text(Int.random(in: 0...5, using: &prose.random))
            draft.body = Array(text(Int.random(in: 1...60, using: &prose.random)).utf8)
            // Every tenth article is another's copy in another feed.
            if number % 10 == 9, let other = drafts.dropLast(number % 7).last {
                (draft.title, draft.body) = (other.title, other.body)
            }
            draft.published = 1_700_000_000 + Int64.random(in: 0...40, using: &prose.random) * 40_000
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

    /// One library in both engines, written in several batches, of which the last changes articles. Beside it on the server
    /// stands another library, of which no search may find anything.
    private mutating func stores(oldDates: Bool = false) throws -> (
        sqlite: SQLiteStore, postgres: PostgresStore, TwoStores
    ) {
        let both = try TwoStores()
        var drafts = drafts(oldDates: oldDates)
        let other = try both.postgres.newNeighbour("other")
        _ = try TwoStores.insert([drafts.reversed().map { .article($0) }], into: other)
        for first in stride(from: 0, to: drafts.count, by: 150) {
            try both.insert(Array(drafts[first..<min(first + 150, drafts.count)]))
        }
        for number in stride(from: 3, to: 400, by: 17) { drafts[number].body = Array(text(30).utf8) }
        try both.insert(stride(from: 3, to: 400, by: 17).map { drafts[$0] })
        return (both.sqlite, try PostgresLibrary.open(both.postgres.address, access: .read), both)
    }

    private mutating func phrase() -> String {
        "\"" + (0..<Int.random(in: 1...3, using: &prose.random)).map { _ in word() }.joined(separator: " ") + "\""
    }

    private mutating func query() -> String {
        switch Int.random(in: 0..<28, using: &prose.random) {
        case 0: "\(word())"
        case 1: "\(word()) \(word())"
        case 2: "\(word()) OR \(word())"
        case 3: "\(phrase())"
        case 4: "\(word()) -\(word())"
        case 5: "title:\(word()) \(word())"
        case 6: "author:\(word())"
        case 7: "NEAR(\(word()) \(word()), 4)"
        case 8: "\(prefix())* \(word())"
        case 9: "title:\(prefix())*"
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
        default: "\(phrase()) 全"
        }
    }

    private mutating func prefix() -> String { prose.prefix() }

    private static func described(_ answer: SearchAnswer) -> String {
        let hits = answer.hits.map { hit in
            """
            \(hit.id) \(hit.guid) \(hit.feed) \(hit.feedTitle ?? "-") \(hit.url ?? "-") \(hit.title) \(hit.author ?? "-") \
            \(hit.published ?? -1) \(hit.received) \(hit.score) \(hit.snippet) \(hit.titleHighlights) \
            \(hit.snippetHighlights) \(hit.read) \(hit.starred) \(hit.tags) +\(hit.folded) \
            \(hit.scoreParts.map { "\($0.name) \($0.value)" })
            """
        }
        return """
            \(answer.total) \(answer.totalIsLowerBound) \(answer.relaxed) \(answer.cursor ?? "-") \
            \(answer.looser.map { "\($0.query) \($0.total ?? -1)" } ?? "-") \(answer.explanation?.match ?? "-") \
            \(answer.explanation?.terms.map { "\($0)" } ?? [])
            \(hits.joined(separator: "\n"))
            """
    }

    @Test("Searches give the same pages", arguments: [false, true])
    mutating func pages(oldDates: Bool) throws {
        let (sqlite, postgres, both) = try stores(oldDates: oldDates)
        defer { _ = both }
        var found = 0
        for number in 0..<250 {
            let text = query()
            guard let query = try? QueryParser.parse(text) else { continue }
            var request = SearchRequest(query: query, now: 1_700_100_000)
            request.match = [.auto, .all, .any].randomElement(using: &prose.random) ?? .auto
            request.sort = SearchRequest.Sort.allCases.randomElement(using: &prose.random) ?? .relevance
            request.fields = number % 3 == 0 ? .ids : .everything
            request.limit = [1, 5, 20, 100].randomElement(using: &prose.random) ?? 20
            request.fold = number % 5 != 0
            request.explain = number % 4 == 0
            for _ in 0..<3 {
                let expected: SearchAnswer
                do {
                    expected = try sqlite.search(request)
                } catch {
                    #expect(throws: StorageError.self, "\(text)") { try postgres.search(request) }
                    break
                }
                let answer = try postgres.search(request)
                #expect(Self.described(answer) == Self.described(expected), "\(text) \(request.match) \(request.sort)")
                found += expected.hits.count
                guard let cursor = expected.cursor else { break }
                request.after = cursor
            }
            #expect(try postgres.facets(for: request) == sqlite.facets(for: request), "\(text)")
        }
        #expect(found > 1_000)
    }

    @Test("All matches, similar articles and words to go on with are the same")
    mutating func others() throws {
        let (sqlite, postgres, both) = try stores()
        defer { _ = both }
        for text in ["run", "is:starred", "test OR 全文", "engine -run", "re:/搜/"] {
            let query = try QueryParser.parse(text)
            let expected = try sqlite.matches(query, now: 1_700_100_000) { _ in 0 }
            #expect(
                try Set(postgres.matches(query, now: 1_700_100_000) { _ in 0 }) == Set(expected) && !expected.isEmpty)
            var lists: [[Int64]] = []
            for store in [sqlite, postgres] as [any MatchListing] {
                var list: [Int64] = []
                let add: (Int64) -> Bool = { id in
                    list.append(id)
                    return true
                }
                try store.forEachMatch(query, now: 1_700_100_000, utcOffset: { _ in 0 }, add)
                lists.append(list)
            }
            #expect(lists[0] == lists[1], "\(text)")
        }
        for id in [ArticleID(5), 77, 9_999] {
            let expected = try sqlite.similar(to: id, limit: 10, fields: .everything)
            #expect(try postgres.similar(to: id).map(Self.described) == expected.map(Self.described))
        }
        for prefix in ["r", "te", "eng", "全", "搜", "x"] {
            let expected = try sqlite.complete(prefix: prefix, limit: 10).filter { $0.source == .word }
            #expect(try postgres.complete(prefix: prefix).filter { $0.source == .word } == expected, "\(prefix)")
        }
    }

    @Test("A writer finds what it has written before it is committed, and nothing of it after a rollback")
    mutating func uncommitted() throws {
        let (_, postgres, both) = try stores()
        let writer = both.postgres
        let request = SearchRequest(query: try QueryParser.parse("unheardof"), now: 0)
        var draft = ArticleDraft()
        draft.feed = "https://example.org/feed1"
        draft.guid = "new"
        draft.title = "unheardof"
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try writer.atomically {
                #expect(try writer.search(request).total == 0)
                _ = try TwoStores.insert([[.article(draft)]], into: writer)
                #expect(try writer.search(request).total == 1)
                #expect(try postgres.search(request).total == 0)
                throw Failure()
            }
        }
        #expect(try writer.search(request).total == 0)
        _ = try TwoStores.insert([[.article(draft)]], into: writer)
        #expect(try writer.search(request).hits.map(\.guid) == ["new"])
        #expect(try postgres.search(request).hits.map(\.guid) == ["new"])
    }

    @Test("A deadline ends a search, and the connection answers the next one")
    mutating func deadline() throws {
        let (_, postgres, both) = try stores()
        defer { _ = both }
        let request = SearchRequest(query: try QueryParser.parse("run engine"), now: 0)
        let expected = try postgres.search(request)
        #expect(throws: SearchError.deadlineExceeded) {
            try postgres.until(.after(.zero)) { try postgres.search(request) }
        }
        #expect(try Self.described(postgres.search(request)) == Self.described(expected))
    }

    @Test("Optional work that a deadline ends leaves the snapshot as it was")
    mutating func optionalWork() throws {
        let (_, postgres, both) = try stores()
        defer { _ = both }
        let index = PostgresIndex(LibraryConnection(connection: postgres.connection, place: postgres.place), cache: nil)
        try postgres.snapshot {
            let slow = try index.before(.after(.milliseconds(50))) {
                try postgres.connection.query("SELECT pg_sleep(20)")
            }
            #expect(slow == nil)
            #expect(try index.indexedArticles() == 400)
        }
    }
}

/// What both stores list matches by.
private protocol MatchListing {
    func forEachMatch(
        _ query: Query?, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int, _ body: (Int64) throws -> Bool)
        throws
}

extension SQLiteStore: MatchListing {}
extension PostgresStore: MatchListing {}
