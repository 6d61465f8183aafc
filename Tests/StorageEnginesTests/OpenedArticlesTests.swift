import Articles
import QueryLanguage
import StorageTestSupport
import Testing

@Suite struct OpenedArticlesTests {
    private func filled(_ library: TestLibrary) throws -> any TestedStore {
        let store = try library.open()
        try store.insert((1...6).map { draft("g\($0)", "Whale \($0)", "about whales \($0)") })
        return store
    }

    @Test(
        "Articles are listed in the order of their last opening, and the list is read in parts",
        arguments: StorageEngine.all)
    func order(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        #expect(try store.opened(limit: 10).isEmpty)
        #expect(try store.recordOpened([1, 2, 99], at: testTime) == 2)
        #expect(try store.recordOpened([3], at: testTime + 5) == 1)
        #expect(try store.recordOpened([1], at: testTime + 9) == 1)
        // A late report of an earlier opening does not change the time.
        #expect(try store.recordOpened([1], at: testTime + 1) == 0)
        let all = try store.opened(limit: 10)
        #expect(all.map(\.id) == [1, 3, 2] && all.map(\.opened) == [testTime + 9, testTime + 5, testTime])
        #expect(try store.opened(after: all[0].place, limit: 1).map(\.id) == [3])
        #expect(try store.opened(after: all[2].place, limit: 1).isEmpty)
        #expect(try store.opened(.always, after: nil, latestFirst: false, limit: 2).map(\.id) == [2, 3])
        try store.change(.read(true), of: [3])
        #expect(try store.opened(.read(false), after: nil, latestFirst: true, limit: 9).map(\.id) == [1, 2])
        #expect(try store.article(1)?.opened == testTime + 9 && store.article(4)?.opened == nil)
        // Another connection reads the same data.
        #expect(try library.open(.read).opened(limit: 10) == all)
    }

    @Test(
        "Hidden articles and those in the bin are not listed; undo brings the time back", arguments: StorageEngine.all)
    func bin(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        try store.recordOpened([1, 2, 3], at: testTime)
        try store.change(.hidden(true), of: [1])
        try store.remove([2], now: testTime)
        #expect(try store.opened(limit: 10).map(\.id) == [3])
        #expect(try store.hits("is:opened") == ["g3"])
        #expect(try store.undo()?.numbers == [2])
        #expect(try store.opened(limit: 10).map(\.id) == [3, 2])
        try store.remove([2], now: testTime)
        #expect(try store.purgeBin(now: testTime + 31 * 86_400) == 1)
        #expect(try store.forgetOpened(nil) == 2)
        #expect(try store.check().problems == [])
    }

    @Test("Openings are forgotten for some articles or for all", arguments: StorageEngine.all)
    func forgetting(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        try store.recordOpened([1, 2, 3], at: testTime)
        #expect(try store.forgetOpened([1, 4]) == 1)
        #expect(try store.opened(limit: 10).map(\.id) == [3, 2])
        #expect(try store.forgetOpened([]) == 0 && store.forgetOpened(nil) == 2)
        #expect(try store.opened(limit: 10).isEmpty && store.hits("is:opened").isEmpty)
    }

    @Test("is:opened and opened: filter searches, lists, saved searches and counts", arguments: StorageEngine.all)
    func filters(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        try store.recordOpened([1], at: testTime - 30 * 86_400)
        try store.recordOpened([2, 3], at: testTime - 3_600)
        #expect(try store.hits("is:opened").sorted() == ["g1", "g2", "g3"])
        #expect(try store.hits("whales is:opened").sorted() == ["g1", "g2", "g3"])
        #expect(try store.hits("whales opened:7d").sorted() == ["g2", "g3"])
        #expect(try store.hits("whales -is:opened").sorted() == ["g4", "g5", "g6"])
        #expect(try store.hits("whales -opened:7d").sorted() == ["g1", "g4", "g5", "g6"])
        #expect(try store.hits("opened:2023-10 OR title:4").sorted() == ["g1", "g4"])
        try store.save(search: "mine", query: "opened:7d whales", now: testTime)
        #expect(try store.hits("search:mine").sorted() == ["g2", "g3"])
        let query = try QueryParser.parse("opened:7d")
        #expect(try store.matches(query, now: testTime, utcOffset: { _ in 0 }).sorted() == [2, 3])
        var listed = ListRequest(.dates(from: testTime - 7_200, until: nil, of: .opened))
        #expect(try store.count(listed) == 2)
        listed.limit = 1
        #expect(try store.list(listed).map(\.id) == [3])
    }

    @Test("A rule with a delay sees whether an article was opened", arguments: StorageEngine.all)
    func rules(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.addRule("is:opened", .tag("seen"), delay: 100, now: testTime)
        try store.addRule("-is:opened whales", .read, delay: 100, now: testTime)
        try store.insert([draft("g1", "Whale", "about whales"), draft("g2", "Whale 2", "more about whales")])
        try store.recordOpened([1], at: testTime + 50)
        try store.runDelayedRules(now: testTime + 200)
        #expect(try store.hits("tag:seen") == ["g1"] && store.hits("is:read") == ["g2"])
    }

    @Test(
        "An ingested article brings the time of its opening along; the future counts as now",
        arguments: StorageEngine.all)
    func ingest(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try filled(library)
        var drafts = (5...8).map { draft("g\($0)", "Whale \($0)", "about whales \($0)") }
        (drafts[0].opened, drafts[2].opened, drafts[3].opened) = (testTime - 9, testTime - 5, testTime + 86_400)
        let result = try store.insert(drafts)
        #expect(result.inserted == 2 && result.updated == 1 && result.unchanged == 1)
        #expect(try store.opened(limit: 9).map(\.opened) == [testTime, testTime - 5, testTime - 9])
        #expect(try store.insert(drafts).unchanged == 4)
        #expect(try store.check().problems == [])
    }
}
