import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct RelaxedSearchTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var drafts = [
            draft("both", "Swift concurrency", "actors"), draft("one", "Concurrency", "threads"),
            draft("zh", "全文搜索引擎", "倒排索引"), draft("half", "引擎盖", "汽车"),
        ]
        for number in 0..<50 { drafts.append(draft("swift\(number)", "Swift \(number)", "的时候，文中")) }
        try store.insert(drafts)
    }

    private func search(_ query: String, sort: SearchRequest.Sort = .relevance) throws -> (SearchAnswer, Facets) {
        var request = SearchRequest(query: try QueryParser.parse(query), now: 0)
        request.sort = sort
        request.limit = 100
        request.fold = false
        return (try store.search(request), try store.facets(for: request))
    }

    @Test("Where nothing has all words, hits have most of what can be had", arguments: SearchRequest.Sort.allCases)
    func share(_ sort: SearchRequest.Sort) throws {
        let (answer, facets) = try search("swift concurrency qqqq", sort: sort)
        #expect(answer.relaxed && facets.relaxed)
        #expect(Set(answer.hits.map(\.guid)) == ["both", "one"])
        #expect(answer.total == 2 && facets.total == 2)
        let (question, _) = try search("什么时候有全文搜索引擎", sort: sort)
        // The function words of a question are not required.
        #expect(!question.relaxed && question.hits.map(\.guid) == ["zh"])
    }

    @Test(
        "Filters and exclusions still bind, and the best of what they leave is the measure",
        arguments: SearchRequest.Sort.allCases)
    func filters(_ sort: SearchRequest.Sort) throws {
        #expect(try search("swift concurrency qqqq -actors", sort: sort).0.hits.map(\.guid) == ["one"])
        #expect(try search("swift concurrency qqqq is:unread re:/threads/", sort: sort).0.hits.map(\.guid) == ["one"])
        let (answer, facets) = try search("swift qqqq -concurrency", sort: sort)
        #expect(answer.total == 50 && facets.total == 50)
        #expect(try search("qqqq wwww", sort: sort).0.total == 0)
    }

    @Test("Of alternatives, one is enough")
    func alternatives() throws {
        #expect(try search("(concurrency OR actors OR threads OR 汽车) qqqq").0.total == 3)
    }
}
