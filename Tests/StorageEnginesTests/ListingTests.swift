import Articles
import Database
import QueryLanguage
import StorageTestSupport
import Testing

/// Lists of articles for programs that keep a copy.
@Suite struct ListingTests {
    private static let count = 400

    private struct Fixture {
        let library: TestLibrary
        let store: any TestedStore

        /// Feed a is subscribed to, feed b is not; dates go down while ids go up, two articles share each.
        init(_ engine: StorageEngine) throws {
            library = try TestLibrary(engine)
            store = try library.open()
            var feed = FeedDraft(url: "https://example.org/a")
            feed.subscribe = true
            feed.folders = [["News", "Local"], ["Other"]]
            try store.upsert(feed, now: 1)
            try store.insert(
                (0..<ListingTests.count).map { number in
                    var item = draft(
                        "\(number)", "Story", "text", feed: "https://example.org/\(number % 4 == 3 ? "b" : "a")")
                    item.published = 1_600_000_000 - Int64(number / 2) * 60
                    item.received = 1_600_000_000 + Int64(number)
                    return item
                })
        }

        func ids(_ filter: ArticleFilter, _ change: (inout ListRequest) -> Void = { _ in }) throws -> [ArticleID] {
            var request = ListRequest(filter)
            change(&request)
            return try store.list(request).map(\.id)
        }
    }

    /// The ids of the articles that meet a condition, by what the fixture has stored.
    private func expected(
        newestFirst: Bool = true, limit: Int = Self.count, where isWanted: (ArticleID) -> Bool = { _ in true }
    ) -> [ArticleID] {
        let oldestFirst = (1...ArticleID(Self.count)).filter(isWanted).sorted { left, right in
            let dates = (-((left - 1) / 2), -((right - 1) / 2))
            return dates.0 == dates.1 ? left < right : dates.0 < dates.1
        }
        return Array((newestFirst ? oldestFirst.reversed() : oldestFirst).prefix(limit))
    }

    /// Whether an article belongs to feed b.
    private func isOfSecondFeed(_ article: ArticleID) -> Bool { article % 4 == 0 }

    @Test(
        "A short list, which follows the index of dates, and a long one, which does not, have the same order",
        arguments: StorageEngine.all)
    func order(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        for limit in [1, 7, 99, 100, 101, 399, 400, 1_000] {
            for newestFirst in [true, false] {
                let found = try fixture.ids(.always) { ($0.limit, $0.newestFirst) = (limit, newestFirst) }
                #expect(found == expected(newestFirst: newestFirst, limit: limit), "\(limit)")
                let subscribed = try fixture.ids(.always) {
                    ($0.limit, $0.newestFirst, $0.subscribedOnly) = (limit, newestFirst, true)
                }
                #expect(subscribed == expected(newestFirst: newestFirst, limit: limit) { !isOfSecondFeed($0) })
                var request = ListRequest(.always)
                request.limit = limit
                #expect(try fixture.store.count(request) == Self.count)
                request.subscribedOnly = true
                #expect(try fixture.store.count(request) == Self.count * 3 / 4)
            }
        }
        #expect(try fixture.ids(.always) { $0.limit = 0 } == [])
    }

    @Test("Pages by place have every article once", arguments: StorageEngine.all, [3, 50, 300])
    func pages(_ engine: StorageEngine, size: Int) throws {
        let fixture = try Fixture(engine)
        for newestFirst in [true, false] {
            var seen: [ArticleID] = []
            var place: DatePlace?
            while true {
                var request = ListRequest(.always)
                (request.limit, request.after, request.newestFirst) = (size, place, newestFirst)
                let page = try fixture.store.list(request)
                guard let last = page.last else { break }
                seen += page.map(\.id)
                place = last.place
            }
            #expect(seen == expected(newestFirst: newestFirst))
        }
    }

    @Test("Conditions hold, with few matches and many; what is hidden is left out", arguments: StorageEngine.all)
    func filters(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        let some = Array(stride(from: Int64(1), through: 400, by: 3))
        try fixture.store.change(.read(true), of: some)
        try fixture.store.change(.starred(true), of: [5, 6, 7])
        try fixture.store.change(.hidden(true), of: [2, 6])
        let (read, hidden) = (Set(some), Set<ArticleID>([2, 6]))
        for limit in [5, 60, 500] {
            #expect(
                try fixture.ids(.read(false)) { $0.limit = limit }
                    == expected(limit: limit) { !read.contains($0) && !hidden.contains($0) })
            #expect(
                try fixture.ids(.read(true)) { $0.limit = limit }
                    == expected(limit: limit) { read.contains($0) && !hidden.contains($0) })
        }
        #expect(try fixture.ids(.starred(true)) == [5, 7])
        #expect(try fixture.ids(.feeds([2])) == expected { isOfSecondFeed($0) && !hidden.contains($0) })
        #expect(try fixture.ids(.articles([9, 2, 400, 500])) == [9, 400])
        #expect(
            try fixture.ids(.dates(from: 1_600_000_010, until: 1_600_000_013, of: .received)) == [12, 11, 13])
        #expect(try fixture.ids(.never) == [])
        let listed = try fixture.store.list(ListRequest(.articles([4])))
        #expect(
            listed == [ListedArticle(id: 4, feed: 2, date: 1_600_000_000 - 60, received: 1_600_000_003)])
    }

    @Test("Subscriptions are counted with their folders; others are not", arguments: StorageEngine.all)
    func unread(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.change(.read(true), of: [1, 2])
        let counts = try fixture.store.unreadCounts()
        #expect(
            counts == [
                FeedUnread(feed: 1, unread: 298, newest: 1_600_000_399, folders: [["News", "Local"], ["Other"]])
            ])
    }

    @Test("Only tags of the reader's own are listed, with what is unread of them", arguments: StorageEngine.all)
    func tags(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        var item = draft("tagged", "Story", "text", feed: "https://example.org/a")
        item.tags = ["of the feed", "both"]
        try fixture.store.insert([item])
        try fixture.store.change(.tags(add: ["later", "both"], remove: []), of: [1, 2, 3])
        try fixture.store.change(.read(true), of: [1])
        #expect(try fixture.store.ownTags().map(\.name) == ["both", "later"])
        #expect(try fixture.store.ownTags().map(\.unread) == [2, 2])
        #expect(try fixture.store.articles(ownTag: "both") == [1, 2, 3])
        #expect(try fixture.store.articles(ownTag: "of the feed") == [])
        try fixture.store.change(.tags(add: [], remove: ["later"]), of: [1, 2, 3])
        #expect(try fixture.store.ownTags().map(\.name) == ["both"])
    }

    @Test(
        "One feed is the same as in the list of all, by its id, its address and its title", arguments: StorageEngine.all
    )
    func oneFeed(_ engine: StorageEngine) throws {
        let store = try Fixture(engine).store
        let all = try store.feeds(subscribedOnly: false)
        #expect(all.count == 2)
        for feed in all {
            #expect(try store.feed(feed.id) == feed)
            #expect(try store.feed(named: feed.url) == feed)
            #expect(try store.feed(named: feed.displayTitle.uppercased()) == feed)
        }
        #expect(all[0].folders == [["News", "Local"], ["Other"]] && all[0].isSubscribed && all[0].articles == 300)
        #expect(try store.feed(99) == nil)
        #expect(try store.feed(named: "https://example.org/c") == nil)
    }
}
