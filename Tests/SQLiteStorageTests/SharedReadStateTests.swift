import QueryLanguage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteStorage

@Suite struct SharedReadStateTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder
    private static let long = String(repeating: "A text that is long enough to fold. 正文足够长。", count: 12)

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    private func copy(_ feed: String, _ title: String = "One Story", _ text: String = SharedReadStateTests.long)
        -> ArticleDraft
    {
        draft("id", title, text, feed: feed)
    }

    private func readFeeds() throws -> [String] {
        try (1...store.newestID()).compactMap { try store.article($0) }.filter(\.read).map(\.feed).sorted()
    }

    @Test("Reading one copy reads the others, and unread goes with it; a mere namesake is left alone")
    func shared() throws {
        try store.insert([
            copy("a"), copy("b", "ONE  story!"), copy("c", "One Story", Self.long + " And a longer end."),
            copy("d", "One Story", "Too short to fold."), copy("e", "Another"),
            copy("f", "One Story", "x" + Self.long),
        ])
        #expect(try store.change(.read(true), of: [2]) == 1)
        #expect(try readFeeds() == ["a", "b", "c"])
        #expect(try store.feeds(subscribedOnly: false).map(\.unread) == [0, 0, 0, 1, 1, 1])
        #expect(try store.change(.read(false), of: [1]) == 1)
        #expect(try readFeeds() == [])
        #expect(try store.check().problems == [])
    }

    @Test("A copy of an article that was read arrives read, unless it says otherwise itself")
    func arrives() throws {
        try store.insert([copy("a")])
        try store.change(.read(true), of: [1])
        var unread = copy("c")
        unread.read = false
        try store.insert([copy("b"), unread, copy("d", "Other")])
        #expect(try readFeeds() == ["a", "b"])
        var read = copy("f", "Together")
        read.read = true
        try store.insert([copy("e", "Together"), read])
        #expect(try readFeeds() == ["a", "b", "e", "f"])
        #expect(try store.check().problems == [])
    }

    @Test("A rule that mutes one feed's copies leaves the others unread, before and after")
    func muted() throws {
        try store.addRule("feed:planet", .read, now: 1)
        try store.addRule("feed:hidden", .hide, now: 1)
        try store.insert([copy("a"), copy("planet"), copy("hidden")])
        try store.insert([copy("b")])
        #expect(try readFeeds() == ["hidden", "planet"])
        try store.change(.read(true), of: [1])
        try store.insert([copy("c")])
        #expect(try readFeeds() == ["a", "b", "c", "hidden", "planet"])
        try store.change(.read(false), of: [2])
        #expect(try readFeeds() == [])
        #expect(try store.check().problems == [])
    }

    @Test("A text that changes is a copy of what it was no longer, and a removed one of nothing")
    func changes() throws {
        try store.insert([copy("a"), copy("b"), copy("c")])
        try store.insert([copy("b", "One Story", "Now: " + Self.long)])
        try store.remove([3], now: 1)
        try store.change(.read(true), of: [1])
        #expect(try readFeeds() == ["a"])
        _ = try store.undo()
        #expect(try store.check().problems == [])
        try store.change(.read(false), of: [1])
        try store.change(.read(true), of: [1])
        #expect(try readFeeds() == ["a", "c"])
    }

    @Test("What folds in a page of search is what shares its state")
    func sameRule() throws {
        try store.insert([copy("a"), copy("b"), copy("c", "One Story", Self.long + "tail"), copy("d", "Two Stories")])
        let page = try store.search(SearchRequest(query: QueryParser.parse("long"), now: 1)).hits
        #expect(page.map(\.folded).reduce(0, +) == 2)
        try store.change(.read(true), of: [1])
        #expect(try readFeeds().count == 3)
    }

    @Test("Very many are marked with their copies, too")
    func many() throws {
        try store.insert((0..<1_200).map { draft("\($0)", "T\($0)", Self.long + "\($0)", feed: "a") })
        try store.insert((0..<1_200).map { draft("\($0)", "T\($0)", Self.long + "\($0)", feed: "b") })
        #expect(try store.change(.read(true), of: Array(1...1_200)) == 1_200)
        #expect(try store.feeds(subscribedOnly: false).map(\.unread) == [0, 0])
        #expect(try store.check().problems == [])
    }
}
