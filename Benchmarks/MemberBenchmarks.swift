import Articles
import Foundation
import SQLiteEngine

/// Times the unread counts and lists of the owner and of a member, in a library with 1 and with 20 members.
struct MemberBenchmarks {
    let articles: Int
    let folder: URL
    private static let feeds = 200
    private static let now: Int64 = 1_795_219_200

    func run(into table: inout ResultTable) throws {
        for members in [1, 20] {
            let path = folder.appendingPathComponent("members-\(members).db").path
            try fill(path, members: members)
            let store = try SQLiteLibrary.open(path: path, access: .read)
            for (member, name) in [(nil, "owner"), (Int64(members), "member")] {
                store.member = member
                try measure(store, "\(name), \(members) members", into: &table)
            }
        }
    }

    private func measure(_ store: any ArticleStore, _ name: String, into table: inout ResultTable) throws {
        var request = ListRequest(.read(false))
        request.subscribedOnly = true
        request.limit = 50
        let unread = try store.unreadCounts().reduce(0) { $0 + $1.unread }
        let feed = try store.feeds(subscribedOnly: true)[0].id
        var ofFeed = request
        ofFeed.filter = .all([.read(false), .feeds([feed])])
        var starred = request
        starred.filter = .starred(true)
        var all = request
        all.filter = .always
        let works: [(String, () throws -> Void)] = [
            ("unread counts", { _ = try store.unreadCounts() }), ("overview", { _ = try store.overview() }),
            ("list, unread", { _ = try store.list(request) }), ("list, all", { _ = try store.list(all) }),
            ("list, unread of a feed", { _ = try store.list(ofFeed) }),
            ("list, starred", { _ = try store.list(starred) }), ("count, unread", { _ = try store.count(request) }),
            ("50 articles", { _ = try store.articles(store.list(all).map(\.id), withTexts: false) }),
        ]
        for (work, body) in works {
            table.addLatency(
                work, try Stopwatch.time(runs: 21) { try store.snapshot(body) }, work: "\(name), \(unread) unread")
        }
    }

    /// Marks most feeds as read for each person; single articles become read, unread or starred.
    private func fill(_ path: String, members: Int) throws {
        let store = try SQLiteLibrary.open(path: path, access: .write)
        for feed in 0..<Self.feeds {
            var draft = FeedDraft(url: "https://example.org/bench/\(feed)")
            draft.subscribe = true
            try store.upsert(draft, now: Self.now)
        }
        var number = 0
        try store.insert(
            BatchInsertRequest { row in
                guard number < articles else { return false }
                row.feed = "https://example.org/bench/\(number % Self.feeds)"
                row.guid = String(number)
                row.title = "Title \(number)"
                row.body = Array("text \(number)".utf8)
                row.published = Self.now - Int64(articles - number) * 60
                number += 1
                return true
            }, now: Self.now)
        for member in 0...Int64(members) {
            if member > 0 {
                try store.setMember(
                    LibraryMember(number: member, uid: "\(member)", name: "m\(member)", added: Self.now))
            }
            store.member = member > 0 ? member : nil
            var random = XorShift(seed: Int(member) + 1)
            func some(_ count: Int) -> [Int64] { (0..<count).map { _ in Int64(random.next(below: articles) + 1) } }
            try store.change(.read(true), of: some(articles / 30))
            var scope = ReadScope()
            scope.newestSeen = Int64(articles * 99 / 100)
            try store.markAllRead(scope)
            try store.change(.read(false), of: some(articles / 1_000))
            try store.change(.starred(true), of: some(articles / 100))
            store.member = nil
        }
    }
}
