import Articles
import StorageTestSupport
import Testing

@Suite struct KeepReadTests {
    private func item(_ number: Int) -> ArticleDraft {
        var item = draft("g\(number)", "Title \(number)", "about whales \(number)")
        item.published = testTime + Int64(number)
        item.isSnapshot = true
        return item
    }

    private func feed(_ store: any TestedStore) throws -> Int64 {
        try #require(try store.feeds(subscribedOnly: false).first?.id)
    }

    @Test(
        "Above the number of articles, the oldest read ones go; unread, starred and tagged ones stay",
        arguments: StorageEngine.all)
    func oldestRead(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...20).map { item($0) })
        let feed = try feed(store)
        var options = FeedOptions()
        options.keepRead = 10
        // No article is read, so all stay.
        #expect(try store.removeOld(of: feed, options, now: testTime) == 0)
        try store.change(.read(true), of: [1, 2, 3, 4, 5, 6, 18, 19])
        try store.change(.starred(true), of: [2])
        try store.change(.tags(add: ["own"], remove: []), of: [3])
        // Of 20 articles, 6 may be removed: 1, 4, 5, 6, 18 and 19.
        options.keepRead = 16
        #expect(try store.removeOld(of: feed, options, now: testTime) == 4)
        #expect(try Set(store.hits("is:read")) == ["g2", "g3", "g18", "g19"])
        options.keepRead = 10
        #expect(try store.removeOld(of: feed, options, now: testTime) == 2)
        #expect(try store.hits("whales").count == 14)
        #expect(try store.removeOld(of: feed, options, now: testTime) == 0)
        // The feed still lists the removed articles. They are not inserted again.
        #expect(try store.insert((1...20).map { item($0) }).inserted == 0)
        #expect(try store.check().problems == [])
    }

    @Test("A feed's own number replaces the default; both limits and undo work together", arguments: StorageEngine.all)
    func defaults(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...12).map { item($0) })
        let feed = try feed(store)
        try store.change(.read(true), of: Array(1...12))
        store.feedDefaults.keepRead = 10
        var options = FeedOptions()
        options.keepRead = 0
        try store.setOptions(options, of: feed)
        #expect(try store.options(of: feed) == options)
        #expect(try store.removeOld(of: feed, store.options(of: feed), now: testTime) == 0)
        #expect(try store.removeOld(of: feed, FeedOptions(), now: testTime) == 2)
        #expect(try Set(store.hits("whales")) == Set((3...12).map { "g\($0)" }))
        options.keepRead = 5
        options.limits = ArticleLimits(count: 8)
        #expect(try store.removeOld(of: feed, options, now: testTime) == 5)
        #expect(try Set(store.hits("whales")) == Set((8...12).map { "g\($0)" }))
        // All removals of this session are one action. Restored articles are exempt from retention.
        #expect(try store.undo()?.numbers.count == 7)
        #expect(try store.removeOld(of: feed, options, now: testTime) == 5)
        #expect(try store.check().problems == [])
    }

    @Test("A refresh removes read articles in its own transaction", arguments: StorageEngine.all)
    func fetching(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...10).map { item($0) })
        let feed = try feed(store)
        try store.change(.read(true), of: [1, 2, 3, 4])
        var state = try store.fetchState(of: feed)
        state.options.keepRead = 9
        let batch = store.makeBatchPool().take()
        for number in 11...12 { batch.add(item(number)) }
        batch.seal()
        #expect(try store.record([state], batch, now: testTime).removed == 3)
        #expect(try store.feeds(subscribedOnly: false).map(\.articles) == [9])
        #expect(try store.hits("is:read") == ["g4"])
        #expect(try store.check().problems == [])
    }
}
