import Articles
import QueryLanguage
import StorageTestSupport
import Testing

@Suite struct MarkAllReadTests {
    /// One library of an engine.
    private final class Fixture {
        private let library: TestLibrary
        let store: any TestedStore

        init(_ engine: StorageEngine) throws {
            library = try TestLibrary(engine)
            store = try library.open()
            for (feed, path) in [("a", ["Tech", "Swift"]), ("b", ["Tech"]), ("c", ["News"])] {
                var draft = FeedDraft(url: "https://example.org/\(feed)")
                draft.subscribe = true
                draft.folders = [path]
                try store.upsert(draft, now: 1)
            }
            try arrive("1", at: 100)
        }

        func arrive(_ id: String, at time: Int64) throws {
            try store.insert(
                ["a", "b", "c"].map { feed in
                    var item = draft(id, "Story \(id)", "text \(id)", feed: "https://example.org/\(feed)")
                    item.received = time
                    return item
                })
        }

        func unread() throws -> [Int] { try store.feeds().map(\.unread) }
    }

    @Test("Everything, a feed, or a folder with those inside it", arguments: StorageEngine.all)
    func scopes(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        var scope = ReadScope()
        scope.within = "https://example.org/c"
        #expect(try fixture.store.markAllRead(scope) == 1)
        #expect(try fixture.unread() == [1, 1, 0])
        scope = .init()
        scope.folder = "Tech/Swift"
        #expect(try fixture.store.markAllRead(scope) == 1)
        #expect(try fixture.unread() == [0, 1, 0])
        try fixture.arrive("2", at: 200)
        scope.folder = "tech"
        #expect(try fixture.store.markAllRead(scope) == 3)
        #expect(try fixture.unread() == [0, 0, 1])
        #expect(try fixture.store.markAllRead(.init()) == 1)
        #expect(try fixture.store.markAllRead(.init()) == 0)
        #expect(try fixture.store.check().problems == [])
    }

    @Test("What arrived after what the reader saw stays unread, whatever its date says", arguments: StorageEngine.all)
    func guarded(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        var scope = ReadScope()
        scope.newestSeen = try fixture.store.newestID()
        try fixture.arrive("2", at: 50)
        #expect(try fixture.store.markAllRead(scope) == 3)
        #expect(try fixture.unread() == [1, 1, 1])
        scope = .init()
        scope.receivedBefore = 50
        #expect(try fixture.store.markAllRead(scope) == 0)
        scope.receivedBefore = 51
        #expect(try fixture.store.markAllRead(scope) == 3)
    }

    @Test("Folders count what lies in them and below, each feed once", arguments: StorageEngine.all)
    func folders(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        let counts = try fixture.store.folderCounts()
        #expect(counts.map(\.path) == [["News"], ["Tech"], ["Tech", "Swift"]])
        #expect(counts.map(\.unread) == [1, 2, 1] && counts.map(\.feeds) == [1, 2, 1])
        try fixture.store.markAllRead(.init())
        #expect(try fixture.store.folderCounts().map(\.unread) == [0, 0, 0])
    }
}
