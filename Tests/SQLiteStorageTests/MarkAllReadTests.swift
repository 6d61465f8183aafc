import SQLite
import Testing

@testable import Articles
@testable import SQLiteStorage

@Suite struct MarkAllReadTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        for (feed, path) in [("a", ["Tech", "Swift"]), ("b", ["Tech"]), ("c", ["News"])] {
            var draft = FeedDraft(url: "https://example.org/\(feed)")
            draft.subscribe = true
            draft.folders = [path]
            try store.upsert(draft, now: 1)
        }
        try arrive("1", at: 100)
    }

    private func arrive(_ id: String, at time: Int64) throws {
        try store.insert(
            ["a", "b", "c"].map { feed in
                var item = draft(id, "Story \(id)", "text \(id)", feed: "https://example.org/\(feed)")
                item.received = time
                return item
            })
    }

    private func unread() throws -> [Int] { try store.feeds().map(\.unread) }

    @Test("Everything, a feed, or a folder with those inside it")
    func scopes() throws {
        var scope = ReadScope()
        scope.within = "https://example.org/c"
        #expect(try store.markAllRead(scope) == 1)
        #expect(try unread() == [1, 1, 0])
        scope = .init()
        scope.folder = "Tech/Swift"
        #expect(try store.markAllRead(scope) == 1)
        #expect(try unread() == [0, 1, 0])
        try arrive("2", at: 200)
        scope.folder = "tech"
        #expect(try store.markAllRead(scope) == 3)
        #expect(try unread() == [0, 0, 1])
        #expect(try store.markAllRead(.init()) == 1)
        #expect(try store.markAllRead(.init()) == 0)
        #expect(try store.check().problems == [])
    }

    @Test("What arrived after what the reader saw stays unread, whatever its date says")
    func guarded() throws {
        var scope = ReadScope()
        scope.newestSeen = try store.newestID()
        try arrive("2", at: 50)
        #expect(try store.markAllRead(scope) == 3)
        #expect(try unread() == [1, 1, 1])
        scope = .init()
        scope.receivedBefore = 50
        #expect(try store.markAllRead(scope) == 0)
        scope.receivedBefore = 51
        #expect(try store.markAllRead(scope) == 3)
    }

    @Test("Sums that went wrong are found by check")
    func check() throws {
        let connection = try Connection(path: folder.file("a.db"), mode: .readWrite)
        try connection.execute("UPDATE feed SET unread = unread + 1 WHERE id = 2")
        #expect(try store.check().problems == ["feeds whose sums are wrong: 1"])
        try connection.execute("UPDATE feed SET unread = unread - 1 WHERE id = 2")
        #expect(try store.check().problems == [])
    }

    @Test("Folders count what lies in them and below, each feed once")
    func folders() throws {
        let counts = try store.folderCounts()
        #expect(counts.map(\.path) == [["News"], ["Tech"], ["Tech", "Swift"]])
        #expect(counts.map(\.unread) == [1, 2, 1] && counts.map(\.feeds) == [1, 2, 1])
        try store.markAllRead(.init())
        #expect(try store.folderCounts().map(\.unread) == [0, 0, 0])
    }
}
