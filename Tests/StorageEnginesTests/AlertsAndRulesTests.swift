import Articles
import LibraryStorage
import StorageTestSupport
import Testing

/// What rules and undo change, as alerts see it.
@Suite struct AlertsAndRulesTests {
    private func matched(_ query: String, _ store: any TestedStore) throws -> Set<ArticleID> {
        let search = try #require(store.savedSearches(named: query).first?.id)
        return Set(try store.alertedArticles(of: search, limit: 100))
    }

    @Test(
        "Alerts see what rules have made of new articles, however many batches are at hand",
        arguments: StorageEngine.all
    )
    func rules(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        // Tags that are named in a search are there.
        try store.insert([draft("0", "water", "")])
        try store.change(.tags(add: ["later"], remove: []), of: [1])
        try store.addRule("advert", .read, now: testTime)
        try store.addRule("green", .star, now: testTime)
        try store.addRule("black", .tag("later"), now: testTime)
        try store.addRule("spoiler", .hide, now: testTime)
        let queries = ["tea", "tea is:unread", "tea is:read", "tea is:starred", "tea -is:starred", "tea tag:later"]
        for query in queries { try store.saveAlerting(query) }

        let kinds = ["advert", "green", "black", "spoiler", "plain"]
        let pool = store.makeBatchPool()
        var batches = 0
        let result = try store.insert(BatchInsertRequest { _ in false }, now: testTime) {
            guard batches < 3 else { return nil }
            let batch = pool.take()
            for (place, kind) in kinds.enumerated() {
                batch.add(draft("\(batches * kinds.count + place + 1)", "tea \(kind)", "text"))
            }
            batches += 1
            batch.seal()
            return batch
        }
        #expect(result.inserted == 15)
        try store.sortAlerts()
        /// The articles whose kind is one of these.
        func articles(_ wanted: String...) -> Set<ArticleID> {
            Set((0..<15).filter { wanted.contains(kinds[$0 % kinds.count]) }.map { ArticleID($0 + 2) })
        }
        #expect(try matched("tea", store) == articles("advert", "green", "black", "plain"))
        #expect(try matched("tea is:unread", store) == articles("green", "black", "plain"))
        #expect(try matched("tea is:read", store) == articles("advert"))
        #expect(try matched("tea is:starred", store) == articles("green"))
        #expect(try matched("tea -is:starred", store) == articles("advert", "black", "plain"))
        #expect(try matched("tea tag:later", store) == articles("black"))
        for query in queries {
            #expect(try matched(query, store) == Set(store.hits(query).compactMap { try store.number($0) }), "\(query)")
        }
        #expect(try store.check().problems == [])
    }

    @Test("A search that was saved with an alert is taken back whole", arguments: StorageEngine.all)
    func savedWithAlert(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        _ = try store.recording(.saved, subject: "tea", now: testTime) {
            try store.save(
                search: "tea", query: "tea", comment: nil, rule: AlertRule(channel: "command:true"), now: testTime)
        }
        #expect(try store.undo()?.kept == 0)
        #expect(try store.savedSearches().isEmpty)
    }

    @Test("A search whose name another one has got stays removed, and undo says so", arguments: StorageEngine.all)
    func nameOfAnother(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.saveAlerting("tea")
        try store.insert([draft("1", "tea", "")])
        _ = try store.recording(.unsaved, subject: "tea", now: testTime) { try store.unsave(search: "tea") }
        try store.save(search: "tea", query: "coffee", now: testTime)
        #expect(try store.undo()?.kept == 1)
        #expect(try store.savedSearches().map(\.query) == ["coffee"])
        #expect(try store.waitingAlerts().isEmpty)
    }

    @Test(
        "A program that goes on writing alerts by the searches and rules that undo brings back",
        arguments: StorageEngine.all)
    func undo(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let (writer, other) = try (library.open(), library.open())
        writer.alertSettings.includesFirstImports = true
        try writer.saveAlerting("tea")
        try writer.saveAlerting("coffee")
        try writer.insert([draft("1", "tea coffee", "")])
        _ = try other.recording(.unsaved, subject: "tea", now: testTime) { try other.unsave(search: "tea") }
        _ = try other.recording(.saved, subject: "coffee", now: testTime) {
            try other.save(search: "coffee", query: "milk", comment: nil, rule: nil, now: testTime)
        }
        try writer.insert([draft("2", "tea coffee milk", "")])
        #expect(try other.undo()?.kept == 0)
        #expect(try other.undo()?.kept == 0)
        try writer.insert([draft("3", "tea coffee milk", ""), draft("4", "milk", "")])
        try writer.sortAlerts()
        #expect(try matched("tea", writer) == [1, 3])
        #expect(try matched("coffee", writer) == [1, 3])

        // A search that is taken back alerts no more.
        _ = try other.recording(.saved, subject: "milk", now: testTime) { try other.saveAlerting("milk") }
        try writer.insert([draft("5", "milk", "")])
        #expect(try other.undo() != nil)
        try writer.insert([draft("6", "milk", "")])
        try writer.sortAlerts()
        #expect(try writer.savedSearches().map(\.name) == ["coffee", "tea"])
        #expect(try writer.waitingAlerts().map(\.count) == [2, 2])
    }
}

extension TestedStore {
    /// The number of an article of `draft`'s feed.
    fileprivate func number(_ guid: String) throws -> ArticleID? {
        try id(feed: "https://example.org/feed", guid: guid)
    }
}
