import LibraryStorage
import QueryLanguage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct SortDateTests {
    private static let now: Int64 = 1_700_000_000
    private static let day: Int64 = 86_400
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    private func article(_ id: String, published: Int64?, received: Int64 = now, text: String = "fox") -> ArticleDraft {
        var out = draft(id, id, text)
        out.published = published
        out.received = received
        return out
    }

    private func insertAll() throws {
        try store.insert([
            article("old", published: Self.now - 9 * Self.day),
            article("future", published: Self.now + 400 * Self.day),
            article("soon", published: Self.now + Self.day),
            article("far", published: .max),
            article("none", published: nil, received: Self.now - Self.day),
            article("before", published: -Self.day),
        ])
    }

    @Test("An article that claims a date to come is sorted by its arrival, and shows its own date")
    func future() throws {
        try insertAll()
        #expect(try store.hits("fox", sort: .newest) == ["soon", "far", "future", "none", "old", "before"])
        #expect(try store.hits("fox", sort: .oldest) == ["before", "old", "none", "future", "far", "soon"])
        let hit = try store.search(SearchRequest(query: QueryParser.parse("title:future"), now: Self.now)).hits[0]
        #expect(hit.published == Self.now + 400 * Self.day)
        #expect(try store.check().problems == [])
    }

    @Test("date: asks for the date that sorts")
    func filter() throws {
        try insertAll()
        #expect(Set(try store.hits("fox date:2d")) == ["future", "far", "none"])
        #expect(try store.hits("fox date:2024-06..") == [])
    }

    @Test("New content is judged when it comes, and stays where it was while it does not")
    func update() throws {
        let date = Self.now + 10 * Self.day
        try store.insert([article("a", published: date), article("b", published: Self.now + Self.day)])
        #expect(try store.hits("fox", sort: .newest) == ["b", "a"])
        try store.insert([article("a", published: date, received: date)])
        #expect(try store.hits("fox", sort: .newest) == ["b", "a"])
        try store.insert([article("a", published: date, received: date, text: "fox again")])
        #expect(try store.hits("fox", sort: .newest) == ["a", "b"])
        #expect(try store.check().problems == [])
    }

    @Test("Rows of older versions are corrected, but for articles whose content has been exchanged")
    func correction() throws {
        try insertAll()
        let date = Self.now + 10 * Self.day
        try store.insert([article("again", published: Self.now), article("later", published: Self.now)])
        try store.insert([
            article("again", published: date, received: date, text: "fox again"),
            article("later", published: date + 90 * Self.day, received: date, text: "fox later"),
        ])
        // As they were stored before.
        try store.connection.execute("UPDATE article SET sort_date = published WHERE published IS NOT NULL")
        #expect(try store.check().problems.allSatisfy { !$0.contains("date order") })
        #expect(try store.correctSortDates(in: 1...3, now: date) == 1)
        #expect(try store.correctSortDates(in: 1...100, now: date) == 2)
        #expect(try store.correctSortDates(in: 1...100, now: date) == 0)
        let expected = ["again", "soon", "later", "far", "future", "none", "old", "before"]
        #expect(try store.hits("fox", sort: .newest) == expected)
        try store.connection.execute("UPDATE article SET sort_date = published WHERE published IS NOT NULL")
        try store.reindex()
        #expect(try store.hits("fox", sort: .newest).prefix(3).contains("again"))
        #expect(try store.check().problems == [])
    }
}
