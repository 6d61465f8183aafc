import Articles
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine
@testable import SQLiteEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct SameStoreTests {
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static func draft(_ guid: String, _ title: String, _ body: String, feed: String = "https://a.example/")
        -> ArticleDraft
    {
        var draft = ArticleDraft()
        draft.feed = feed
        draft.guid = guid
        draft.title = title
        draft.body = Array(body.utf8)
        draft.published = TwoStores.now - 1_000
        return draft
    }

    private static let words = [
        "rain", "Berlin", "the", "weather", "running", "häuser", "全文检索", "引擎", "数据库", "東京", "かな", "old", "new", "c++",
        "2023", "летает", "Zeitung", "maison", "corazón", "feed",
    ]

    private static func text(_ count: Int, _ random: inout Random) -> String {
        (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }

    @Test(
        "New, unchanged, changed and repeated articles, old snapshots and states are stored as in SQLite",
        arguments: 1...3)
    func randomBatches(_ seed: UInt64) throws {
        let both = try TwoStores()
        var random = Random(state: seed &* 7_919)
        for round in 0..<5 {
            let batches = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                (0..<Int.random(in: 0...40, using: &random)).map { _ -> TwoStores.Entry in
                    let feed = "https://\(Int.random(in: 0..<4, using: &random)).example/feed"
                    if Int.random(in: 0..<12, using: &random) == 0 {
                        var feedDraft = FeedDraft(url: feed)
                        feedDraft.title = Self.text(2, &random)
                        feedDraft.subscribe = Bool.random(using: &random)
                        feedDraft.folders = Bool.random(using: &random) ? [["News", "Berlin"], ["科学"]] : []
                        return .feed(feedDraft)
                    }
                    var draft = Self.draft(
                        "g\(Int.random(in: 0..<60, using: &random))", Self.text(3, &random),
                        Self.text(Int.random(in: 1...90, using: &random), &random), feed: feed)
                    draft.isSnapshot = Bool.random(using: &random)
                    draft.updated = Bool.random(using: &random) ? Int64.random(in: 1...9, using: &random) : nil
                    draft.published =
                        Bool.random(using: &random)
                        ? Int64.random(in: 1_600_000_000...1_800_000_000, using: &random) : nil
                    draft.author = [nil, "Ann Author", "王小波", ""].randomElement(using: &random) ?? nil
                    draft.html = Bool.random(using: &random) ? Array("<p>\(Self.text(40, &random))</p>".utf8) : nil
                    draft.tags = Bool.random(using: &random) ? ["Tag", "标签", "Tag"] : []
                    draft.ownTags = Int.random(in: 0..<6, using: &random) == 0 ? ["mine"] : nil
                    draft.read = Int.random(in: 0..<6, using: &random) == 0 ? Bool.random(using: &random) : nil
                    draft.starred = Int.random(in: 0..<6, using: &random) == 0 ? Bool.random(using: &random) : nil
                    draft.hidden = Int.random(in: 0..<9, using: &random) == 0 ? Bool.random(using: &random) : nil
                    draft.hasImage = Bool.random(using: &random)
                    draft.url = Bool.random(using: &random) ? "https://a.example/\(draft.guid)" : nil
                    draft.extra = Bool.random(using: &random) ? #"{"summary":"s"}"# : nil
                    draft.language = [nil, "de", "en-GB", "fr_FR", "zh"].randomElement(using: &random) ?? nil
                    return .article(draft)
                }
            }
            try both.insert(batches, now: TwoStores.now + Int64(round))
            try both.expectSame()
        }
    }

    @Test("Near-duplicates form the same groups, and a new copy of an article that was read is read")
    func duplicates() throws {
        let both = try TwoStores()
        var random = Random(state: 5)
        let text = Self.text(400, &random)
        func copy(_ number: Int, _ body: String) -> ArticleDraft {
            Self.draft("c\(number)", "The same story of rain", body, feed: "https://\(number).example/")
        }
        var first = copy(1, text)
        first.read = true
        try both.insert([first, copy(2, text), Self.draft("x", "Other", Self.text(300, &random))])
        try both.expectSame()
        #expect(try both.postgres.article(2)?.read == true)
        try both.insert([copy(3, text + " and more"), copy(4, text)])
        try both.expectSame()
        // The first of the group says something else now.
        try both.insert([copy(1, Self.text(400, &random))])
        try both.expectSame()
        try both.insert([copy(2, Self.text(300, &random)), copy(5, text)])
        try both.expectSame()
    }

    @Test("An article that comes twice in one batch, and in batches of one transaction, ends as it came last")
    func sameTransaction() throws {
        let both = try TwoStores()
        func batch(_ version: Int, _ guids: [String]) -> [TwoStores.Entry] {
            guids.map { .article(Self.draft($0, "title \(version)", "body \(version) of \($0) old \(version)")) }
        }
        let result = try both.insert([
            batch(1, ["a", "b", "a"]) + batch(2, ["a", "c"]), batch(3, ["c", "d"]),
            batch(4, ["b"]) + batch(1, ["d", "e"]),
        ])
        #expect(result.inserted == 5)
        try both.expectSame()
        try both.insert([batch(5, ["a", "e", "f"]), batch(6, ["f", "a"])])
        try both.expectSame()
    }

    @Test("A feed that gives its articles new guids brings no news")
    func newGuids() throws {
        let both = try TwoStores()
        func entries(_ prefix: String) -> [TwoStores.Entry] {
            let ids = (0..<6).map { "\(prefix)\($0)" }
            let items = DocumentItems(feed: "https://a.example/", ids: ids) { stored in
                var out: [String: String] = [:]
                for (id, _) in stored where !ids.contains(id) { out[prefix + String(id.suffix(1))] = id }
                return out
            }
            return [.document(items)]
                + ids.map { id in
                    var draft = Self.draft(id, "title", "text of \(id.suffix(1))")
                    draft.isSnapshot = true
                    return .article(draft)
                }
        }
        #expect(try both.insert([entries("old")]).inserted == 6)
        #expect(try both.insert([entries("new")]).inserted == 0)
        try both.expectSame()
        // An older snapshot comes in later.
        #expect(try both.insert([entries("old")]).inserted == 0)
        try both.expectSame()
        #expect(try both.postgres.library.last(.rename) == 6)
    }
}

extension SameStoreTests {
    @Test("Removed articles are in the bin, in no posting and no sum, and their feed does not bring them back")
    func bin() throws {
        let both = try TwoStores()
        var random = Random(state: 11)
        let drafts = (0..<80).map { number in
            var draft = Self.draft("g\(number)", Self.text(3, &random), Self.text(60, &random))
            draft.isSnapshot = true
            draft.tags = ["t"]
            draft.published = TwoStores.now - Int64(number) * 86_400
            return draft
        }
        try both.insert(drafts)
        let now = TwoStores.now
        #expect(try both.sqlite.remove([3, 5, 7, 900], now: now) == both.postgres.remove([3, 5, 7, 900], now: now))
        try both.expectSame()
        #expect(try both.insert(drafts).inserted == 0)
        var own = drafts[4]
        own.isSnapshot = false
        #expect(try both.insert([own]).inserted == 1)
        try both.expectSame()
        var options = FeedOptions()
        options.limits = ArticleLimits(count: 60, seconds: 70 * 86_400)
        options.keepUnread = 20
        for store in [both.sqlite, both.postgres] as [any ArticleWriting] {
            #expect(try store.removeOld(of: 1, options, now: now) == 18)
            #expect(try store.limitUnread(of: 1, options) == 40)
        }
        try both.expectSame()
        for store in [both.sqlite, both.postgres] as [any ArticleWriting] {
            #expect(try store.purgeBin(now: now + 29 * 86_400) == 0)
            #expect(try store.purgeBin(now: now + 31 * 86_400) == 21)
        }
        #expect(try both.insert(drafts).inserted == 0)
        try both.expectSame()
    }
}
