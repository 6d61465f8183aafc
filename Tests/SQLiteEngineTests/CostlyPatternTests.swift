import LibraryStorage
import QueryLanguage
import SavedSearchMatching
import Testing

@testable import Articles
@testable import SQLiteEngine

/// One regular expression without end must not hold up the articles of everybody.
@Suite struct CostlyPatternTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder
    private static let catastrophic = "re:/([a-z]+)*!/"
    private static let letters = String(repeating: "abcdefgh", count: 8)

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        store.alertSettings.includesFirstImports = true
    }

    private var drafts: [ArticleDraft] {
        (0..<40).map { draft("\($0)", "title \($0)", $0 % 2 == 0 ? Self.letters : "brief news!") }
    }

    @Test(
        "A rule whose expression takes too long is reported, its finds before count, and articles come in",
        .timeLimit(.minutes(60)))
    func rule() throws {
        let number = try store.addRule("brief \(Self.catastrophic)", .star, now: 1)
        let costly = try store.addRule(Self.catastrophic, .tag("x"), now: 1)
        try store.addRule("brief", .tag("y"), now: 1)
        try store.insert(drafts)
        #expect(try store.hits("date:2023", limit: 100).count == 40)
        #expect(try store.hits("tag:y", limit: 100).count == 20)
        #expect(try store.hits("is:starred", limit: 100).count == 20)
        let rules = try store.rules()
        #expect(rules.map { $0.failedOn != nil } == [false, true, false])
        #expect(store.failingSearches.map(\.id) == [costly] && store.failingSearches.map(\.kind) == [.rule])
        #expect(try SQLiteStore(path: folder.file("a.db"), access: .read).rules()[1].failedOn == 1)
        #expect(number != costly)
    }

    @Test(
        "A saved search whose expression takes too long is reported, the others alert, and articles come in",
        .timeLimit(.minutes(60)))
    func savedSearch() throws {
        for (name, query) in [("costly", "title \(Self.catastrophic)"), ("plain", "brief")] {
            try store.save(search: name, query: query, comment: nil, rule: AlertRule(channel: "terminal"), now: 1)
        }
        try store.insert(drafts)
        #expect(try store.hits("date:2023", limit: 100).count == 40)
        #expect(store.recordedAlerts >= 20)
        let searches = try store.savedSearches()
        #expect(searches.map { $0.failedOn != nil } == [true, false])
        #expect(store.failingSearches.map(\.query) == ["title \(Self.catastrophic)"])
        // Another query has not failed yet.
        try store.save(search: "costly", query: "title re:/!$/", now: 1)
        #expect(try store.savedSearches().map(\.failedOn) == [nil, nil])
    }

    @Test("A saved search that a rule names is bounded in the same way", .timeLimit(.minutes(60)))
    func namedSearch() throws {
        try store.save(search: "costly", query: "title \(Self.catastrophic)", now: 1)
        try store.addRule("search:costly OR tag:none", .star, now: 1)
        try store.insert(drafts)
        #expect(try store.hits("date:2023", limit: 100).count == 40)
        #expect(try store.rules()[0].failedOn == 1)
    }

    @Test("A search that fails again and again is not asked any more", .timeLimit(.minutes(60)))
    func putAside() throws {
        try store.addRule("letters \(Self.catastrophic)", .star, now: 1)
        for number in 0..<FailingSearches.maxFailures {
            try store.insert([draft("a\(number)", "letters", Self.letters)])
        }
        #expect(store.alerting.failing.isSuspended(.rule, 1))
        try store.insert([draft("b", "letters", "brief!")])
        #expect(try store.hits("is:starred").isEmpty)
        #expect(try store.hits("brief") == ["b"])
    }
}
