import LibraryStorage
import QueryLanguage
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine

@Suite struct WarmUpTests {
    @Test("Warming up ends, changes no answer, and starts anew after a commit")
    func warmUp() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try SQLiteStore(path: path, access: .write)
        try writer.insert((0..<3_000).map { draft("\($0)", "title \($0)", "common words here \($0 % 7)") })
        let cold = try SQLiteStore(path: path, access: .read)
        let warm = try SQLiteStore(path: path, access: .read)
        var calls = 0
        while warm.warmUp() { calls += 1 }
        #expect(calls < 1_000)
        #expect(!warm.warmUp())
        #expect(try warm.hits("common 3") == cold.hits("common 3"))
        try writer.insert((3_000..<9_000).map { draft("\($0)", "title \($0)", "common words here \($0 % 7)") })
        #expect(warm.warmUp())
        while warm.warmUp() { calls += 1 }
        #expect(calls < 1_000)
        #expect(try warm.hits("common 3", limit: 50) == cold.hits("common 3", limit: 50))
        #expect(!writer.warmUp())
    }

    @Test("Ids that were read ahead are those of the articles, whatever came and went before and after")
    func ids() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try SQLiteStore(path: path, access: .write)
        try writer.insert((0..<1_500).map { draft("first-\($0)", "title", "words \($0 % 7)", feed: "feed-\($0 % 3)") })
        #expect(try writer.remove([1, 1_401], now: 0) == 2)
        let warm = try SQLiteStore(path: path, access: .read)
        func answer(_ store: SQLiteStore) throws -> [String] {
            var request = SearchRequest(query: try QueryParser.literal("words"), now: 0)
            request.fields = .ids
            request.limit = 5_000
            return try store.search(request).hits.map { "\($0.id) \($0.guid) \($0.feed)" }.sorted()
        }
        // The next commit comes at once.
        warm.searchWarmer.pace.settlingTime = .zero
        while warm.warmUp() {}
        #expect(try answer(warm) == answer(writer))
        #expect(try answer(warm).count == 1_498)
        try writer.insert((0..<900).map { draft("second-\($0)", "title", "words \($0 % 7)", feed: "feed-\($0 % 5)") })
        #expect(try answer(warm) == answer(writer))
        while warm.warmUp() {}
        #expect(try answer(warm) == answer(writer))
        #expect(try answer(warm).count == 2_398)
    }

    @Test(
        "After a single commit frequent words are read ahead and the file is mapped; not while commits come one after another"
    )
    func duringLoad() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let writer = try SQLiteStore(path: path, access: .write)
        try writer.insert((0..<600).map { draft("\($0)", "title \($0)", "common words") })
        let warm = try SQLiteStore(path: path, access: .read)
        while warm.warmUp() {}
        #expect(warm.statistics.postings.hasFrequent && warm.mapping.isUsed)
        try writer.insert((600..<1_200).map { draft("\($0)", "title \($0)", "common words") })
        while warm.warmUp() {}
        #expect(!warm.statistics.postings.hasFrequent && !warm.mapping.isUsed)
        #expect(try warm.hits("common", limit: 5_000).count == 1_200)
        warm.searchWarmer.pace.settlingTime = .zero
        while warm.warmUp() {}
        #expect(warm.statistics.postings.hasFrequent && warm.mapping.isUsed)
    }
}
