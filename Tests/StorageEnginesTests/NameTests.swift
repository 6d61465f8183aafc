import Articles
import QueryLanguage
import SearchRanking
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

    private func article(_ guid: String, _ text: String, tags: [String] = [], isSnapshot: Bool = true) -> ArticleDraft {
        var draft = ArticleDraft()
        (draft.feed, draft.guid, draft.title) = ("https://b.example/", guid, "one")
        draft.body = Array(text.utf8)
        (draft.tags, draft.isSnapshot) = (tags, isSnapshot)
        return draft
    }

    private func record(
        _ articles: [ArticleDraft], _ items: DocumentItems? = nil, in store: any ArticleStore
    ) throws -> BatchInsertResult {
        let batch = store.makeBatchPool().take()
        if let items { batch.add(items) }
        for article in articles { batch.add(article) }
        batch.seal()
        return try store.record([], batch, now: 3)
    }

    @Test("An article that a feed lists under its old and its new guid is stored once", arguments: StorageEngine.all)
    func twoGuids(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.store()
        #expect(try record([article("old", "heron")], in: store).inserted == 1)
        let items = DocumentItems(feed: "https://b.example/", ids: ["new"]) { _ in ["new": "old"] }
        let renamed = try record([article("new", "heron")], items, in: store)
        #expect(renamed.unchanged == 1 && renamed.inserted == 0)
        let both = try record([article("old", "egret"), article("new", "stork")], in: store)
        #expect(both.inserted == 0 && both.updated == 2)
        #expect(try store.article(1)?.guid == "new")
        for (word, count) in [("heron", 0), ("egret", 0), ("stork", 1)] {
            #expect(try store.search(SearchRequest(query: QueryParser.parse(word), now: 3)).hits.count == count)
        }
        #expect(try store.check().problems.isEmpty)
    }

    @Test("Tags of an article that stays removed are not made", arguments: StorageEngine.all)
    func heldBack(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.store()
        _ = try record([article("1", "heron", tags: [Self.composed, Self.decomposed])], in: store)
        #expect(Set(try store.article(1)?.tags.map { Array($0.utf8) } ?? []).count == 2)
        try store.remove([1], now: 4)
        #expect(try record([article("1", "heron", tags: ["bird"])], in: store).unchanged == 1)
        #expect(throws: StorageError.self) {
            try store.search(SearchRequest(query: QueryParser.parse("tag:bird"), now: 5))
        }
        #expect(try store.undo() != nil)
        #expect(try record([article("1", "egret", tags: ["bird"])], in: store).updated == 1)
        #expect(try store.article(1)?.tags == ["bird"])
        #expect(try store.check().problems.isEmpty)
    }
}
