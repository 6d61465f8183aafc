import Articles
import QueryLanguage
import StorageTestSupport
import Testing

@Suite struct SharedReadStateTests {
    /// One library of an engine.
    private final class Fixture {
        private let library: TestLibrary
        let store: any TestedStore

        init(_ engine: StorageEngine) throws {
            library = try TestLibrary(engine)
            store = try library.open()
        }

        static let long = String(repeating: "A text that is long enough to fold. 正文足够长。", count: 12)

        func copy(_ feed: String, _ title: String = "One Story", _ text: String = Fixture.long)
            -> ArticleDraft
        {
            draft("id", title, text, feed: feed)
        }

        func readFeeds() throws -> [String] {
            try (1...store.newestID()).compactMap { try store.article($0) }.filter(\.read).map(\.feed).sorted()
        }
    }

    @Test(
        "Reading one copy reads the others, and unread goes with it; a mere namesake is left alone",
        arguments: StorageEngine.all)
    func shared(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([
            fixture.copy("a"), fixture.copy("b", "ONE  story!"),
            fixture.copy("c", "One Story", Fixture.long + " And a longer end."),
            fixture.copy("d", "One Story", "Too short to fold."), fixture.copy("e", "Another"),
            fixture.copy("f", "One Story", "x" + Fixture.long),
        ])
        #expect(try fixture.store.change(.read(true), of: [2]) == 1)
        #expect(try fixture.readFeeds() == ["a", "b", "c"])
        #expect(try fixture.store.feeds(subscribedOnly: false).map(\.unread) == [0, 0, 0, 1, 1, 1])
        #expect(try fixture.store.change(.read(false), of: [1]) == 1)
        #expect(try fixture.readFeeds() == [])
        #expect(try fixture.store.check().problems == [])
    }

    @Test(
        "A copy of an article that was read arrives read, unless it says otherwise itself", arguments: StorageEngine.all
    )
    func arrives(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([fixture.copy("a")])
        try fixture.store.change(.read(true), of: [1])
        var unread = fixture.copy("c")
        unread.read = false
        try fixture.store.insert([fixture.copy("b"), unread, fixture.copy("d", "Other")])
        #expect(try fixture.readFeeds() == ["a", "b"])
        var read = fixture.copy("f", "Together")
        read.read = true
        try fixture.store.insert([fixture.copy("e", "Together"), read])
        #expect(try fixture.readFeeds() == ["a", "b", "e", "f"])
        #expect(try fixture.store.check().problems == [])
    }

    @Test(
        "A rule that mutes one feed's copies leaves the others unread, before and after", arguments: StorageEngine.all)
    func muted(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.addRule("feed:planet", .read, now: 1)
        try fixture.store.addRule("feed:hidden", .hide, now: 1)
        try fixture.store.insert([fixture.copy("a"), fixture.copy("planet"), fixture.copy("hidden")])
        try fixture.store.insert([fixture.copy("b")])
        #expect(try fixture.readFeeds() == ["hidden", "planet"])
        try fixture.store.change(.read(true), of: [1])
        try fixture.store.insert([fixture.copy("c")])
        #expect(try fixture.readFeeds() == ["a", "b", "c", "hidden", "planet"])
        try fixture.store.change(.read(false), of: [2])
        #expect(try fixture.readFeeds() == [])
        #expect(try fixture.store.check().problems == [])
    }

    @Test(
        "A text that changes is a copy of what it was no longer, and a removed one of nothing",
        arguments: StorageEngine.all)
    func changes(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([fixture.copy("a"), fixture.copy("b"), fixture.copy("c")])
        try fixture.store.insert([fixture.copy("b", "One Story", "Now: " + Fixture.long)])
        try fixture.store.remove([3], now: 1)
        try fixture.store.change(.read(true), of: [1])
        #expect(try fixture.readFeeds() == ["a"])
        _ = try fixture.store.undo()
        #expect(try fixture.store.check().problems == [])
        try fixture.store.change(.read(false), of: [1])
        try fixture.store.change(.read(true), of: [1])
        #expect(try fixture.readFeeds() == ["a", "c"])
    }

    @Test("What folds in a page of search is what shares its state", arguments: StorageEngine.all)
    func sameRule(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([
            fixture.copy("a"), fixture.copy("b"), fixture.copy("c", "One Story", Fixture.long + "tail"),
            fixture.copy("d", "Two Stories"),
        ])
        let page = try fixture.store.search(SearchRequest(query: QueryParser.parse("long"), now: 1)).hits
        #expect(page.map(\.folded).reduce(0, +) == 2)
        try fixture.store.change(.read(true), of: [1])
        #expect(try fixture.readFeeds().count == 3)
    }

    @Test("Very many are marked with their copies, too", arguments: StorageEngine.all)
    func many(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert((0..<1_200).map { draft("\($0)", "T\($0)", Fixture.long + "\($0)", feed: "a") })
        try fixture.store.insert((0..<1_200).map { draft("\($0)", "T\($0)", Fixture.long + "\($0)", feed: "b") })
        #expect(try fixture.store.change(.read(true), of: Array(1...1_200)) == 1_200)
        #expect(try fixture.store.feeds(subscribedOnly: false).map(\.unread) == [0, 0])
        #expect(try fixture.store.check().problems == [])
    }
}
