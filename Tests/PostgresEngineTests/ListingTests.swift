import Articles
import LibraryStorage
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine
@testable import SQLiteEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct ListingTests {
    private static let count = 160

    /// Feed a is subscribed to, feed b is not; dates go down while ids go up, two articles share each.
    private func library() throws -> TwoStores {
        let both = try TwoStores()
        var feed = FeedDraft(url: "https://example.org/a")
        feed.subscribe = true
        feed.folders = [["News", "Local"], ["Other"]]
        try both.insert([
            [.feed(feed)]
                + (0..<Self.count).map { number in
                    var draft = ArticleDraft()
                    draft.feed = "https://example.org/\(number % 4 == 3 ? "b" : "a")"
                    draft.guid = "\(number)"
                    draft.title = "Story"
                    draft.body = Array("text \(number)".utf8)
                    draft.url = "https://site\(number % 5).example/page"
                    draft.published = 1_600_000_000 - Int64(number / 2) * 60
                    draft.received = 1_600_000_000 + Int64(number)
                    draft.tags = number % 7 == 0 ? ["both"] : []
                    return .article(draft)
                }
        ])
        for store in [both.sqlite, both.postgres] as [any StateStoring] {
            try store.change(.read(true), of: Array(stride(from: 1, through: Int64(Self.count), by: 3)))
            try store.change(.starred(true), of: [5, 6, 7])
            try store.change(.hidden(true), of: [2, 6])
            try store.change(.tags(add: ["later", "both"], remove: []), of: [1, 2, 3])
        }
        return both
    }

    @Test("Lists have the same articles in the same order as in SQLite, page by page")
    func lists() throws {
        let both = try library()
        let filters: [ArticleFilter] = [
            .always, .never, .read(true), .read(false), .starred(true), .feeds([2]), .articles([9, 2, 100, 500]),
            .dates(from: 1_600_000_010, until: 1_600_000_013, of: .received), .tag(named: "both"), .flag(.hidden),
            .address(words: [Array("site3".utf8)], .adjacent), .not(.read(true)),
            .any([.starred(true), .all([.read(false), .feeds([1])])]), .upTo(40),
        ]
        for filter in filters {
            for limit in [1, 7, 60, Int.max] {
                for newestFirst in [true, false] {
                    for (subscribedOnly, includesHidden) in [(false, false), (true, true)] {
                        var request = ListRequest(filter)
                        request.limit = limit
                        request.newestFirst = newestFirst
                        request.subscribedOnly = subscribedOnly
                        request.includesHidden = includesHidden
                        for _ in 0..<3 {
                            let pages = try (both.sqlite.list(request), both.postgres.list(request))
                            #expect(pages.0 == pages.1, "\(filter) \(limit)")
                            guard let last = pages.0.last else { break }
                            request.after = last.place
                        }
                    }
                }
            }
        }
        var none = ListRequest(.always)
        none.limit = 0
        #expect(try both.postgres.list(none).isEmpty)
    }

    @Test("Unread sums, tags of one's own and scopes that are marked as read are those of SQLite")
    func sums() throws {
        let both = try library()
        func expectSame(sourceLocation: SourceLocation = #_sourceLocation) throws {
            #expect(
                try both.sqlite.unreadCounts() == both.postgres.unreadCounts(), sourceLocation: sourceLocation)
            #expect(try both.sqlite.ownTags() == both.postgres.ownTags(), sourceLocation: sourceLocation)
            for tag in ["both", "later", "none"] {
                #expect(
                    try both.sqlite.articles(ownTag: tag) == both.postgres.articles(ownTag: tag),
                    sourceLocation: sourceLocation)
            }
            try both.expectSame(sourceLocation: sourceLocation)
        }
        try expectSame()
        #expect(try both.postgres.ownTags().map(\.name) == ["both", "later"])
        let reader = try PostgresLibrary.open(both.postgres.address, access: .read)
        #expect(try reader.ownTags().map(\.unread) == both.postgres.ownTags().map(\.unread))

        var scopes = [ReadScope](repeating: ReadScope(), count: 6)
        scopes[0].newestSeen = 20
        scopes[1].receivedBefore = 1_600_000_030
        scopes[2].feed = 2
        scopes[3].folder = "news/local"
        scopes[3].newestSeen = 60
        scopes[4].within = "https://example.org/b"
        for scope in scopes {
            let unread = try (both.sqlite.unread(in: scope), both.postgres.unread(in: scope))
            #expect(unread.0 == unread.1)
            let counts = try (both.sqlite.markAllRead(scope), both.postgres.markAllRead(scope))
            #expect(counts.0 == counts.1 && counts.0 == unread.0.count)
            try expectSame()
        }
        #expect(try both.postgres.unreadCounts().map(\.unread) == [0])
        #expect(try reader.ownTags().map(\.unread) == [0, 0])
        var unknown = ReadScope()
        unknown.folder = "nowhere"
        #expect(throws: StorageError.self) { try both.postgres.markAllRead(unknown) }
    }
}
