import QueryLanguage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteStorage

/// Lists of articles for programs that keep a copy.
@Suite struct ListingTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder
    private static let count = 400

    /// Feed a is subscribed to, feed b is not; dates go down while ids go up, two articles share each.
    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var feed = FeedDraft(url: "https://example.org/a")
        feed.subscribe = true
        feed.folders = [["News", "Local"], ["Other"]]
        try store.upsert(feed, now: 1)
        try store.insert(
            (0..<Self.count).map { number in
                var item = draft(
                    "\(number)", "Story", "text", feed: "https://example.org/\(number % 4 == 3 ? "b" : "a")")
                item.published = 1_600_000_000 - Int64(number / 2) * 60
                item.received = 1_600_000_000 + Int64(number)
                return item
            })
    }

    private func ids(_ filter: ArticleFilter, _ change: (inout ListRequest) -> Void = { _ in }) throws -> [ArticleID] {
        var request = ListRequest(filter)
        change(&request)
        return try store.list(request).map(\.id)
    }

    /// The answer by a plain statement.
    private func expected(_ condition: String, _ order: String = "DESC", limit: Int = -1) throws -> [ArticleID] {
        let statement = try store.connection.prepare(
            "SELECT n FROM article WHERE \(condition) ORDER BY sort_date \(order), n \(order) LIMIT \(limit)")
        var ids: [ArticleID] = []
        while try statement.step() { ids.append(statement.integer(0)) }
        return ids
    }

    @Test("A short list, which follows the index of dates, and a long one, which does not, have the same order")
    func order() throws {
        for limit in [1, 7, 99, 100, 101, 399, 400, 1_000] {
            for newestFirst in [true, false] {
                let found = try ids(.always) { ($0.limit, $0.newestFirst) = (limit, newestFirst) }
                #expect(try found == expected("1", newestFirst ? "DESC" : "ASC", limit: limit), "\(limit)")
                let subscribed = try ids(.always) {
                    ($0.limit, $0.newestFirst, $0.subscribedOnly) = (limit, newestFirst, true)
                }
                #expect(try subscribed == expected("feed = 1", newestFirst ? "DESC" : "ASC", limit: limit))
            }
        }
        #expect(try ids(.always) { $0.limit = 0 } == [])
    }

    @Test("Pages by place have every article once", arguments: [3, 50, 300])
    func pages(size: Int) throws {
        for newestFirst in [true, false] {
            var seen: [ArticleID] = []
            var place: DatePlace?
            while true {
                var request = ListRequest(.always)
                (request.limit, request.after, request.newestFirst) = (size, place, newestFirst)
                let page = try store.list(request)
                guard let last = page.last else { break }
                seen += page.map(\.id)
                place = last.place
            }
            #expect(try seen == expected("1", newestFirst ? "DESC" : "ASC"))
        }
    }

    @Test("Conditions hold, with few matches and many; what is hidden is left out")
    func filters() throws {
        let some = Array(stride(from: Int64(1), through: 400, by: 3))
        try store.change(.read(true), of: some)
        try store.change(.starred(true), of: [5, 6, 7])
        try store.change(.hidden(true), of: [2, 6])
        let shown = "(flags & 8) = 0 AND "
        for limit in [5, 60, 500] {
            #expect(try ids(.read(false)) { $0.limit = limit } == expected(shown + "NOT read", limit: limit))
            #expect(try ids(.read(true)) { $0.limit = limit } == expected(shown + "read", limit: limit))
        }
        #expect(try ids(.starred(true)) == [5, 7])
        #expect(try ids(.feeds([2])) == expected(shown + "feed = 2"))
        #expect(try ids(.articles([9, 2, 400, 500])) == [9, 400])
        #expect(
            try ids(.dates(from: 1_600_000_010, until: 1_600_000_013, of: .received)) == [12, 11, 13])
        #expect(try ids(.never) == [])
        let listed = try store.list(ListRequest(.articles([4])))
        #expect(
            listed == [ListedArticle(id: 4, feed: 2, date: 1_600_000_000 - 60, received: 1_600_000_003)])
    }

    @Test("Subscriptions are counted with their folders; others are not")
    func unread() throws {
        try store.change(.read(true), of: [1, 2])
        let counts = try store.unreadCounts()
        #expect(
            counts == [
                FeedUnread(feed: 1, unread: 298, newest: 1_600_000_399, folders: [["News", "Local"], ["Other"]])
            ])
    }

    @Test("Only tags of the reader's own are listed, with what is unread of them")
    func tags() throws {
        var item = draft("tagged", "Story", "text", feed: "https://example.org/a")
        item.tags = ["of the feed", "both"]
        try store.insert([item])
        try store.change(.tags(add: ["later", "both"], remove: []), of: [1, 2, 3])
        try store.change(.read(true), of: [1])
        #expect(try store.ownTags().map(\.name) == ["both", "later"])
        #expect(try store.ownTags().map(\.unread) == [2, 2])
        #expect(try store.articles(ownTag: "both") == [1, 2, 3])
        #expect(try store.articles(ownTag: "of the feed") == [])
        try store.change(.tags(add: [], remove: ["later"]), of: [1, 2, 3])
        #expect(try store.ownTags().map(\.name) == ["both"])
    }
}
