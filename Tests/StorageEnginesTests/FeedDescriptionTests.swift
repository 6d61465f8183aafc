import Articles
import StorageTestSupport
import Testing

@Suite struct FeedDescriptionTests {
    @Test(
        "Descriptions are read for some feeds or for all; feeds without one are left out", arguments: StorageEngine.all)
    func descriptions(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        let ids = try [("a", "About herons"), ("b", ""), ("c", nil), ("d", "关于全文")].map { name, description in
            var feed = FeedDraft(url: "https://example.org/" + name)
            feed.description = description
            return try store.upsert(feed, now: testTime).id
        }
        #expect(try store.descriptions(of: nil) == [ids[0]: "About herons", ids[3]: "关于全文"])
        #expect(try store.descriptions(of: Array(ids[1...])) == [ids[3]: "关于全文"])
        #expect(try store.descriptions(of: []).isEmpty)
    }

    @Test("A copyright is kept until a feed names another one", arguments: StorageEngine.all)
    func copyrights(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        let ids = try ["a", "b"].map { name in
            var feed = FeedDraft(url: "https://example.org/" + name)
            feed.copyright = name == "a" ? "© 2024 Ada" : nil
            return try store.upsert(feed, now: testTime).id
        }
        #expect(try store.copyrights(of: nil) == [ids[0]: "© 2024 Ada"])
        _ = try store.upsert(FeedDraft(url: "https://example.org/a"), now: testTime)
        #expect(try store.copyrights(of: [ids[0]]) == [ids[0]: "© 2024 Ada"])
        var changed = FeedDraft(url: "https://example.org/a")
        changed.copyright = "版权所有"
        _ = try store.upsert(changed, now: testTime)
        #expect(try store.copyrights(of: ids) == [ids[0]: "版权所有"])
    }
}
