import Articles
import StorageTestSupport
import Testing

/// What waits, what was delivered, and who may deliver.
@Suite struct OutboxTests {
    /// A store with a search, and `count` matches of it that wait.
    private func prepared(_ library: TestLibrary, matches count: Int) throws -> (store: any TestedStore, search: Int64)
    {
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        let search = try store.saveAlerting("tea")
        try store.insert((0..<count).map { draft("\($0)", "tea \($0)", "") })
        try store.sortAlerts()
        return (store, search)
    }

    @Test("Each outcome of an attempt leaves the delivery and its search as it says", arguments: StorageEngine.all)
    func outcomes(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let (store, search) = try prepared(library, matches: 3)
        for article in 1...3 {
            try store.addDelivery(of: [Int64(article)], folded: [], search: search, uid: "\(article)", now: testTime)
        }
        func delivery(_ uid: String) throws -> AlertDelivery {
            try #require(store.deliveries(state: nil, search: search, limit: 9).first { $0.uid == uid })
        }
        func rule() throws -> AlertRule { try #require(store.savedSearches(named: "tea").first?.rule) }
        #expect(try store.dueDeliveries(now: testTime).map(\.uid) == ["1", "2", "3"])
        try store.finish(delivery("1"), .failed(reason: "no answer", retryAt: testTime + 60), now: testTime)
        #expect(try delivery("1").failure == "no answer" && delivery("1").attempts == 1 && rule().failures == 1)
        #expect(try store.dueDeliveries(now: testTime).map(\.uid) == ["2", "3"])
        try store.finish(delivery("2"), .delivered, now: testTime)
        #expect(try delivery("2").state == .delivered && delivery("2").finished == testTime && rule().failures == 0)
        #expect(try store.deliveredCount(channel: "command:true", since: testTime - 1) == 1)
        #expect(try store.deliveredCount(channel: "command:false", since: testTime - 1) == 0)
        try store.postpone(delivery("3"), until: testTime + 30)
        #expect(try store.nextDelivery() == testTime + 30)
        try store.holdAlerts(of: search, until: testTime + 45)
        #expect(try store.nextDelivery() == testTime + 45)
        try store.finish(delivery("3"), .gone(reason: "410"), now: testTime)
        #expect(try delivery("3").state == .dead && rule().disabled == "410" && rule().notBefore == testTime + 45)
        #expect(try store.nextDelivery() == nil && store.dueDeliveries(now: .max).isEmpty)
        #expect(try store.retryAlerts(of: search, now: testTime + 1) == 2)
        #expect(try rule().disabled == nil && rule().notBefore == 0 && delivery("3").attempts == 0)
        #expect(try store.dueDeliveries(now: testTime + 1).map(\.uid) == ["1", "3"])
    }

    @Test("A delivery that was taken is listed for 90 days, and a match is taken once", arguments: StorageEngine.all)
    func kept(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let (store, search) = try prepared(library, matches: 2)
        #expect(try store.addDelivery(of: [1], folded: [], search: search, uid: "1", now: testTime) == 1)
        #expect(try store.addDelivery(of: [1], folded: [], search: search, uid: "again", now: testTime) == 0)
        let delivery = try #require(store.deliveries(state: nil, search: nil, limit: 9).first)
        try store.finish(delivery, .delivered, now: testTime)
        try store.addDelivery(of: [2], folded: [], search: search, uid: "2", now: testTime + 91 * 86_400)
        let listed = try store.deliveries(state: nil, search: nil, limit: 9)
        #expect(listed.map(\.uid) == ["2"])
        // No delivery gets the id of one that is gone: its articles are still known by it.
        #expect(try listed.map { try store.articles(of: $0) } == [[2]])
        #expect(try !store.hasWaitingAlerts() && store.alertedArticles(of: search, limit: 9).count == 2)
    }

    @Test("A search that is forgotten takes its matches and deliveries with it", arguments: StorageEngine.all)
    func forgotten(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let (store, search) = try prepared(library, matches: 3)
        try store.addDelivery(of: [1], folded: [], search: search, uid: "1", now: testTime)
        try store.insert([draft("new", "tea", "")])
        #expect(try store.unsave(search: "tea") && !store.unsave(search: "tea"))
        #expect(try store.deliveries(state: nil, search: nil, limit: 9).isEmpty && store.waitingAlerts().isEmpty)
        try store.sortAlerts()
        #expect(try store.alertedArticles(of: search, limit: 9).isEmpty && !store.hasWaitingAlerts())
    }

    @Test("One process at a time delivers, and the next one may as soon as it has ended", arguments: StorageEngine.all)
    func lock(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let (store, other) = try (library.open(), library.open())
        var lock = try store.deliveryLock()
        #expect(lock?.isHeld == true)
        #expect(try other.deliveryLock() == nil)
        lock = nil
        var next = try other.deliveryLock()
        // The server notices the end of a connection a moment later.
        for _ in 0..<200 where next == nil {
            _ = try other.changeToken()
            next = try other.deliveryLock()
        }
        #expect(next?.isHeld == true)
    }

    @Test("Names, comments and rules of saved searches are kept, in the order of bytes", arguments: StorageEngine.all)
    func savedSearches(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        var rule = AlertRule(channel: "webhook:https://example.org/")
        rule.digest = "daily 08:00"
        rule.quietHours = "22:00-07:00"
        rule.secret = "env:SECRET"
        rule.signature = "standard"
        let long = String(repeating: "名", count: 2_000)
        try store.save(search: "b", query: "tea", comment: "for people", rule: rule, now: testTime)
        try store.save(search: "Z", query: "coffee", now: testTime)
        try store.save(search: long, query: "milk", now: testTime)
        let all = try library.open(.read).savedSearches()
        #expect(all.map(\.name) == ["Z", "b", long])
        #expect(all[1].rule == rule && all[1].comment == "for people" && all[1].created == testTime)
        try store.save(search: "b", query: "tea OR mint", comment: nil, rule: nil, keepsRule: true, now: testTime + 1)
        let kept = try #require(store.savedSearches(named: "b").first)
        #expect(kept.rule == rule && kept.comment == "for people" && kept.query == "tea OR mint")
        #expect(kept.id == all[1].id && kept.created == testTime)
        try store.save(search: "b", query: "tea", comment: nil, rule: nil, now: testTime)
        #expect(try store.savedSearches(named: "b").first?.rule == nil)
    }
}
