import Articles
import LibraryStorage
import Pipelines
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine
@testable import SQLiteEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct SubscriptionTests {
    private let both: TwoStores
    private var stores: [any SubscriptionStoring & ArticleWriting] { [both.sqlite, both.postgres] }

    init() throws { both = try TwoStores() }

    private func feed(_ number: Int, folders: [[String]] = []) -> FeedDraft {
        var draft = FeedDraft(url: "https://\(number).example/feed")
        draft.title = number % 2 == 0 ? "Feed \(number)" : nil
        draft.subscribe = number != 3
        draft.folders = folders
        return draft
    }

    private func article(_ guid: String, feed: Int, _ text: String = "text") -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = "https://\(feed).example/feed"
        draft.guid = guid
        draft.url = "https://\(feed).example/\(guid)"
        draft.title = "title \(guid)"
        draft.body = Array(text.utf8)
        draft.published = TwoStores.now
        return draft
    }

    /// What the protocol tells of feeds, compared.
    private func expectSame(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (one, two) = (both.sqlite, both.postgres)
        for subscribedOnly in [true, false] {
            let feeds = try (one.feeds(subscribedOnly: subscribedOnly), two.feeds(subscribedOnly: subscribedOnly))
            #expect(feeds.0.map(\.url) == feeds.1.map(\.url), sourceLocation: sourceLocation)
            for (a, b) in zip(feeds.0, feeds.1) {
                var b = b
                // Folders have other numbers, and so another order.
                b.folders.sort { $0.lexicographicallyPrecedes($1) }
                var a = a
                a.folders.sort { $0.lexicographicallyPrecedes($1) }
                #expect(a == b, sourceLocation: sourceLocation)
            }
        }
        #expect(try one.folderCounts() == two.folderCounts(), sourceLocation: sourceLocation)
        #expect(try one.newestDates() == two.newestDates(), sourceLocation: sourceLocation)
        #expect(try one.manualOrder() == two.manualOrder(), sourceLocation: sourceLocation)
        #expect(try one.allFetchStates() == two.allFetchStates(), sourceLocation: sourceLocation)
        #expect(try one.failingFeeds() == two.failingFeeds(), sourceLocation: sourceLocation)
        for now in [Int64(0), 500, 5_000] {
            for dueOnly in [true, false] {
                #expect(
                    try one.dueFeeds(now: now, dueOnly: dueOnly) == two.dueFeeds(now: now, dueOnly: dueOnly),
                    sourceLocation: sourceLocation)
            }
        }
        #expect(try one.allOptions() == two.allOptions(), sourceLocation: sourceLocation)
        #expect(try one.recipes() == two.recipes(), sourceLocation: sourceLocation)
        #expect(try one.iconTypes() == two.iconTypes(), sourceLocation: sourceLocation)
        #expect(
            try one.feedsWantingIcons(now: 5_000, limit: 9) == two.feedsWantingIcons(now: 5_000, limit: 9),
            sourceLocation: sourceLocation)
        try both.expectSame(sourceLocation: sourceLocation)
    }

    @Test("Subscriptions, folders and the order by hand are kept as in SQLite")
    func subscriptions() throws {
        let drafts = (0..<5).map { feed($0, folders: $0 < 2 ? [["News", "Local"], ["科学"]] : []) }
        for store in stores {
            #expect(try store.upsert(drafts + [drafts[0]], now: 7) == [true, true, true, false, true, false])
        }
        try expectSame()
        var more = feed(1, folders: [["News"]])
        more.ownTitle = "Mine"
        more.homeURL = "https://1.example/"
        more.title = ""
        for store in stores {
            #expect(try store.upsert(more, now: 8) == (2, false))
            try store.edit(1, FeedChanges(ownTitle: "Own", isPaused: true, folders: [["A", "B"], ["A"]]))
            try store.edit(2, FeedChanges(ownTitle: .some(nil)))
            try store.unsubscribe(5)
            try store.arrange(feeds: [2, 1], in: ["News"])
            try store.arrange(feeds: [1, 3], in: [])
            try store.arrange(feeds: [3], in: [])
            try store.arrange(folders: ["News", "A"], in: [])
        }
        try expectSame()
        for store in stores {
            #expect(try store.feed(named: "own")?.id == 1)
            #expect(try store.feed(named: "https://2.example/feed")?.id == 3)
            #expect(try store.feed(named: "nothing") == nil)
            #expect(try store.hasFolder("a/b"))
        }
    }

    @Test("What fetching gave, options, icons and recipes are kept as in SQLite")
    func fetching() throws {
        for store in stores { _ = try store.upsert((0..<5).map { feed($0) }, now: 7) }
        var options = FeedOptions()
        options.limits = ArticleLimits(count: 3)
        options.keepUnread = 2
        options.fullText = .selector("article p")
        options.interval = 3_600
        var none = FeedOptions()
        none.limits = ArticleLimits.none
        none.fullText = .automatic
        for store in stores {
            try store.setOptions(options, of: 1)
            try store.setOptions(none, of: 2)
            try store.trust("https://10.0.0.1", for: 3)
            try store.setRecipe("{}", for: 4)
            try store.setRecipe("{\"a\":1}", for: 4)
            #expect(try store.options(of: 1) == options)
            #expect(try store.options(of: 9) == FeedOptions())
            #expect(throws: StorageError.self) { try store.fetchState(of: 99) }
        }
        try expectSame()
        var states: [FeedFetchState] = []
        for number in 1...4 {
            var state = try both.sqlite.fetchState(of: Int64(number))
            state.etag = "\"e\(number)\""
            state.nextFetch = Int64(number) * 200
            state.lastSuccess = number == 2 ? 0 : 99
            state.failures = number == 2 ? 3 : 0
            state.failureKind = number == 2 ? "timeout" : nil
            state.newest = [5, 4, -1]
            state.isGone = number == 4
            state.skipDays = 3
            state.movedTo = "https://moved.example/"
            states.append(state)
        }
        for store in stores {
            let pool = store.makeBatchPool()
            let batch = pool.take()
            for number in 0..<8 { batch.add(article("g\(number)", feed: 0)) }
            batch.seal()
            let result = try store.record(states, batch, now: TwoStores.now)
            #expect(result.inserted == 8 && result.removed == 5)
            #expect(try store.hasAny(of: ["x", "g7"], in: 1))
            #expect(try !store.hasAny(of: ["x"], in: 1))
            let icon = FeedIcon(url: "https://0.example/i.png", type: "image/png", bytes: [1, 2, 0, 255])
            try store.setIcons([(1, icon, 9_000), (3, nil, 100)], now: 50)
            try store.setIcons([(1, nil, 9_500)], now: 60)
            #expect(try store.icon(of: 1) == icon)
            #expect(try store.icon(of: 3) == nil)
        }
        try expectSame()
        for store in stores {
            try store.resetFetching(of: 4)
            try store.forgetBody(of: 3)
            try store.setOptions(FeedOptions(), of: 1)
            try store.setRecipe(nil, for: 4)
        }
        try expectSame()
    }

    @Test("A group of fetches is stored with its articles or not at all")
    func recordFails() throws {
        struct Stop: Error {}
        let store = both.postgres
        _ = try store.upsert(feed(0), now: 1)
        let batch = store.makeBatchPool().take()
        batch.add(article("g", feed: 0))
        batch.seal()
        var state = try store.fetchState(of: 1)
        state.etag = "new"
        #expect(throws: Stop.self) {
            try store.atomically {
                try store.record([state], batch, now: 1)
                throw Stop()
            }
        }
        #expect(try store.fetchState(of: 1).etag == nil)
        #expect(try store.newestID() == 0 && store.historyToken() == 0)
    }

    @Test("A deadline ends what waits for another writer; nothing of it is stored, and the store stays usable")
    func deadline() throws {
        let other = try PostgresLibrary.open(both.postgres.address, access: .write)
        try other.atomically {
            try other.setClientState([1], of: "a")
            #expect(throws: SearchError.deadlineExceeded) {
                try both.postgres.until(.after(.milliseconds(200))) { try both.postgres.setClientState([2], of: "a") }
            }
        }
        #expect(try both.postgres.clientState(of: "a") == [1])
        try both.postgres.setClientState([3], of: "a")
        #expect(try other.clientStates(prefix: "a").map(\.state) == [[3]])
    }

    @Test("A snapshot does not see what others commit meanwhile")
    func snapshot() throws {
        let reader = try PostgresLibrary.open(both.postgres.address, access: .read)
        try reader.snapshot {
            #expect(try reader.newestID() == 0)
            try both.insert([article("a", feed: 0)])
            #expect(try reader.newestID() == 0)
        }
        #expect(try reader.newestID() == 1)
        #expect(throws: StorageError.self) { try reader.snapshot { try reader.setClientState([1], of: "x") } }
    }
}
