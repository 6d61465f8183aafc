import Articles
import QueryLanguage
import StorageTestSupport
import Testing

/// Checking, merging and building anew.
@Suite struct MaintenanceTests {
    @Test("Merging and building anew change no answer and leave no fault", arguments: StorageEngine.all)
    func sameAnswers(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert(
            (0..<300).map { draft("\($0)", "title \($0 % 9)", "text of number \($0) 全文搜索 \($0 % 7)") }, batchSize: 30)
        try store.insert((0..<20).map { draft("\($0)", "changed \($0)", "other text") })
        try store.remove([30, 31, 32], now: testTime)
        try store.refreshTitleWords { true }
        func answers() throws -> [[String]] {
            try ["title", "全文", "number -changed", "\"text of\"", "t*", "other"].map { text in
                var request = SearchRequest(query: try QueryParser.parse(text), now: testTime)
                request.match = .all
                request.limit = 400
                return try store.search(request).hits.map(\.guid)
            }
        }
        let before = try answers()
        #expect(before.map(\.count) == [277, 277, 277, 277, 297, 20])
        let words = try store.complete(prefix: "te", limit: 10)
        #expect(try store.check().problems == [])
        try store.optimize()
        #expect(try answers() == before && store.complete(prefix: "te", limit: 10) == words)
        #expect(try store.check().problems == [])
        try store.reindex()
        #expect(try answers() == before && store.complete(prefix: "te", limit: 10) == words)
        #expect(try store.check().problems == [])
        let statistics = try store.storeStatistics()
        #expect(statistics.articles == 297 && statistics.unread == 297 && statistics.feeds == 1)
        #expect(statistics.oldest == testTime && statistics.newest == testTime && statistics.indexBytes > 0)
        #expect(statistics.bytes > statistics.indexBytes && statistics.savedSearches == 0)
    }

    @Test("A reader that waits does the next search's work ahead, and comes to an end", arguments: StorageEngine.all)
    func warmUp(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((0..<100).map { draft("\($0)", "title \($0)", "text") })
        let reader = try library.open(.read)
        var steps = 0
        while steps < 1_000, reader.warmUp(whileIdle: true) { steps += 1 }
        #expect((1..<1_000).contains(steps))
        #expect(!reader.warmUp(whileIdle: true))
        #expect(!store.warmUp(whileIdle: true))
        reader.releaseMemory()
        var request = SearchRequest(query: try QueryParser.parse("title"), now: testTime)
        request.match = .all
        #expect(try reader.search(request).total == 100)
    }
}
