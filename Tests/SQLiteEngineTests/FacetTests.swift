import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct FacetTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var one = FeedDraft(url: "https://example.org/one")
        one.title = "One"
        one.folders = [["News", "World"], ["News"]]
        _ = try store.upsert(one, now: 0)
        var drafts: [ArticleDraft] = []
        // 2023-12-31 23:30, 2024-01-01 00:30 and 2024-02-29 12:00, UTC.
        for (index, date) in [Int64(1_704_065_400), 1_704_069_000, 1_709_208_000].enumerated() {
            var one = draft("a\(index)", "apple \(index)", "banana", feed: "https://example.org/one")
            one.published = date
            one.received = date
            one.language = "en"
            var two = draft("b\(index)", "apple \(index)", "cherry", feed: "two")
            two.published = date
            two.received = date
            two.language = index == 0 ? nil : "zh-Hans"
            drafts += [one, two]
        }
        try store.insert(drafts)
    }

    private func facets(_ query: String, match: SearchRequest.Match = .auto, offset: Int = 0) throws -> Facets {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0, utcOffset: { _ in offset })
        request.match = match
        request.limit = 1
        return try store.facets(for: request)
    }

    @Test("Every match counts, by feed, folder, month and language")
    func counts() throws {
        let found = try facets("apple")
        #expect(found.total == 6 && !found.relaxed)
        #expect(
            found.feeds == [
                .init(value: "https://example.org/one", title: "One", articles: 3), .init(value: "two", articles: 3),
            ])
        #expect(found.folders == [.init(value: "News", articles: 3), .init(value: "News/World", articles: 3)])
        #expect(found.months.map(\.value) == ["2023-12", "2024-01", "2024-02"])
        #expect(found.months.map(\.articles) == [2, 2, 2])
        #expect(
            found.languages == [
                .init(value: "en", articles: 3), .init(value: "zh-Hans", articles: 2), .init(value: "und", articles: 1),
            ])
    }

    @Test("Filters, exclusions and regular expressions bind")
    func filters() throws {
        #expect(try facets("apple -cherry").total == 3)
        #expect(try facets("lang:zh").languages == [.init(value: "zh-Hans", articles: 2)])
        #expect(try facets("date:2024-02").months == [.init(value: "2024-02", articles: 2)])
        #expect(try facets("apple re:/0|1/").total == 4)
    }

    @Test("Months are those of the reader's time zone")
    func timeZone() throws {
        #expect(try facets("apple", offset: 3_600).months.map(\.articles) == [4, 2])
        #expect(try facets("apple", offset: -3_600).months.map(\.value) == ["2023-12", "2024-02"])
    }

    @Test("Where nothing has all the words, what is counted is what is shown")
    func relaxed() throws {
        #expect(try facets("banana cherry", match: .all).total == 0)
        let found = try facets("banana cherry")
        #expect(found.relaxed && found.total == 6)
    }

    @Test(
        "Any second of any year has a month",
        arguments: [(Int64(-1), "1969-12"), (0, "1970-01"), (951_782_400, "2000-02"), (Int64.max, "9999-12")])
    func months(_ second: Int64, _ name: String) throws {
        var draft = draft("x", "durian", "")
        draft.published = second
        draft.received = second
        try store.insert([draft])
        #expect(try facets("durian").months == [.init(value: name, articles: 1)])
    }
}
