import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteStorage

@Suite struct ArrivalRuleTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    @Test("Rules mark what arrives: read, star, tag, hide; what was there before stays as it is")
    func actions() throws {
        try store.insert([draft("old", "advert before", "x")])
        try store.addRule("advert", .read, now: 1)
        try store.addRule("title:sqlite OR 数据库", .star, now: 1)
        try store.addRule("\"to read\" -advert", .tag("稍后"), now: 1)
        try store.addRule("title:spoiler", .hide, now: 1)
        try store.insert([
            draft("1", "An advert", "to read"), draft("2", "SQLite news", "something to read"),
            draft("3", "新的数据库", "x"), draft("4", "Spoiler", "who did it"), draft("5", "plain", "nothing"),
        ])
        #expect(try store.hits("is:read is:starred OR is:read").sorted() == ["1"])
        #expect(try store.hits("is:starred").sorted() == ["2", "3"])
        #expect(try store.hits("tag:稍后") == ["2"])
        #expect(try store.hits("spoiler").isEmpty && store.hits("who").isEmpty)
        #expect(try store.hits("is:hidden") == ["4"])
        #expect(try store.hits("is:unread").sorted() == ["2", "3", "5", "old"])
        #expect(try store.feeds(subscribedOnly: false).map(\.unread) == [4])
        #expect(try store.rules().map(\.matched) == [1, 2, 1, 1])
        #expect(try store.check().problems == [])
        #expect(try store.removeRule(1) && !store.removeRule(1))
        try store.insert([draft("6", "advert again", "x")])
        #expect(try store.hits("is:unread advert").sorted() == ["6", "old"])
    }

    @Test("A rule finds among the new articles exactly what a search finds", arguments: [1, 7, 60])
    func exact(_ batchSize: Int) throws {
        let queries = [
            "fox", "\"quick fox\"", "fox -dog", "狐狸", "敏捷的狐狸", "qui*", "fox NEAR/3 dog", "re:/f.x/ quick",
            "title:fox",
            "fox OR 狗", "author:ada", "url:example", "tag:animals fox", "feed:feed", "date:2023", "-dog is:unread",
            "jumps",
            "search:saved", "has:image", "lang:en",
        ]
        try store.save(search: "saved", query: "fox dog", now: 1)
        for (index, query) in queries.enumerated() { try store.addRule(query, .tag("rule\(index)"), now: 1) }
        let words = ["quick", "fox", "dog", "狐狸", "敏捷的", "狗", "jumped", "quickly", "the", "lazy"]
        var drafts: [ArticleDraft] = []
        for number in 0..<120 {
            let text = (0..<6).map { words[(number &* 7 &+ $0 &* $0 &* (number % 5 + 1)) % words.count] }
            var item = draft("\(number)", text[0] + " " + text[1], text.joined(separator: number % 2 == 0 ? " " : ""))
            item.author = number % 3 == 0 ? "Ada Lovelace" : nil
            item.url = "https://example.org/\(number)"
            item.tags = number % 4 == 0 ? ["animals"] : []
            item.hasImage = number % 5 == 0
            item.language = number % 2 == 0 ? "en" : "zh-Hans"
            drafts.append(item)
        }
        try store.insert(drafts, batchSize: batchSize)
        for (index, query) in queries.enumerated() {
            var found: [Int64] = []
            let parsed = try QueryParser.parse(query)
            let utc: @Sendable (Int64) -> Int = { _ in 0 }
            try store.forEachMatch(parsed, now: 1_700_000_000, utcOffset: utc) { number in
                found.append(number)
                return true
            }
            var tagged: [String] = []
            do {
                tagged = try store.hits("tag:rule\(index)", limit: 1_000)
            } catch StorageError.unknownName {
                // The rule has tagged nothing.
            }
            #expect(try Set(found.map { try store.guid(of: $0) ?? "" }) == Set(tagged), "\(query)")
        }
        #expect(try store.rules().map(\.matched).reduce(0, +) > 200)
        #expect(try store.check().problems == [])
    }

    @Test("A rule that makes no sense any more holds up nothing")
    func broken() throws {
        try store.addRule("search:nowhere", .read, now: 1)
        try store.addRule("re:/(/", .read, now: 1)
        try store.addRule("((", .star, now: 1)
        try store.addRule("zebra", .star, now: 1)
        try store.insert([draft("1", "zebra", "x")])
        #expect(try store.hits("is:starred") == ["1"])
        #expect(try store.ruleMatches("search:nowhere", since: 0, now: 1) == nil)
    }

    @Test("What a rule would have done is what arrived since and matches")
    func dryRun() throws {
        var early = draft("1", "zebra one", "x")
        early.received = 100
        var late = draft("2", "zebra two", "x")
        late.received = 200
        var again = draft("3", "zebra three", "x")
        again.received = 50
        try store.insert([early, late, again])
        #expect(try store.ruleMatches("zebra", since: 150, now: 300) == [2])
        #expect(try store.ruleMatches("zebra", since: 100, now: 300) == [1, 2])
        #expect(try store.ruleMatches("zebra", since: 999, now: 300) == [])
        #expect(try store.ruleMatches("okapi", since: 0, now: 300) == [])
        #expect(try store.rules().isEmpty)
    }

    @Test("Rules run on the articles of a batch that comes as a segment, and on single ones")
    func segment() throws {
        try store.addRule("even", .read, now: 1)
        try store.insert((1...200).map { draft("\($0)", $0 % 2 == 0 ? "even" : "odd", "x") })
        #expect(try store.hits("is:read", limit: 1_000).count == 100)
        #expect(try store.check().problems == [])
    }

    @Test("A rule with a delay meets each article once, when it has been there that long")
    func delayed() throws {
        func insert(_ id: String, at time: Int64) throws {
            var rows = [draft(id, "whale \(id)", "x")]
            let request = BatchInsertRequest { row in
                guard let next = rows.popLast() else { return false }
                row = next
                return true
            }
            _ = try store.insert(request, now: time)
        }
        try insert("before", at: 50)
        let rule = try store.addRule("whale", .read, delay: 100, now: 60)
        try insert("1", at: 100)
        try insert("2", at: 150)
        #expect(try store.hits("is:read").isEmpty)
        #expect(try store.runDelayedRules(now: 199) == 0)
        #expect(try store.runDelayedRules(now: 200) == 1)
        #expect(try store.hits("is:read") == ["1"])
        // What somebody marks unread again stays so.
        try store.change(.read(false), of: [2])
        #expect(try store.runDelayedRules(now: 300) == 1)
        #expect(try store.hits("is:read") == ["2"])
        try insert("3", at: 400)
        #expect(try store.setRule(rule, "whale", .star, delay: nil))
        try insert("4", at: 401)
        #expect(try store.hits("is:starred") == ["4"] && store.rules().first?.matched == 3)
        #expect(try store.check().problems == [])
    }

    @Test("Of a feed with a limit only the newest stay unread; starred articles and copies elsewhere do, too")
    func keepUnread() throws {
        try store.insert(
            (1...10).map { number in
                var item = draft("g\(number)", "Title \(number)", "text")
                item.published = Int64(number)
                return item
            })
        try store.change(.starred(true), of: [1])
        let feed = try #require(try store.feed(named: "https://example.org/feed")?.id)
        var options = FeedOptions()
        #expect(try store.limitUnread(of: feed, options) == 0)
        store.feedDefaults.keepUnread = 8
        #expect(try store.limitUnread(of: feed, options) == 1)
        options.keepUnread = 3
        try store.setOptions(options, of: feed)
        #expect(try store.limitUnread(of: feed, store.options(of: feed)) == 5)
        #expect(try store.hits("is:unread").sorted() == ["g1", "g10", "g8", "g9"])
        options.keepUnread = 0
        #expect(try store.limitUnread(of: feed, options) == 0)
        #expect(try store.check().problems == [])
    }

    @Test("A default of retention counts for feeds without limits of their own")
    func defaultLimits() throws {
        try store.insert((1...10).map { draft("g\($0)", "Title \($0)", "text") })
        let feed = try #require(try store.feed(named: "https://example.org/feed")?.id)
        store.feedDefaults.limits = ArticleLimits(count: 7)
        var options = FeedOptions()
        options.limits = ArticleLimits.none
        try store.setOptions(options, of: feed)
        #expect(try store.options(of: feed) == options)
        #expect(try store.removeOld(of: feed, store.options(of: feed), now: 1) == 0)
        #expect(try store.removeOld(of: feed, FeedOptions(), now: 1) == 3)
    }
}
