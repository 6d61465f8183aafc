import Articles
import Database
import LibraryStorage
import StorageTestSupport
import TestSupport
import Testing

@Suite struct ArticleBinTests {
    private static let feed = "https://example.org/feed"

    private func item(_ number: Int, _ text: String = "鲸鱼 whale") -> ArticleDraft {
        var item = draft("g\(number)", "Title \(number)", "\(text) number\(number)")
        let html = String(repeating: "<p>\(text) number\(number), long enough to be compressed</p>", count: 4)
        item.html = Array(html.utf8)
        item.published = 1_700_000_000 + Int64(number)
        item.isSnapshot = true
        item.tags = ["feeds-tag"]
        return item
    }

    private func number(_ guid: String, _ store: any TestedStore) throws -> Int64 {
        try #require(try store.id(feed: Self.feed, guid: guid))
    }

    @Test(
        "What another process removes while a load is under way does not come back with a later batch of the load",
        arguments: StorageEngine.all)
    func removedDuringLoad(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert([item(1)])
        let other = try library.open()
        var batches = 0
        let batch = PreparedBatch()
        var request = BatchInsertRequest { _ in false }
        request.onCommit = { _ in
            if batches == 1 { _ = try other.remove([1], now: 1) }
        }
        _ = try store.insert(request, now: 1) {
            batches += 1
            guard batches <= 2 else { return nil }
            batch.removeAll()
            batch.add(item(batches == 1 ? 2 : 1))
            batch.endsTransaction = true
            return batch
        }
        #expect(try store.hits("number1").isEmpty)
    }

    @Test(
        "Undo of two thousand articles takes no tables of a batch for each, and leaves a sound index",
        arguments: StorageEngine.all)
    func undoOfMany(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...2_000).map { item($0) })
        let numbers = try (1...2_000).map { try number("g\($0)", store) }
        #expect(try store.remove(numbers, now: 1) == 2_000)
        var undone = 0
        let time = try processorTime { undone = try store.undo()?.numbers.count ?? 0 }
        #expect(undone == 2_000)
        // About a second; with the tables of a batch for each article, ten in a release build.
        #expect(time < .seconds(60))
        #expect(try store.hits("number1999") == ["g1999"])
        #expect(try store.check().problems.isEmpty)
    }

    @Test(
        "What is removed is found no more, and undo brings it back whole: state, tags, HTML, index and sums",
        arguments: StorageEngine.all)
    func undo(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...5).map { item($0) })
        let n = try number("g2", store)
        try store.change(.starred(true), of: [n])
        try store.change(.tags(add: ["later"], remove: []), of: [n])
        try store.change(.read(true), of: [try number("g3", store)])
        let before = try [number("g2", store), number("g3", store)].map { try store.article($0) }
        let feed = try #require(try store.feeds(subscribedOnly: false).first)

        #expect(try store.remove([n, number("g3", store), 999], now: 1) == 2)
        #expect(try store.hits("number2").isEmpty)
        #expect(try store.hits("鲸鱼").count == 3)
        #expect(try store.feeds(subscribedOnly: false).first?.articles == 3)
        #expect(try store.check().problems == [])

        let undone = try #require(try store.undo())
        #expect(undone.numbers == [n, n + 1] && undone.action.articles == 2 && undone.action.kind == .deleted)
        #expect(try [number("g2", store), number("g3", store)].map { try store.article($0) } == before)
        #expect(try store.hits("number2") == ["g2"])
        #expect(try store.hits("tag:later is:starred") == ["g2"])
        #expect(try store.feeds(subscribedOnly: false).first == feed)
        #expect(try store.check().problems == [])
        #expect(try store.undo() == nil)
    }

    @Test("Deletions are undone one by one, the latest first", arguments: StorageEngine.all)
    func order(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...3).map { item($0) })
        try store.remove([number("g1", store)], now: 1)
        try store.remove([number("g2", store)], now: 2)
        #expect(try store.actions().map(\.at) == [2, 1])
        #expect(try store.undo(99) == nil)
        _ = try store.undo()
        #expect(try Set(store.hits("whale")) == ["g2", "g3"])
        _ = try store.undo()
        #expect(try store.hits("whale").count == 3)
    }

    @Test("A certain deletion is undone by its number, whatever came after it", arguments: StorageEngine.all)
    func byNumber(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...3).map { item($0) })
        try store.remove([number("g1", store)], now: 1)
        try store.remove([number("g2", store)], now: 2)
        let first = try #require(try store.actions().last?.id)
        #expect(try store.undo(first)?.numbers == [1])
        #expect(try Set(store.hits("whale")) == ["g1", "g3"])
        #expect(try store.undo(first) == nil)
        #expect(try store.check().problems == [])
    }

    @Test(
        "A removed article does not come back with its feed, before the bin is emptied and after",
        arguments: StorageEngine.all)
    func staysAway(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...3).map { item($0) })
        try store.remove([number("g1", store)], now: 1_000)
        #expect(try store.insert((1...4).map { item($0) }).inserted == 1)
        #expect(try store.purgeBin(now: 1_000 + ActionLimits.binSeconds) == 0)
        #expect(try store.purgeBin(now: 1_001 + ActionLimits.binSeconds) == 1)
        #expect(try store.actions().isEmpty)
        #expect(try store.undo() == nil)
        #expect(try store.insert((1...4).map { item($0, "changed") }).inserted == 0)
        #expect(try Set(store.hits("changed")) == ["g2", "g3", "g4"])
        #expect(try store.check().problems == [])
    }

    @Test(
        "A removed article does not come back under the guid that its feed has given it since",
        arguments: StorageEngine.all)
    func newGUID(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        func article(_ guid: String) -> ArticleDraft {
            var article = item(1)
            article.guid = guid
            article.url = "https://example.org/one"
            return article
        }
        try store.insert([article("old"), item(2)])
        try store.remove([number("old", store)], now: 1)
        let batch = PreparedBatch()
        let ids = ["new", "g2"]
        batch.add(
            DocumentItems(feed: Self.feed, ids: ids) { stored in
                stored.contains { $0.id == "old" && $0.url == "https://example.org/one" } ? ["new": "old"] : [:]
            })
        batch.add(article("new"))
        batch.add(item(2))
        #expect(try store.record([], batch, now: 2).inserted == 0)
        #expect(try store.hits("whale") == ["g2"])
        #expect(try store.check().problems == [])
        #expect(try store.undo()?.numbers.count == 1)
        #expect(try store.record([], batch, now: 4).inserted == 0)
        #expect(try Set(store.hits("whale")) == ["new", "g2"])
        #expect(try store.check().problems == [])
    }

    @Test(
        "A person who brings a removed article in again gets it, and undo leaves it as it is",
        arguments: StorageEngine.all)
    func broughtIn(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert([item(1)])
        try store.remove([number("g1", store)], now: 1)
        var own = item(1, "mine")
        own.isSnapshot = false
        #expect(try store.insert([own]).inserted == 1)
        #expect(try store.undo()?.numbers == [])
        #expect(try store.hits("mine") == ["g1"])
        #expect(try store.check().problems == [])
    }

    @Test("A feed keeps its newest; starred, tagged and brought back ones stay besides", arguments: StorageEngine.all)
    func retention(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...20).map { item($0) })
        let id = try #require(try store.feeds(subscribedOnly: false).first?.id)
        try store.change(.starred(true), of: [number("g1", store)])
        try store.change(.tags(add: ["own"], remove: []), of: [number("g2", store)])
        var options = FeedOptions()
        options.limits = ArticleLimits(count: 5)
        #expect(try store.removeOld(of: id, options, now: 1) == 13)
        let kept = Set(["g1", "g2"] + (16...20).map { "g\($0)" })
        #expect(try Set(store.hits("whale")) == kept)
        #expect(try store.removeOld(of: id, options, now: 1) == 0)
        #expect(try store.insert((1...20).map { item($0) }).inserted == 0)

        #expect(try store.undo()?.numbers.count == 13)
        #expect(try store.removeOld(of: id, options, now: 3) == 0)
        #expect(try store.hits("whale").count == 20)
        #expect(try store.check().problems == [])
    }

    @Test("A feed keeps nothing older than its age", arguments: StorageEngine.all)
    func age(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...4).map { item($0) })
        let id = try #require(try store.feeds(subscribedOnly: false).first?.id)
        var options = FeedOptions()
        options.limits = ArticleLimits(seconds: 100)
        #expect(try store.removeOld(of: id, options, now: 1_700_000_102) == 1)
        #expect(try Set(store.hits("whale")) == ["g2", "g3", "g4"])
    }

    @Test(
        "What one round removes for its age is one removal, and the options of a feed come with its state",
        arguments: StorageEngine.all)
    func fetching(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        var options = FeedOptions()
        options.limits = ArticleLimits(count: 2)
        options.userAgent = "me/1"
        options.credentials = "env:SECRET"
        options.interval = 600
        var ids: [Int64] = []
        for name in ["feed", "other"] {
            var feed = FeedDraft(url: "https://example.org/\(name)")
            feed.subscribe = true
            let id = try store.upsert(feed, now: 1).id
            try store.setOptions(options, of: id)
            ids.append(id)
        }
        for (index, name) in ["feed", "other"].enumerated() {
            let batch = PreparedBatch()
            for number in 1...4 {
                var item = item(number)
                item.feed = "https://example.org/\(name)"
                batch.add(item)
            }
            let state = try store.fetchState(of: ids[index])
            #expect(state.options == options)
            try store.record([state], batch, now: 5)
        }
        #expect(try store.actions().map(\.articles) == [4])
        #expect(try store.hits("whale").count == 4)
        #expect(try store.undo()?.numbers.count == 4)
        #expect(try store.check().problems == [])
        try store.setOptions(FeedOptions(), of: ids[0])
        #expect(try store.allOptions() == [ids[1]: options])
    }

    @Test("Random removals and undos leave store, index and sums in agreement", arguments: StorageEngine.all)
    func random(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.insert((1...60).map { item($0) })
        var generator = SystemRandomNumberGenerator()
        for step in 1...30 {
            if step % 3 == 0 {
                _ = try store.undo()
            } else {
                let numbers = (0..<5).map { _ in Int64.random(in: 1...60, using: &generator) }
                try store.remove(numbers, now: Int64(step))
            }
        }
        #expect(try store.check().problems == [])
        while try store.undo() != nil {}
        #expect(try store.hits("鲸鱼").count == 60)
        #expect(try store.check().problems == [])
    }
}
