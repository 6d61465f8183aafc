import Articles
import QueryLanguage
import StorageTestSupport
import Testing

@Suite struct ArrivalRuleTests {
    /// One library of an engine.
    private final class Fixture {
        private let library: TestLibrary
        let store: any TestedStore

        init(_ engine: StorageEngine) throws {
            library = try TestLibrary(engine)
            store = try library.open()
        }

    }

    @Test(
        "Rules mark what arrives: read, star, tag, hide; what was there before stays as it is",
        arguments: StorageEngine.all)
    func actions(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([draft("old", "advert before", "x")])
        try fixture.store.addRule("advert", .read, now: 1)
        try fixture.store.addRule("title:sqlite OR 数据库", .star, now: 1)
        try fixture.store.addRule("\"to read\" -advert", .tag("稍后"), now: 1)
        try fixture.store.addRule("title:spoiler", .hide, now: 1)
        try fixture.store.insert([
            draft("1", "An advert", "to read"), draft("2", "SQLite news", "something to read"),
            draft("3", "新的数据库", "x"), draft("4", "Spoiler", "who did it"), draft("5", "plain", "nothing"),
        ])
        #expect(try fixture.store.hits("is:read is:starred OR is:read").sorted() == ["1"])
        #expect(try fixture.store.hits("is:starred").sorted() == ["2", "3"])
        #expect(try fixture.store.hits("tag:稍后") == ["2"])
        #expect(try fixture.store.hits("spoiler").isEmpty && fixture.store.hits("who").isEmpty)
        #expect(try fixture.store.hits("is:hidden") == ["4"])
        #expect(try fixture.store.hits("is:unread").sorted() == ["2", "3", "5", "old"])
        #expect(try fixture.store.feeds(subscribedOnly: false).map(\.unread) == [4])
        #expect(try fixture.store.rules().map(\.matched) == [1, 2, 1, 1])
        #expect(try fixture.store.check().problems == [])
        #expect(try fixture.store.removeRule(1) && !fixture.store.removeRule(1))
        try fixture.store.insert([draft("6", "advert again", "x")])
        #expect(try fixture.store.hits("is:unread advert").sorted() == ["6", "old"])
    }

    @Test("A rule finds among the new articles exactly what a search finds", arguments: StorageEngine.all, [1, 7, 60])
    func exact(_ engine: StorageEngine, _ batchSize: Int) throws {
        let fixture = try Fixture(engine)
        let queries = [
            "fox", "\"quick fox\"", "fox -dog", "狐狸", "敏捷的狐狸", "qui*", "fox NEAR/3 dog", "re:/f.x/ quick",
            "title:fox",
            "fox OR 狗", "author:ada", "url:example", "tag:animals fox", "feed:feed", "date:2023", "-dog is:unread",
            "jumps",
            "search:saved", "has:image", "lang:en",
        ]
        try fixture.store.save(search: "saved", query: "fox dog", now: 1)
        for (index, query) in queries.enumerated() { try fixture.store.addRule(query, .tag("rule\(index)"), now: 1) }
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
        try fixture.store.insert(drafts, batchSize: batchSize)
        for (index, query) in queries.enumerated() {
            var found: [Int64] = []
            let parsed = try QueryParser.parse(query)
            let utc: @Sendable (Int64) -> Int = { _ in 0 }
            try fixture.store.forEachMatch(parsed, now: 1_700_000_000, utcOffset: utc) { number in
                found.append(number)
                return true
            }
            var tagged: [String] = []
            do {
                tagged = try fixture.store.hits("tag:rule\(index)", limit: 1_000)
            } catch StorageError.unknownName {
                // The rule has tagged nothing.
            }
            #expect(try Set(found.map { try fixture.store.guid(of: $0) ?? "" }) == Set(tagged), "\(query)")
        }
        #expect(try fixture.store.rules().map(\.matched).reduce(0, +) > 200)
        #expect(try fixture.store.check().problems == [])
    }

    @Test("A rule that makes no sense any more holds up nothing", arguments: StorageEngine.all)
    func broken(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.addRule("search:nowhere", .read, now: 1)
        try fixture.store.addRule("re:/(/", .read, now: 1)
        try fixture.store.addRule("((", .star, now: 1)
        try fixture.store.addRule("zebra", .star, now: 1)
        try fixture.store.insert([draft("1", "zebra", "x")])
        #expect(try fixture.store.hits("is:starred") == ["1"])
        #expect(try fixture.store.ruleMatches("search:nowhere", since: 0, now: 1) == nil)
    }

    @Test("What a rule would have done is what arrived since and matches", arguments: StorageEngine.all)
    func dryRun(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        var early = draft("1", "zebra one", "x")
        early.received = 100
        var late = draft("2", "zebra two", "x")
        late.received = 200
        var again = draft("3", "zebra three", "x")
        again.received = 50
        try fixture.store.insert([early, late, again])
        #expect(try fixture.store.ruleMatches("zebra", since: 150, now: 300) == [2])
        #expect(try fixture.store.ruleMatches("zebra", since: 100, now: 300) == [1, 2])
        #expect(try fixture.store.ruleMatches("zebra", since: 999, now: 300) == [])
        #expect(try fixture.store.ruleMatches("okapi", since: 0, now: 300) == [])
        #expect(try fixture.store.rules().isEmpty)
    }

    @Test(
        "Rules run on the articles of a batch that comes as a segment, and on single ones", arguments: StorageEngine.all
    )
    func segment(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.addRule("even", .read, now: 1)
        try fixture.store.insert((1...200).map { draft("\($0)", $0 % 2 == 0 ? "even" : "odd", "x") })
        #expect(try fixture.store.hits("is:read", limit: 1_000).count == 100)
        #expect(try fixture.store.check().problems == [])
    }

    @Test("A rule with a delay meets each article once, when it has been there that long", arguments: StorageEngine.all)
    func delayed(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        func insert(_ id: String, at time: Int64) throws {
            var rows = [draft(id, "whale \(id)", "x")]
            let request = BatchInsertRequest { row in
                guard let next = rows.popLast() else { return false }
                row = next
                return true
            }
            _ = try fixture.store.insert(request, now: time)
        }
        try insert("before", at: 50)
        let rule = try fixture.store.addRule("whale", .read, delay: 100, now: 60)
        try insert("1", at: 100)
        try insert("2", at: 150)
        #expect(try fixture.store.hits("is:read").isEmpty)
        #expect(try fixture.store.runDelayedRules(now: 199) == 0)
        #expect(try fixture.store.runDelayedRules(now: 200) == 1)
        #expect(try fixture.store.hits("is:read") == ["1"])
        // What somebody marks unread again stays so.
        try fixture.store.change(.read(false), of: [2])
        #expect(try fixture.store.runDelayedRules(now: 300) == 1)
        #expect(try fixture.store.hits("is:read") == ["2"])
        try insert("3", at: 400)
        #expect(try fixture.store.setRule(rule, "whale", .star, delay: nil))
        try insert("4", at: 401)
        #expect(try fixture.store.hits("is:starred") == ["4"] && fixture.store.rules().first?.matched == 3)
        #expect(try fixture.store.check().problems == [])
    }

    @Test(
        "Of a feed with a limit only the newest stay unread; starred articles and copies elsewhere do, too",
        arguments: StorageEngine.all)
    func keepUnread(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert(
            (1...10).map { number in
                var item = draft("g\(number)", "Title \(number)", "text")
                item.published = Int64(number)
                return item
            })
        try fixture.store.change(.starred(true), of: [1])
        let feed = try #require(try fixture.store.feed(named: "https://example.org/feed")?.id)
        var options = FeedOptions()
        #expect(try fixture.store.limitUnread(of: feed, options) == 0)
        fixture.store.feedDefaults.keepUnread = 8
        #expect(try fixture.store.limitUnread(of: feed, options) == 1)
        options.keepUnread = 3
        try fixture.store.setOptions(options, of: feed)
        #expect(try fixture.store.limitUnread(of: feed, fixture.store.options(of: feed)) == 5)
        #expect(try fixture.store.hits("is:unread").sorted() == ["g1", "g10", "g8", "g9"])
        options.keepUnread = 0
        #expect(try fixture.store.limitUnread(of: feed, options) == 0)
        #expect(try fixture.store.check().problems == [])
    }

    @Test("A default of retention counts for feeds without limits of their own", arguments: StorageEngine.all)
    func defaultLimits(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert((1...10).map { draft("g\($0)", "Title \($0)", "text") })
        let feed = try #require(try fixture.store.feed(named: "https://example.org/feed")?.id)
        fixture.store.feedDefaults.limits = ArticleLimits(count: 7)
        var options = FeedOptions()
        options.limits = ArticleLimits.none
        try fixture.store.setOptions(options, of: feed)
        #expect(try fixture.store.options(of: feed) == options)
        #expect(try fixture.store.removeOld(of: feed, fixture.store.options(of: feed), now: 1) == 0)
        #expect(try fixture.store.removeOld(of: feed, FeedOptions(), now: 1) == 3)
    }
}
