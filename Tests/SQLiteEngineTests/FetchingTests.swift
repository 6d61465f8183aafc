import Database
import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct FetchingTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    private func subscribe(_ name: String) throws -> Int64 {
        var draft = FeedDraft(url: "https://example.org/\(name)")
        draft.subscribe = true
        return try store.upsert(draft, now: 1).id
    }

    private func change(_ feed: Int64, _ body: (inout FeedFetchState) -> Void) throws {
        var state = try store.fetchState(of: feed)
        body(&state)
        try store.record([state], PreparedBatch(), now: 1)
    }

    @Test("Due are subscriptions whose time has come, the longest due first; not the paused, the gone and the waiting")
    func due() throws {
        let feeds = try ["new", "later", "early", "gone", "waiting", "paused"].map { try subscribe($0) }
        try store.upsert(FeedDraft(url: "https://example.org/only-ingested"), now: 1)
        try change(feeds[1]) { $0.nextFetch = 200 }
        try change(feeds[2]) { $0.nextFetch = 50 }
        try change(feeds[3]) { $0.isGone = true }
        try change(feeds[4]) { $0.notBefore = 150 }
        try store.edit(feeds[5], FeedChanges(isPaused: true))
        #expect(try store.dueFeeds(now: 100).map(\.feed) == [feeds[0], feeds[2]])
        #expect(try store.dueFeeds(now: 100, dueOnly: false).map(\.feed) == [feeds[0], feeds[2], feeds[1]])
        #expect(try store.dueFeeds(now: 200).map(\.feed) == [feeds[0], feeds[4], feeds[2], feeds[1]])
        #expect(try store.failingFeeds().map(\.feed) == [feeds[3]])
        try store.resetFetching(of: feeds[3])
        #expect(try store.failingFeeds().isEmpty)
    }

    @Test("What is recorded is read back whole, and a trusted origin outlives it")
    func roundTrip() throws {
        let feed = try subscribe("a")
        try store.trust("http://nas.lan:8080", for: feed)
        var state = FeedFetchState(feed: feed, url: "https://example.org/a", title: "https://example.org/a")
        state.etag = "\"e\""
        state.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
        state.contentHash = "0123456789abcdef0123456789abcdef"
        state.nextFetch = 9
        state.notBefore = 8
        state.lastFetch = 7
        state.lastSuccess = 6
        state.failures = 5
        state.failureKind = "dns"
        state.failureText = "no address"
        state.movedTo = "https://example.org/b"
        state.movedCount = 2
        state.refreshMinutes = 30
        state.skipHours = 0b101
        state.skipDays = 0b11
        state.newest = [5, 4, -3]
        try store.record([state], PreparedBatch(), now: 1)
        state.trustedOrigin = "http://nas.lan:8080"
        #expect(try store.fetchState(of: feed) == state)
    }

    @Test("Articles and states of a group are stored together or not at all")
    func together() throws {
        let feed = try subscribe("a")
        let batch = PreparedBatch()
        batch.add(draft("1", "Zebra", "crossing", feed: "https://example.org/a"))
        var good = try store.fetchState(of: feed)
        good.etag = "new"
        let nowhere = FeedFetchState(feed: 999, url: "https://example.org/none", title: "")
        #expect(throws: (any Error).self) { try store.record([good, nowhere], batch, now: 1) }
        #expect(try store.hits("zebra").isEmpty)
        #expect(try store.fetchState(of: feed).etag == nil)
        #expect(try store.record([good], batch, now: 1).inserted == 1)
        #expect(try store.hits("zebra") == ["1"])
        #expect(try store.fetchState(of: feed).etag == "new")
    }

    @Test("A database of the first version is brought up to date with its feeds and articles")
    func migration() throws {
        let path = folder.file("old.db")
        do {
            let connection = try Connection(path: path, mode: .create)
            try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
            try SQLiteSchema.upgrade(connection, to: 1)
            try connection.execute(
                """
                INSERT INTO feed (id, url, subscribed, added, articles, unread) VALUES (1, 'https://example.org/a', 1, 1, 1, 1);
                INSERT INTO article (n, feed, sort_date, received, hash, guid) VALUES (1, 1, 5, 5, 0, 'g');
                INSERT INTO article_text (n, title, body) VALUES (1, 'Zebra', '\(String(repeating: "long ", count: 50))');
                """)
        }
        let reopened = try SQLiteStore(path: path, access: .write, backfill: .seconds(3_600))
        #expect(try reopened.dueFeeds(now: 1).map(\.url) == ["https://example.org/a"])
        #expect(try reopened.hits("zebra") == ["g"])
        #expect(try reopened.check().problems == [])
    }
}
