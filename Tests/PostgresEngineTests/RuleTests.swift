import ArticleSearch
import Articles
import LibraryStorage
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine
@testable import SQLiteEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct RuleTests {
    private static let queries = [
        "fox", "\"quick fox\"", "fox -dog", "狐狸", "敏捷的狐狸", "qui*", "fox NEAR/3 dog", "re:/f.x/ quick", "title:fox",
        "fox OR 狗", "author:ada", "url:example", "tag:animals fox", "feed:0.example", "date:2023", "-dog is:unread",
        "jumps",
        "has:image", "lang:en", "tag:rule0 dog", "is:read fox", "search:nowhere", "((", "re:/(/",
    ]

    private static func draft(_ number: Int) -> ArticleDraft {
        let words = ["quick", "fox", "dog", "狐狸", "敏捷的", "狗", "jumped", "quickly", "the", "lazy"]
        let text = (0..<6).map { words[(number &* 7 &+ $0 &* $0 &* (number % 5 + 1)) % words.count] }
        var draft = ArticleDraft()
        draft.feed = "https://\(number % 3).example/"
        draft.guid = "\(number)"
        draft.title = text[0] + " " + text[1]
        draft.body = Array(text.joined(separator: number % 2 == 0 ? " " : "").utf8)
        draft.published = TwoStores.now - Int64(number)
        draft.author = number % 3 == 0 ? "Ada Lovelace" : nil
        draft.url = "https://example.org/\(number)"
        draft.tags = number % 4 == 0 ? ["animals"] : []
        draft.hasImage = number % 5 == 0
        draft.language = number % 2 == 0 ? "en" : "zh-Hans"
        return draft
    }

    private func expectSameRules(_ both: TwoStores, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let rules = try (both.sqlite.rules(), both.postgres.rules())
        #expect(rules.0 == rules.1, sourceLocation: sourceLocation)
        try both.expectSame(sourceLocation: sourceLocation)
    }

    @Test(
        "Rules do to what arrives what they do in SQLite, each seeing what those before it did",
        arguments: [1, 7, 60])
    func arrival(_ size: Int) throws {
        let both = try TwoStores()
        try both.insert((120..<180).map(Self.draft))
        for (index, query) in Self.queries.enumerated() {
            let actions: [ArrivalRule.Action] = [.tag("rule\(index)"), .read, .tag("标签"), .star, .hide, .fullText]
            let action = index < 8 ? .tag("rule\(index)") : actions[index % actions.count]
            #expect(try both.sqlite.addRule(query, action, now: 1) == both.postgres.addRule(query, action, now: 1))
        }
        let batches = stride(from: 0, to: 120, by: size).map { first in
            (first..<min(first + size, 120)).map { TwoStores.Entry.article(Self.draft($0)) }
        }
        try both.insert(batches)
        try expectSameRules(both)
        #expect(try both.postgres.rules().map(\.matched).reduce(0, +) > 100)
        // New texts of stored articles beside new articles, in one transaction.
        var changed = Self.draft(3)
        changed.body = Array("a fox, a quick fox".utf8)
        try both.insert([[.article(changed), .article(Self.draft(200))], [.article(Self.draft(201))]])
        try expectSameRules(both)
    }

    @Test("Rules with a delay are asked of each article once; a rule is changed and removed")
    func delayed() throws {
        let both = try TwoStores()
        for store in [both.sqlite, both.postgres] as [any ArticleWriting & StateStoring] {
            _ = try TwoStores.insert([[.article(Self.draft(1))]], into: store, now: 50)
            let rule = try store.addRule("is:unread", .tag("old"), delay: 100, now: 60)
            _ = try TwoStores.insert([(2..<9).map { .article(Self.draft($0)) }], into: store, now: 100)
            _ = try TwoStores.insert([(9..<20).map { .article(Self.draft($0)) }], into: store, now: 150)
            #expect(try store.runDelayedRules(now: 199) == 0)
            #expect(try store.runDelayedRules(now: 200) == 7)
            #expect(try store.runDelayedRules(now: 249) == 0)
            #expect(try store.runDelayedRules(now: 250) == 11)
            #expect(try store.setRule(rule, "fox", .star, delay: nil))
            #expect(try !store.setRule(rule + 1, "fox", .star, delay: nil))
            _ = try TwoStores.insert([(20..<40).map { .article(Self.draft($0)) }], into: store, now: 300)
            #expect(try store.addRule("dog", .hide, now: 300) == rule + 1)
            #expect(try store.removeRule(rule) && !store.removeRule(rule))
        }
        try expectSameRules(both)
    }

    @Test("What a rule would find is what it finds in SQLite")
    func dryRun() throws {
        let both = try TwoStores()
        try both.insert(
            (0..<60).map { number in
                var draft = Self.draft(number)
                draft.received = 1_000 + Int64(number * 7 % 20)
                return draft
            })
        for query in Self.queries {
            for since in [Int64(0), 1_005, 1_019, 2_000] {
                let found = try (
                    both.sqlite.ruleMatches(query, since: since, now: TwoStores.now),
                    both.postgres.ruleMatches(query, since: since, now: TwoStores.now)
                )
                #expect(found.0 == found.1, "\(query) since \(since)")
            }
        }
        #expect(try both.postgres.ruleMatches("fox", since: 1_005, now: TwoStores.now)?.isEmpty == false)
    }

    @Test("A pattern that takes too long is noted with the article, and holds up nothing")
    func costly() throws {
        let both = try TwoStores()
        for store in [both.sqlite, both.postgres] as [any ArticleWriting & StateStoring] {
            try store.addRule("re:/(a+)+$/", .star, now: 1)
            try store.addRule("fox", .read, now: 1)
            var draft = Self.draft(1)
            draft.title = "fox"
            draft.body = Array((String(repeating: "a", count: 40) + "!").utf8)
            _ = try TwoStores.insert([[.article(draft)]], into: store)
            let rules = try store.rules()
            #expect(rules.map(\.failedOn) == [1, nil] && rules.map(\.matched) == [0, 1])
        }
    }

    @Test("A rule reads only the segments of its transaction")
    func onlyNewSegments() throws {
        let both = try TwoStores()
        try both.insert((0..<60).map(Self.draft))
        let store = both.postgres
        let pages = PostgresPages(store.connection, store.place, cache: nil)
        let first = try pages.nextSegmentID()
        try both.insert([Self.draft(61)])
        let searcher = store.searcher(fromSegment: first)
        try store.snapshot {
            try searcher.statistics.refresh()
            #expect(searcher.statistics.postings.segmentCount == 1)
            let old = store.searcher(fromSegment: first + 1)
            try old.statistics.refresh()
            #expect(old.statistics.postings.segmentCount == 0)
        }
    }
}
