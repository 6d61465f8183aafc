import Articles
import StorageTestSupport
import Testing

/// What was written while the clock was a year ahead holds nothing up once it is right.
@Suite struct ClockAheadTests {
    private static let year: Int64 = 366 * 86_400

    @Test("Feeds are fetched again, one with an interval of its own too", arguments: StorageEngine.all)
    func feeds(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        for name in ["a", "b", "c"] {
            var draft = FeedDraft(url: "https://example.org/\(name)")
            draft.subscribe = true
            try store.upsert(draft, now: testTime)
        }
        var states = try store.allFetchStates()
        for index in states.indices {
            states[index].nextFetch = testTime + (index < 2 ? Self.year : 3_600)
            states[index].notBefore = index == 0 ? testTime + Self.year : 0
            states[index].lastSuccess = testTime + Self.year
        }
        let batch = store.makeBatchPool().take()
        batch.seal()
        try store.record(states, batch, now: testTime)
        #expect(try store.dueFeeds(now: testTime).map(\.feed) == [1, 2])
        #expect(try store.dueFeeds(now: testTime, dueOnly: false).count == 3)
        try store.setIcons([(feed: 1, icon: nil, nextCheck: testTime + Self.year)], now: testTime)
        #expect(try store.feedsWantingIcons(now: testTime, limit: 9).map(\.feed).contains(1))
        #expect(try store.dueFeeds(now: .max).count == 3)
    }

    @Test("Failed deliveries are due, and do not count as of the last minute", arguments: StorageEngine.all)
    func deliveries(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        let search = try store.saveAlerting("tea")
        try store.insert((0..<3).map { draft("\($0)", "tea \($0)", "") })
        try store.sortAlerts()
        for article in 1...3 {
            try store.addDelivery(of: [Int64(article)], folded: [], search: search, uid: "\(article)", now: testTime)
        }
        let all = try store.dueDeliveries(now: testTime)
        try store.finish(all[0], .delivered, now: testTime + Self.year)
        try store.finish(all[1], .failed(reason: "no", retryAt: testTime + Self.year), now: testTime)
        try store.finish(all[2], .failed(reason: "no", retryAt: testTime + 60), now: testTime)
        try store.holdAlerts(of: search, until: testTime + Self.year)
        #expect(try store.dueDeliveries(now: testTime).map(\.uid) == ["2"])
        #expect(try store.deliveredCount(channel: "command:true", since: testTime - 60) == 0)
        try store.holdAlerts(of: search, until: testTime + 86_400)
        #expect(try store.dueDeliveries(now: testTime).isEmpty)
    }

    @Test("A delayed rule goes on behind an article of the future", arguments: StorageEngine.all)
    func delayedRules(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        _ = try store.addRule("tea", .read, delay: 60, now: testTime)
        var ahead = draft("a", "tea one", "")
        ahead.received = testTime + Self.year
        try store.insert([ahead, draft("b", "tea two", "")])
        #expect(try store.runDelayedRules(now: testTime + 3_600) == 2)
    }
}
