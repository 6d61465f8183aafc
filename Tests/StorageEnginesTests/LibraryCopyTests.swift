import ArticleBatches
import QueryLanguage
import SQLite
import StorageTestSupport
import Testing

@testable import Articles

/// A whole library, from any engine to any other.
@Suite struct LibraryCopyTests {
    private static let feed = "https://example.org/feed"

    private func item(_ number: Int, _ text: String = "鲸鱼 whale") -> ArticleDraft {
        var item = draft("g\(number)", "Title \(number) on 全文检索", "\(text) number\(number) of the sea")
        item.url = "https://example.org/\(number)"
        item.html = Array(String(repeating: "<p>\(text) number\(number)</p>", count: number % 3 == 0 ? 1 : 9).utf8)
        item.published = testTime + Int64(number)
        item.author = number % 2 == 0 ? "Ada Lovelace" : "李雷"
        item.tags = ["Sea", "海"]
        item.language = number % 4 == 0 ? "de" : nil
        item.extra = #"{"summary":"s"}"#
        item.isSnapshot = true
        return item
    }

    /// Something in every table.
    private func fill(_ store: any TestedStore) throws {
        var subscription = FeedDraft(url: Self.feed)
        subscription.title = "Example"
        subscription.subscribe = true
        subscription.folders = [["News", "Sea"], ["新闻"]]
        let feed = try store.upsert(subscription, now: testTime).id
        try store.edit(feed, FeedChanges(ownTitle: "My own"))
        try store.arrange(folders: ["新闻", "News"], in: [])
        try store.arrange(feeds: [feed], in: ["新闻"])
        var options = FeedOptions()
        options.fullText = .selector("article")
        options.interval = 600
        options.credentials = "env:SECRET"
        try store.setOptions(options, of: feed)
        try store.setRecipe(#"{"items":"li"}"#, for: feed)
        try store.setIcons(
            [(feed, FeedIcon(url: "https://example.org/i.png", type: "image/png", bytes: [0, 1, 255]), testTime + 9)],
            now: testTime)
        try store.addRule("number7", .star, now: testTime)
        try store.addRule("number8", .tag("spät"), delay: 100, now: testTime)
        store.alertSettings.includesFirstImports = true
        try store.saveAlerting("whale")
        try store.save(search: "plain", query: "title:on", comment: "for me", rule: nil, now: testTime)
        try store.insert((1...30).map { item($0) })
        try store.setClientState([1, 2, 255], of: "importer")

        // A delivery, matches that wait, and matches that nobody has sorted yet.
        let search = try #require(store.savedSearches(named: "whale").first?.id)
        try store.sortAlerts()
        try store.addDelivery(of: [1, 2], folded: [3], search: search, uid: "u1", now: testTime)
        let delivery = try #require(store.dueDeliveries(now: testTime).first)
        try store.finish(delivery, .failed(reason: "no answer", retryAt: testTime + 60), now: testTime)
        try store.saveAlerting("sea")
        try store.insert([item(31), item(5, "edited whale")])
        #expect(try store.unsave(search: "sea"))

        // An older guid, an older content, a failed page, a failed fetch.
        let batch = store.makeBatchPool().take()
        batch.add(DocumentItems(feed: Self.feed, ids: ["new6"]) { _ in ["new6": "g6"] })
        var renamed = item(6)
        renamed.guid = "new6"
        batch.add(renamed)
        batch.seal()
        var state = try store.fetchState(of: feed)
        (state.etag, state.failures, state.failureKind, state.failureText) = ("\"e\"", 2, "http", "503")
        (state.newest, state.skipHours, state.isAlerted) = ([testTime + 5, testTime + 3], 6, true)
        try store.record([state], batch, now: testTime + 1)
        try store.record(
            [PageOutcome(article: 9, result: .failed(kind: "http", text: "404", next: nil))], now: testTime)

        try store.change(.read(true), of: [1, 2, 3])
        try store.change(.starred(true), of: [4])
        try store.change(.tags(add: ["Später", "海"], remove: []), of: [4, 5])
        try store.change(.hidden(true), of: [10])
        // Of the first removal only the guid is left.
        try store.remove([20], now: testTime)
        #expect(try store.purgeBin(now: testTime + 31 * 86_400) == 1)
        try store.remove([5, 21], now: testTime + 40 * 86_400)
    }

    private func dump(_ store: any TestedStore) throws -> [String] {
        let store = try #require(store as? any CopyableStore)
        return try store.snapshot {
            try CopiedTable.all.flatMap { table in
                let next = try store.copiedRows(of: table)
                var rows: [String] = []
                while let row = try next() { rows.append("\(table.name) \(row)") }
                return rows
            }
        }
    }

    /// What searches answer: hits in their order, scores, counts.
    private func answers(_ store: any TestedStore) throws -> [String] {
        let queries = [
            "whale", "鲸鱼", "\"全文检索\"", "title:on sea", "number*", "tag:海", "is:starred OR is:read", "re:/number1.$/",
            "lang:de",
            "author:lovelace whale", "folder:新闻", "search:plain edited OR number31",
        ]
        return try queries.flatMap { query in
            var request = SearchRequest(query: try QueryParser.parse(query), now: testTime)
            request.limit = 50
            let answer = try store.search(request)
            return ["\(query) \(answer.total)"] + answer.hits.map { "\($0.guid) \($0.score) \($0.snippet)" }
        }
    }

    private func copy(_ source: any TestedStore, to target: any TestedStore) throws -> [String: Int] {
        try LibraryCopy(from: #require(source as? any CopyableStore), to: #require(target as? any CopyableStore)).run()
    }

    @Test(
        "A copy has all rows, gives the same answers, and goes on as the source does",
        arguments: StorageEngine.available, StorageEngine.available)
    func whole(_ from: StorageEngine, _ to: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(from), TestLibrary(to))
        let (source, target) = try (sourceLibrary.open(), targetLibrary.open())
        try fill(source)
        let counts = try copy(sourceLibrary.open(.read), to: target)
        let before = try dump(source)
        #expect(try dump(target) == before)
        // What would be compared as nothing with nothing.
        let empty = counts.filter { $0.value == 0 }.keys.sorted()
        #expect(empty == ["first_import"], "\(empty)")
        #expect(counts.values.reduce(0, +) == before.count && counts["article"] == 28)
        #expect(try answers(target) == answers(source))
        #expect(try target.check().problems == [])

        for store in [source, target] {
            store.alertSettings.includesFirstImports = true
            #expect(try store.undo()?.numbers == [5, 21])
            // A guid that was removed, one that has another name now, a new one, an edited one.
            try store.insert([item(20), item(6), item(40), item(11, "changed whale")])
            try store.addRule("x", .read, now: testTime)
            try store.save(search: "late", query: "x", now: testTime)
            try store.remove([12], now: testTime + 50 * 86_400)
            try store.sortAlerts()
        }
        #expect(try source.savedSearches() == target.savedSearches())
        #expect(try source.rules() == target.rules())
        #expect(try dump(target) == dump(source))
        #expect(try answers(target) == answers(source))
        #expect(try source.article(32)?.guid == "g40" && target.article(32)?.guid == "g40")
        #expect(try target.check().problems == [])
    }

    @Test("A place that is not empty is refused and stays as it is", arguments: StorageEngine.all)
    func notEmpty(_ engine: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(.sqlite), TestLibrary(engine))
        let (source, target) = try (sourceLibrary.open(), targetLibrary.open())
        try source.insert([item(1), item(2)])
        try target.save(search: "mine", query: "x", now: testTime)
        let before = try dump(target)
        #expect(throws: LibraryCopyError.notEmpty(table: "saved_search")) { try copy(source, to: target) }
        #expect(try dump(target) == before)
    }

    @Test(
        "A source that cannot be read to its end leaves the target empty, and it can be copied to later",
        arguments: StorageEngine.all)
    func damaged(_ engine: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(.sqlite), TestLibrary(engine))
        let (source, target) = try (sourceLibrary.open(), targetLibrary.open())
        try source.insert((1...5).map { item($0) })
        let file = try Connection(path: sourceLibrary.address, mode: .readWrite)
        let html = try #require(source.article(5)?.html)
        try file.run("UPDATE article_text SET html = x'00' WHERE n = 5")
        #expect(throws: StorageError.self) { try copy(source, to: target) }
        #expect(try dump(target).isEmpty)
        try file.run("UPDATE article_text SET html = ? WHERE n = 5", [.text(html)])
        #expect(try copy(source, to: target)["article"] == 5)
        #expect(try target.hits("number5") == ["g5"])
    }

    @Test(
        "A row that the target does not keep as it was is found, and nothing is stored",
        .enabled(if: StorageEngine.available.contains(.postgres)))
    func different() throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(.sqlite), TestLibrary(.postgres))
        let (source, target) = try (sourceLibrary.open(), targetLibrary.open())
        try source.insert([item(1)])
        let file = try Connection(path: sourceLibrary.address, mode: .readWrite)
        // The server keeps a place in 32 bits.
        try file.run("INSERT INTO hand_place VALUES (0, 1, 1, 1 << 40)")
        #expect(throws: LibraryCopyError.differs(table: "hand_place", row: "0 1 1")) { try copy(source, to: target) }
        #expect(try dump(target).isEmpty)
    }
}
