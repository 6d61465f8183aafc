import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct SavedSearchTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([
            draft("1", "Foxes", "A fox and another fox jump. The dog sleeps."),
            draft("2", "A dog", "One fox only, far from a dog."),
            draft("3", "Weather", "Rain, and somewhere a fox beside a dog."), draft("4", "Cats", "No such animal."),
            draft("5", "关键词", "全文搜索的关键词与狐狸。"), draft("6", "Searching foxes", "A dog searches."),
        ])
    }

    private func answer(_ query: String, match: SearchRequest.Match = .auto) throws -> SearchAnswer {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)
        request.match = match
        return try store.search(request)
    }

    @Test(
        "A saved search ranks and highlights as its query does",
        arguments: [
            "fox dog", "fox OR cats", "\"fox jump\"", "title:foxes dog", "关键词", "fox -rain", "search* dog",
            "fox NEAR/3 jump", "dog feed:example", "fox re:/jump/", "(fox dog) OR is:starred",
        ])
    func ranks(_ query: String) throws {
        try store.save(search: "z", query: query, now: 1)
        for match in SearchRequest.Match.allCases {
            let plain = try answer(query, match: match == .any ? .all : match)
            let saved = try answer("search:z", match: match)
            #expect(!plain.hits.isEmpty)
            #expect(saved.hits.map(\.guid) == plain.hits.map(\.guid))
            #expect(saved.hits.map(\.score) == plain.hits.map(\.score))
            #expect(saved.hits.map(\.titleHighlights) == plain.hits.map(\.titleHighlights))
            #expect(saved.hits.map(\.snippetHighlights) == plain.hits.map(\.snippetHighlights))
        }
    }

    @Test("Beside other words a saved search is required whole, and its words count with them")
    func besideWords() throws {
        try store.save(search: "z", query: "fox dog", now: 1)
        let both = try answer("search:z rain")
        #expect(both.hits.map(\.guid) == ["3"])
        #expect(both.hits[0].snippetHighlights.count == 3)
        #expect(Set(try answer("search:z rain sleeps", match: .any).hits.map(\.guid)) == ["1", "3"])
        let either = try answer("search:z OR title:cats")
        #expect(Set(either.hits.map(\.guid)) == ["1", "2", "3", "4", "6"])
        #expect(either.hits.first?.score ?? 0 > 0)
        #expect(try answer("animal -search:z").hits.map(\.guid) == ["4"])
        #expect(try answer("search:z -rain").hits.count == 3)
    }

    @Test("What the saved search of all words does not find is not found by most of them")
    func notRelaxed() throws {
        try store.save(search: "z", query: "fox cats rain", now: 1)
        #expect(try answer("search:z").total == 0)
        #expect(try answer("fox cats rain").total > 0)
    }

    @Test("Saved searches inside saved searches rank as well; circles are an error")
    func nested() throws {
        try store.save(search: "a", query: "fox", now: 1)
        try store.save(search: "b", query: "search:a dog", now: 1)
        try store.save(search: "c", query: "search:c fox", now: 1)
        let plain = try answer("fox dog")
        let nested = try answer("search:b search:a")
        #expect(Set(nested.hits.map(\.guid)) == Set(plain.hits.map(\.guid)))
        #expect(try answer("search:b").hits.map(\.score) == plain.hits.map(\.score))
        #expect(throws: StorageError.self) { try answer("search:c") }
        for number in 0..<20 { try store.save(search: "n\(number)", query: "fox", now: 1) }
        let many = (0..<20).map { "search:n\($0)" }.joined(separator: " ")
        #expect(try answer(many).total == answer("fox").total)
    }
}
