import Articles
import StorageTestSupport
import Testing

/// Destinations of articles and their sendings.
@Suite struct DestinationTests {
    @Test("A name is given once; removing a destination removes what is queued", arguments: StorageEngine.all)
    func destinations(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        #expect(try store.addDestination(name: "b", address: "linkding:https://b", secret: "env:B", now: 5))
        #expect(try store.addDestination(name: "a", address: "markdown:/a", secret: nil, now: 6))
        #expect(try !store.addDestination(name: "b", address: "markdown:/b", secret: nil, now: 7))
        let all = try store.destinations()
        #expect(all.map(\.name) == ["a", "b"] && all.map(\.secret) == [nil, "env:B"] && all.map(\.created) == [6, 5])
        try store.queueSendings(of: [1, 2], to: all[0].id, now: 8)
        try store.queueSendings(of: [1], to: all[1].id, now: 8)
        #expect(try store.removeDestination(all[0].id) && !store.removeDestination(all[0].id))
        #expect(try store.sendings(state: nil, destination: nil, limit: 9).map(\.destination) == [all[1].id])
        #expect(try store.addDestination(name: "a", address: "markdown:/a", secret: nil, now: 9))
        #expect(try store.destinations().first?.id != all[0].id)
        #expect(try store.check().problems == [])
    }

    @Test("Each outcome leaves the sending and its destination as it says", arguments: StorageEngine.all)
    func outcomes(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        #expect(try store.addDestination(name: "a", address: "markdown:/a", secret: nil, now: testTime))
        let id = try #require(store.destinations().first).id
        #expect(try store.queueSendings(of: [1, 2, 3, 2], to: id, now: testTime) == 3)
        #expect(try store.queueSendings(of: [2, 4], to: id, now: testTime) == 1)
        func sending(_ article: Int64) throws -> Sending {
            try #require(store.sendings(state: nil, destination: id, limit: 9).first { $0.article == article })
        }
        func due(_ now: Int64) throws -> [Int64] { try store.dueSendings(to: id, now: now, limit: 9).map(\.article) }
        #expect(try due(testTime) == [1, 2, 3, 4] && due(testTime - 1).isEmpty)
        #expect(Set(try (1...4).map { try sending($0).uid }).count == 4)
        try store.finish(sending(1), .delivered, now: testTime)
        try store.finish(sending(2), .failed(reason: "no answer", retryAt: testTime + 60), now: testTime)
        try store.finish(sending(3), .dead(reason: "422"), now: testTime)
        #expect(try due(testTime) == [4] && store.nextSending(to: [id]) == testTime)
        #expect(try sending(2).failure == "no answer" && sending(2).attempts == 1 && sending(1).finished == testTime)
        #expect(try sending(2).finished == nil && sending(3).finished == testTime)
        // Failed attempts count, too.
        #expect(try store.sentCount(to: id, since: testTime - 1) == 3 && store.sentCount(to: id, since: testTime) == 0)
        #expect(try store.sendingCounts()[id] == [.waiting: 2, .delivered: 1, .dead: 1])
        try store.holdSendings(to: id, until: testTime + 90)
        #expect(try due(testTime + 89).isEmpty && store.nextSending(to: [id]) == testTime + 90)
        try store.finish(sending(4), .gone(reason: "401"), now: testTime)
        #expect(try store.destinations().first?.disabled == "401" && store.nextSending(to: [id]) == nil)
        #expect(try due(.max).isEmpty)
        #expect(try store.retrySendings(to: id, now: testTime + 1) == 3)
        #expect(try due(testTime + 1) == [2, 3, 4] && sending(3).attempts == 0)
        #expect(try store.sentCount(to: id, since: testTime - 1) == 1)
        // Finished sendings are removed after 90 days, when the next article is queued. Those that wait are kept.
        try store.finish(sending(2), .failed(reason: "no answer", retryAt: testTime + 60), now: testTime + 2)
        try store.finish(sending(3), .dead(reason: "422"), now: testTime + 2)
        try store.queueSendings(of: [5], to: id, now: testTime + 91 * 86_400)
        #expect(try store.sendings(state: nil, destination: nil, limit: 9).map(\.article) == [5, 4, 2])
    }

    @Test(
        "A rule queues what it matches in the transaction that stores it, at once or later",
        arguments: StorageEngine.all)
    func rules(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        #expect(try store.addDestination(name: "茶", address: "markdown:/a", secret: nil, now: testTime))
        let id = try #require(store.destinations().first).id
        try store.addRule("tea", .send("茶"), now: testTime)
        try store.addRule("milk", .send("茶"), delay: 100, now: testTime)
        try store.addRule("tea", .send("unknown"), now: testTime)
        try store.insert([draft("1", "green tea", ""), draft("2", "milk", ""), draft("3", "water", "")])
        #expect(try store.sendings(state: nil, destination: id, limit: 9).map(\.article) == [1])
        #expect(try store.runDelayedRules(now: testTime + 200) == 1)
        #expect(try store.sendings(state: nil, destination: nil, limit: 9).map(\.article) == [2, 1])
        #expect(try store.rules().map(\.action) == [.send("茶"), .send("茶"), .send("unknown")])
        #expect(try store.rules().map(\.matched) == [1, 1, 0])
    }
}
