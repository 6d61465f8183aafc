import Articles
import StorageTestSupport
import Testing

/// Names are told apart by their bytes, whatever Swift takes for equal.
@Suite struct NameTests {
    private static let composed = "Caf\u{E9}"
    private static let decomposed = "Cafe\u{301}"

    private func draft(_ url: String, _ folders: [[String]] = []) -> FeedDraft {
        var draft = FeedDraft(url: url)
        draft.folders = folders
        draft.subscribe = true
        return draft
    }

    @Test(
        "Folders in both Unicode forms of a name are two, and a list with them is imported again",
        arguments: StorageEngine.all)
    func folders(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.store()
        let feed = draft("https://a.example/", [[Self.composed, "x"], [Self.decomposed, "x"]])
        for _ in 0..<2 { _ = try store.upsert([feed], now: 1) }
        let folders = try store.feeds(subscribedOnly: true).first?.folders ?? []
        #expect(folders.count == 2)
        #expect(Set(folders.map { Array($0[0].utf8) }).count == 2)
        try store.arrange(folders: [Self.decomposed, Self.composed], in: [])
    }

    @Test("A feed, a folder and a tag with NUL in their names are found again", arguments: StorageEngine.all)
    func nul(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.store()
        let feed = draft("https://a.example/\u{0}", [["a\u{0}b"]])
        #expect(try store.upsert([feed], now: 1) == [true])
        #expect(try store.upsert([feed], now: 2) == [false])
        let pool = store.makeBatchPool()
        let batch = pool.take()
        var article = ArticleDraft()
        (article.feed, article.guid, article.title) = ("https://b.example/", "1", "one")
        batch.add(article)
        batch.seal()
        _ = try store.record([], batch, now: 3)
        for _ in 0..<2 { _ = try store.change(.tags(add: ["t\u{0}"], remove: []), of: [1]) }
        #expect(try store.ownTags().count == 1)
    }

    @Test("A list of 20,000 feeds is subscribed to at once, and again", arguments: StorageEngine.all)
    func many(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.store()
        let feeds = (0..<20_000).map { draft("https://a.example/\($0)", [["f\($0 % 500)"]]) }
        #expect(try store.upsert(feeds, now: 1).allSatisfy { $0 })
        #expect(try store.upsert(feeds, now: 2).allSatisfy { !$0 })
        #expect(try store.feeds(subscribedOnly: true).count == 20_000)
    }
}
