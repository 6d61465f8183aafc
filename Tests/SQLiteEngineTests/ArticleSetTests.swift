import LibraryStorage
import QueryLanguage
import Synchronization
import Testing

@testable import Articles
@testable import SQLiteEngine

/// Queries whose alternatives are text and filters, evaluated as sets.
@Suite struct ArticleSetTests {
    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private indirect enum Tree {
        case leaf(String)
        case all([Tree])
        case any([Tree])
        case not(Tree)

        var text: String {
            switch self {
            case .leaf(let text): text
            case .all(let parts): "(" + parts.map(\.text).joined(separator: " ") + ")"
            case .any(let parts): "(" + parts.map(\.text).joined(separator: " OR ") + ")"
            case .not(let part): "-(" + part.text + ")"
            }
        }

        /// One element after the other.
        func isFulfilled(_ id: String, _ found: [String: Set<String>]) -> Bool {
            switch self {
            case .leaf(let text): found[text]?.contains(id) ?? false
            case .all(let parts): parts.allSatisfy { $0.isFulfilled(id, found) }
            case .any(let parts): parts.contains { $0.isFulfilled(id, found) }
            case .not(let part): !part.isFulfilled(id, found)
            }
        }
    }

    private static let words = ["run", "running", "test", "engine", "index", "全文", "搜索", "关键词", "the"]
    private static let leaves =
        words + [
            "\"run test\"", "\"全文搜索\"", "eng*", "run NEAR/3 index", "title:run", "tag:blue", "tag:red", "is:starred",
            "is:unread", "date:2023-11-15", "before:2023-11-16", "has:image", "author:ada", "url:even", "lang:zh",
            "search:mixed", "search:plain",
        ]

    private static func tree(_ depth: Int, _ chance: inout Chance) -> Tree {
        if depth == 0 || Int.random(in: 0..<4, using: &chance) == 0 {
            return .leaf(leaves.randomElement(using: &chance) ?? "run")
        }
        let parts = (0..<Int.random(in: 2...3, using: &chance)).map { _ in tree(depth - 1, &chance) }
        switch Int.random(in: 0..<5, using: &chance) {
        case 0, 1: return .all(parts)
        case 2, 3: return .any(parts)
        default: return .all([parts[0], .not(parts[1])])
        }
    }

    private static func fill(_ store: SQLiteStore, _ chance: inout Chance) throws {
        let drafts = (0..<300).map { number in
            func text(_ count: Int) -> String {
                (0..<count).map { _ in words.randomElement(using: &chance) ?? "" }.joined(
                    separator: [" ", " ", ", ", ""].randomElement(using: &chance) ?? " ")
            }
            var item = draft("\(number)", text(2), text(Int.random(in: 0...8, using: &chance)))
            item.tags = [["blue"], ["red"], ["blue", "red"], []][number % 4]
            item.starred = number % 5 == 0
            item.read = number % 3 == 0
            item.hasImage = number % 7 == 0
            item.author = number % 2 == 0 ? "Ada Lovelace" : nil
            item.url = "https://example.org/\(number % 2 == 0 ? "even" : "odd")/\(number)"
            item.language = number % 3 == 0 ? "zh-Hans" : "en"
            // Some lie before 1970, where the kept dates do not reach.
            item.published = number % 50 == 0 ? -86_400 * Int64(number) : 1_700_000_000 + Int64(number % 6) * 40_000
            return item
        }
        try store.insert(drafts)
        try store.addRule("title:\"test run\"", .hide, now: 1)
        try store.insert([draft("hidden", "test run", "engine index")])
        try store.save(search: "mixed", query: "engine OR tag:red", now: 1)
        try store.save(search: "plain", query: "\"run test\" OR 搜索", now: 1)
    }

    @Test(
        "Words, phrases, filters and exclusions in any tree find what each article's own test finds", arguments: 1...3)
    func sameAsBruteForce(_ seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var chance = Chance(state: seed &* 7_919)
        try Self.fill(store, &chance)
        let all = try Set(store.hits("date:1900..2100", limit: 1_000))
        var found: [String: Set<String>] = [:]
        for leaf in Self.leaves { found[leaf] = try Set(store.hits(leaf, limit: 1_000)) }
        var asked = 0
        while asked < 60 {
            let tree = Self.tree(3, &chance)
            guard let query = try? QueryParser.parse(tree.text) else { continue }
            asked += 1
            let expected = all.filter { tree.isFulfilled($0, found) }
            for sort in SearchRequest.Sort.allCases {
                let hits = try store.hits(tree.text, sort: sort, limit: 1_000)
                #expect(Set(hits) == expected && hits.count == expected.count, "\(tree.text) \(sort)")
            }
            var request = SearchRequest(query: query, now: 1_700_000_000)
            request.match = .all
            #expect(try store.facets(for: request).total == expected.count, "\(tree.text)")
            var listed: [String] = []
            try store.forEachMatch(query, now: 1_700_000_000, utcOffset: store.utcOffset) { number in
                listed.append(try store.guid(of: number) ?? "")
                return true
            }
            #expect(listed == (try store.hits(tree.text, sort: .newest, limit: 1_000)), "\(tree.text)")
            let arrived = try store.ruleMatches(tree.text, since: 0, now: 1_700_000_000)
            #expect(arrived?.count == expected.count, "\(tree.text)")
            // The best are the same however few are asked for, and page by page.
            let best = try store.hits(tree.text, limit: 10)
            #expect(best == Array(try store.hits(tree.text, limit: 1_000).prefix(10)), "\(tree.text)")
        }
    }

    @Test("A word as an alternative to a filter is asked of the index once, not for every article")
    func askedOnce() throws {
        let folder = try TemporaryFolder()
        var chance = Chance(state: 11)
        try Self.fill(try SQLiteStore(path: folder.file("a.db"), access: .write), &chance)
        let statements = Mutex(0)
        let store = try SQLiteStore(path: folder.file("a.db"), access: .read) { _ in statements.withLock { $0 += 1 } }
        for query in ["run OR tag:blue", "the (run OR is:starred)", "run OR -tag:blue", "eng* OR tag:red"] {
            _ = try store.hits(query, limit: 1)
            statements.withLock { $0 = 0 }
            #expect(try !store.hits(query, limit: 1).isEmpty)
            // The closer look at the best articles takes some for each of them.
            #expect(statements.withLock { $0 } < 150, "\(query)")
        }
    }

    @Test(
        "A query is compiled once, however deeply exclusions with filters stand inside each other",
        .timeLimit(.minutes(60)))
    func deepExclusions() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([draft("1", "word1", "word2"), draft("2", "word1", "nothing")])
        var text = "word60"
        for level in stride(from: 59, through: 1, by: -1) { text = "word\(level) -(url:t\(level) \(text))" }
        #expect(try store.hits(text).sorted() == ["1", "2"])
        var alternatives = "word60"
        for level in stride(from: 59, through: 1, by: -1) {
            alternatives = "word\(level) OR (is:unread \(alternatives))"
        }
        #expect(try store.hits(alternatives).sorted() == ["1", "2"])
        var texts = "wor*"
        for level in stride(from: 60, through: 2, by: -1) {
            texts = level % 2 == 0 ? "word1 (\(texts))" : "nothing\(level) OR (\(texts))"
        }
        #expect(try store.hits(texts).sorted() == ["1", "2"])
    }

    @Test("Thousands of filters as alternatives are no error of SQLite's")
    func manyFilters() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var item = draft("1", "a", "b")
        item.url = "https://example.org/t77"
        try store.insert([item, draft("2", "a", "c")])
        let tags = (0..<2_000).map { "url:t\($0)" }.joined(separator: " OR ")
        #expect(try store.hits(tags) == ["1"])
        #expect(try store.hits("c OR \(tags)").sorted() == ["1", "2"])
    }

    @Test("Saved searches that name each other many times over are evaluated once each", .timeLimit(.minutes(60)))
    func nestedSavedSearches() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([draft("1", "word", "x"), draft("2", "other", "x")])
        try store.save(search: "s0", query: "word OR is:starred", now: 1)
        for level in 1..<7 {
            let names = Array(repeating: "search:s\(level - 1)", count: 40)
            try store.save(search: "s\(level)", query: names.joined(separator: level % 2 == 0 ? " " : " OR "), now: 1)
        }
        #expect(try store.hits("search:s6") == ["1"])
        try store.save(
            search: "alert", query: "search:s6", comment: nil, rule: AlertRule(channel: "terminal"), now: 1)
        try store.insert([draft("3", "word", "y")])
        #expect(try store.hits("word").sorted() == ["1", "3"])
    }
}
