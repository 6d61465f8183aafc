import Articles
import Dispatch
import QueryLanguage
import StorageTestSupport
import Testing

/// Matching an article gives exactly the searches whose query would find it.
@Suite struct SavedSearchMatcherTests {
    private static let now = testTime

    /// Words that meet each other often: stems, signs, digits, scripts with and without spaces, full stops.
    private static let words = [
        "search", "searching", "searches", "index", "indexes", "indexed", "C++", "covid19", "covid", "19", "gen-itgc",
        "naïve", "naive", "全文", "全文搜索", "搜索引擎", "搜尋", "检索", "檢索", "茶", "東京", "とうきょう", "東京タワー", "검색", "검색엔진",
        "the", "a", "of", "news", "new", "run", "running", "runner", "data", "database", "sqlite", "swift", "e-mail",
    ]
    private static let ends = [" ", " ", " ", " ", "，", "。", ". ", ", ", "\n", "/", ""]

    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        }
        mutating func word() -> String { SavedSearchMatcherTests.words.randomElement(using: &self) ?? "" }
        mutating func text(_ count: Int) -> String {
            (0..<Int.random(in: 0...count, using: &self)).map { _ in
                word() + (SavedSearchMatcherTests.ends.randomElement(using: &self) ?? " ")
            }.joined()
        }

        /// One term of a query.
        mutating func term() -> String {
            switch Int.random(in: 0..<10, using: &self) {
            case 0...3: word()
            case 4: "\"\(word()) \(word())\""
            case 5: "\"\(word())\(word())\""
            case 6: String(word().prefix(Int.random(in: 1...3, using: &self))) + "*"
            case 7: "\(word()) NEAR/\(Int.random(in: 1...6, using: &self)) \(word())"
            case 8: word() + word()
            default: "\"\(word())\" NEAR/3 \"\(word()) \(word())\""
            }
        }

        mutating func filter() -> String {
            [
                "feed:one", "feed:two", "folder:技术", "folder:技术/博客", "tag:Swift", "tag:稍后", "lang:zh", "lang:en-us",
                "is:unread", "is:read", "is:starred", "is:unstarred", "is:tagged", "is:hidden", "has:image",
                "has:enclosure",
                "date:2023", "date:7d", "after:2023-11-10", "before:2023-11-10", "received:today", "author:smith",
                "author:李", "url:example", "url:\"/3\"", "date:2023-11-01..2023-11-10", "search:base", "search:pattern",
                "title:\(word())", "body:\(word())", "title:(\(word()) OR \(word()))", "body:\"\(word()) \(word())\"",
            ].randomElement(using: &self) ?? ""
        }

        mutating func query(_ depth: Int = 2) -> String {
            switch Int.random(in: 0..<12, using: &self) {
            case 0...2: return term()
            case 3: return filter()
            case 4: return "\(term()) \(filter())"
            case 5: return "\(term()) -\(filter())"
            case 6: return "re:/s.arch/ \(term())"
            case 7 where depth > 0: return "(\(query(depth - 1))) OR (\(query(depth - 1)))"
            case 8 where depth > 0: return "\(term()) NOT (\(query(depth - 1)))"
            case 9 where depth > 0: return "(\(query(depth - 1))) (\(query(depth - 1)))"
            case 10: return "\(term()) \(term()) -\(word())"
            default: return "\(term()) OR \(term())"
            }
        }

        mutating func article(_ number: Int) -> ArticleDraft {
            var draft = ArticleDraft()
            draft.feed = "https://\(Bool.random(using: &self) ? "one" : "two").example.org/feed"
            draft.guid = "\(number)"
            draft.url = Bool.random(using: &self) ? "https://Example.org/\(number)" : nil
            draft.title = text(5)
            draft.body = Array(text(30).utf8)
            draft.author = [nil, "John Smith", "李明"].randomElement(using: &self) ?? nil
            draft.published = Bool.random(using: &self) ? now - Int64.random(in: 0...2_000_000, using: &self) : nil
            draft.language = [nil, "zh-CN", "en-US", "en"].randomElement(using: &self) ?? nil
            draft.tags = Bool.random(using: &self) ? ["swift"] : []
            draft.ownTags = Int.random(in: 0..<4, using: &self) == 0 ? ["稍後"] : nil
            draft.hasImage = Bool.random(using: &self)
            draft.hasEnclosure = Bool.random(using: &self)
            draft.read = Bool.random(using: &self) ? true : nil
            draft.starred = Bool.random(using: &self) ? true : nil
            return draft
        }
    }

    /// What each query has matched. Each match is there once, whether it is read unsorted or sorted.
    private func outbox(_ store: any TestedStore) throws -> [String: Set<Int64>] {
        let unsorted = try alerted(store)
        try store.sortAlerts()
        let sorted = try alerted(store)
        #expect(unsorted == sorted)
        return sorted.filter { !$0.value.isEmpty }
    }

    private func alerted(_ store: any TestedStore) throws -> [String: Set<Int64>] {
        var counts: [Int64: Int] = [:]
        for waiting in try store.waitingAlerts() { counts[waiting.search] = waiting.count }
        var out: [String: Set<Int64>] = [:]
        for search in try store.savedSearches() where search.rule != nil {
            let articles = try store.alertedArticles(of: search.id, limit: 10_000)
            #expect(Set(articles).count == articles.count)
            #expect(counts[search.id] ?? 0 == articles.count)
            out[search.query, default: []].formUnion(articles)
        }
        return out
    }

    private func found(_ query: String, _ store: any TestedStore) throws -> Set<Int64> {
        var request = SearchRequest(query: try QueryParser.parse(query), now: Self.now)
        request.match = .all
        request.sort = .newest
        request.fold = false
        request.limit = 10_000
        return Set(try store.search(request).hits.map(\.id))
    }

    private func prepared(_ library: TestLibrary) throws -> any TestedStore {
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        for (name, folders) in [("one", [["技术", "博客"]]), ("two", [["新闻"]])] {
            var feed = FeedDraft(url: "https://\(name).example.org/feed")
            feed.title = "Feed \(name)"
            feed.folders = folders
            try store.upsert(feed, now: Self.now)
        }
        try store.save(search: "base", query: "search OR 茶", now: Self.now)
        try store.save(search: "pattern", query: "re:/d.ta/i -news", now: Self.now)
        return store
    }

    /// Over a server one seed: what is particular to an engine is its rows.
    private static let seeds: [(StorageEngine, UInt64)] =
        StorageEngine.all.flatMap { engine in (1...(engine == .sqlite ? 2 : 1)).map { (engine, $0) } }

    @Test("Saved searches alert for exactly the articles that they find", arguments: seeds)
    func matchingIsSearch(_ engine: StorageEngine, seed: UInt64) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        try store.addRule("title:covid19 OR 検索 OR \"the a\"", .hide, now: Self.now)
        var chance = Chance(state: seed)
        var queries: Set<String> = []
        while queries.count < 400 {
            let query = chance.query()
            if (try? QueryParser.parse(query)) != nil { queries.insert(query) }
        }
        for (number, query) in queries.enumerated() {
            try store.save(
                search: "s\(number)", query: query, comment: nil, rule: AlertRule(channel: "command:true"),
                now: Self.now)
        }
        // One large batch, which goes in as a segment and is matched on a thread of its own, small ones, and single articles,
        // for which only the searches are looked at that ask for a word of theirs.
        try store.insert((0..<240).map { chance.article($0) })
        try store.insert((240..<280).map { chance.article($0) }, batchSize: 7)
        try store.insert((280..<340).map { chance.article($0) }, batchSize: 1)
        let alerted = try outbox(store)
        var matches = 0
        for query in queries.sorted() {
            let hits = try found(query, store)
            matches += hits.count
            #expect(alerted[query] ?? [] == hits, "\(query)")
        }
        #expect(matches > 1_000)
    }

    @Test("An edited article alerts for what it says now, and once", arguments: StorageEngine.all)
    func edits(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        let rule = AlertRule(channel: "command:true")
        try store.save(search: "tea", query: "tea", comment: nil, rule: rule, now: Self.now)
        try store.save(search: "coffee", query: "coffee -milk", comment: nil, rule: rule, now: Self.now)
        try store.insert([draft("1", "tea", "green"), draft("2", "water", "cold")])
        try store.insert([draft("1", "tea", "black"), draft("2", "coffee", "hot")])
        try store.insert([draft("2", "tea", "coffee"), draft("2", "coffee", "warm")])
        #expect(try outbox(store) == ["tea": [1], "coffee -milk": [2]])
    }

    @Test(
        "The first import of a feed is silent, what follows is not, also where the import was cut short",
        arguments: StorageEngine.all)
    func firstImport(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.save(
            search: "tea", query: "tea", comment: nil, rule: AlertRule(channel: "command:true"), now: Self.now)
        var rest = (1...4).map { draft("\($0)", "tea", "green \($0)") }[...]
        struct Cut: Error {}
        #expect(throws: Cut.self) {
            try store.insert(
                BatchInsertRequest(batchSize: 2) { row in
                    guard rest.count > 1, let next = rest.popFirst() else { throw Cut() }
                    row = next
                    return true
                }, now: Self.now)
        }
        let again = try library.open()
        try again.insert((1...4).map { draft("\($0)", "tea", "green \($0)") }, batchSize: 2)
        #expect(try outbox(again).isEmpty)
        try again.insert([draft("5", "tea", "fresh")])
        #expect(try outbox(again) == ["tea": [5]])
    }

    @Test(
        "A search that is saved, changed or forgotten elsewhere counts from the next batch on",
        arguments: StorageEngine.all)
    func changes(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        let other = try library.open()
        let rule = AlertRule(channel: "command:true")
        try store.insert([draft("1", "tea", "")])
        try other.save(search: "x", query: "tea", comment: nil, rule: rule, now: Self.now)
        try other.save(search: "y", query: "search:x", comment: nil, rule: rule, now: Self.now)
        try store.insert([draft("2", "tea", "")])
        #expect(try outbox(store) == ["tea": [2], "search:x": [2]])
        try other.save(search: "x", query: "coffee", now: Self.now)
        try store.insert([draft("3", "tea", ""), draft("4", "coffee", "")])
        #expect(try outbox(store) == ["coffee": [2, 4], "search:x": [2, 4]])
        #expect(try other.unsave(search: "x"))
        try store.insert([draft("5", "coffee", "")])
        #expect(try outbox(store) == ["search:x": [2, 4]])
    }

    @Test(
        "What a forgotten search has matched is not told of by a later search, which never gets its number",
        arguments: StorageEngine.all)
    func numbers(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        let rule = AlertRule(channel: "command:true")
        try store.save(search: "x", query: "tea", comment: nil, rule: rule, now: Self.now)
        let id = try store.savedSearches(named: "x").first?.id
        try store.insert([draft("1", "tea", "")])
        #expect(try store.unsave(search: "x"))
        try store.save(search: "y", query: "coffee", comment: nil, rule: rule, now: Self.now)
        #expect(try store.savedSearches(named: "y").first?.id != id)
        #expect(try outbox(store).isEmpty)
        try store.insert([draft("2", "coffee", "")])
        #expect(try outbox(store) == ["coffee": [2]])
    }

    @Test(
        "A match is written down once, however its article comes in again before it is sorted",
        arguments: StorageEngine.all)
    func repeats(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        try store.save(
            search: "tea", query: "tea", comment: nil, rule: AlertRule(channel: "command:true"), now: Self.now)
        try store.insert([draft("1", "tea", "a"), draft("2", "tea", "a"), draft("3", "water", "a")])
        try store.insert([draft("2", "tea", "b"), draft("4", "tea", "b"), draft("3", "tea", "b")])
        try store.insert([draft("3", "tea", "c"), draft("1", "tea", "c")])
        #expect(try outbox(store) == ["tea": [1, 2, 3, 4]])
        try store.insert([draft("4", "tea", "d"), draft("5", "tea", "d"), draft("1", "tea", "d")])
        #expect(try outbox(store) == ["tea": [1, 2, 3, 4, 5]])
    }

    @Test("Many matches of a search are taken up from the oldest on, and counted down", arguments: StorageEngine.all)
    func taking(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        try store.save(
            search: "tea", query: "tea", comment: nil, rule: AlertRule(channel: "command:true"), now: Self.now)
        let id = try #require(store.savedSearches(named: "tea").first?.id)
        try store.insert((1...700).map { draft("\($0)", "tea", "green \($0)") }, batchSize: 300)
        try store.sortAlerts()
        var seen: [Int64] = []
        while case let next = try store.waitingArticles(of: id, limit: 90), !next.isEmpty {
            #expect(try store.waitingAlerts().map(\.count) == [700 - seen.count])
            let told = next.filter { $0 % 7 != 0 }
            let folded = next.filter { $0 % 7 == 0 }
            try store.addDelivery(of: told, folded: folded, search: id, uid: "\(seen.count)", now: Self.now)
            seen += next
        }
        #expect(seen == Array(1...700))
        #expect(try store.waitingAlerts().isEmpty)
        let deliveries = try store.deliveries(state: .waiting, search: id, limit: 100).reversed()
        #expect(try deliveries.flatMap { try store.articles(of: $0) } == seen.filter { $0 % 7 != 0 })
    }

    @Test(
        "An article that is held back does not shift the articles behind it in the batch", arguments: StorageEngine.all)
    func heldBack(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        try store.saveAlerting("tea")
        func snapshot(_ draft: ArticleDraft) -> ArticleDraft {
            var draft = draft
            draft.isSnapshot = true
            return draft
        }
        try store.insert([draft("1", "water", "")])
        try store.remove([1], now: Self.now)
        try store.insert([
            snapshot(draft("1", "water", "")), snapshot(draft("2", "tea", "")), snapshot(draft("3", "milk", "")),
        ])
        #expect(try outbox(store) == ["tea": [2]])
    }

    @Test("Matches of several writers at once are there once each", arguments: StorageEngine.all)
    func severalWriters(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        try store.saveAlerting("tea")
        DispatchQueue.concurrentPerform(iterations: 3) { writer in
            do {
                let other = try library.open()
                other.alertSettings.includesFirstImports = true
                let range = writer * 20..<writer * 20 + 60
                try other.insert(range.map { draft("\($0)", $0 % 2 == 0 ? "tea" : "milk", "") }, batchSize: 7)
            } catch {
                Issue.record("\(error)")
            }
        }
        let tea = try found("tea", store)
        #expect(tea.count == 50)
        #expect(try outbox(store) == ["tea": tea])
    }

    @Test(
        "A search that was rolled back matches nothing, and the next one of its number does",
        arguments: StorageEngine.all)
    func rolledBack(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try store.atomically {
                try store.saveAlerting("tea")
                try store.insert([draft("1", "tea", "")])
                throw Stop()
            }
        }
        try library.open().saveAlerting("coffee")
        try store.insert([draft("2", "tea", ""), draft("3", "coffee", "")])
        #expect(try outbox(store) == ["coffee": [store.newestID()]])
    }

    @Test("Near-duplicates of what was notified, or of an earlier article, are named", arguments: StorageEngine.all)
    func copies(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try prepared(library)
        let id = try store.saveAlerting("tea")
        let text = (0..<120).map { "word\($0) tea" }.joined(separator: " ")
        let feeds = ["https://one.example.org/feed", "https://two.example.org/feed", "https://example.org/feed"]
        try store.insert(feeds.map { draft("1", "A long story about tea and what it is made of", text, feed: $0) })
        try store.insert([draft("2", "tea", "another one")])
        #expect(try store.notifiedCopies(among: [1, 2, 3, 4], of: id) == [2, 3])
        try store.sortAlerts()
        #expect(try store.addDelivery(of: [1], folded: [], search: id, uid: "u", now: Self.now) == 1)
        #expect(try store.notifiedCopies(among: [2, 3, 4], of: id) == [2, 3])
        #expect(try store.addDelivery(of: [4], folded: [2, 3], search: id, uid: "v", now: Self.now) == 3)
        let delivery = try #require(store.deliveries(state: .waiting, search: id, limit: 1).first)
        #expect(try store.foldedCount(of: delivery) == 2 && store.articles(of: delivery) == [4])
        #expect(try store.notifiedArticles(of: id, since: 0, limit: 9) == [4, 1])
    }
}
