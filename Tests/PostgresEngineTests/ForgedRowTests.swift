import Articles
import Foundation
import LibraryStorage
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine

/// A server's rows in which one column has a number that no program writes. A sum that overflows ends the process, and with it
/// this test.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct ForgedRowTests {
    private static let isLong = ProcessInfo.processInfo.environment["FEEDSEARCH_TEST_LONG"] == "1"
    private static let pairsOfShortRun = 40
    private static let now: Int64 = 1_700_000_000

    private let store: PostgresStore

    init() throws {
        store = try PostgresLibrary.open(PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
        store.alertSettings.includesFirstImports = true
        try store.save(search: "tea", query: "tea", comment: nil, rule: AlertRule(channel: "command:true"), now: 1)
        _ = try store.addRule("tea", .star, delay: 60, now: 1)
        try insert(0..<40)
        try store.sortAlerts()
        _ = try store.addDelivery(of: [1, 2], folded: [], search: 1, uid: "u", now: 1)
        for (feed, value) in [(Int64(1), Int64(600)), (2, 900)] {
            var options = FeedOptions()
            options.interval = value
            options.limits = ArticleLimits(storedCount: value, seconds: value * 10_000)
            try store.setOptions(options, of: feed)
            try store.trust("https://\(feed).example", for: feed)
        }
        _ = try store.remove([5, 6], now: Self.now)
        try store.refreshTitleWords()
    }

    private func insert(_ numbers: Range<Int>) throws {
        var number = numbers.lowerBound
        try store.insert(
            BatchInsertRequest { row in
                guard number < numbers.upperBound else { return false }
                row.feed = "https://\(number % 2).example/"
                row.guid = "g\(number)"
                row.title = "全文搜索 \(number)"
                row.body = Array("tea \(number) season".utf8)
                row.published = Self.now
                number += 1
                return true
            }, now: Self.now)
    }

    private func read() throws {
        _ = try store.dueFeeds(now: Self.now)
        _ = try store.allFetchStates()
        _ = try store.failingFeeds()
        _ = try store.feeds(subscribedOnly: false)
        _ = try store.folderCounts()
        _ = try store.newestDates()
        _ = try store.manualOrder()
        _ = try store.rules()
        _ = try store.savedSearches()
        _ = try store.actions()
        _ = try store.waitingAlerts()
        _ = try store.dueDeliveries(now: Self.now).map { try store.articles(of: $0) }
        _ = try store.duePages(now: Self.now, limit: 10)
        _ = try store.changes(since: 1)
        _ = try store.list(ListRequest(.all([])))
        _ = try store.articles([1, 2, 3], withTexts: true)
        for text in ["tea", "全文", "\"tea season\""] {
            _ = try store.search(SearchRequest(query: try QueryParser.parse(text), now: Self.now))
        }
    }

    private var writes: [() throws -> Void] {
        [
            { try insert(38..<44) }, { _ = try store.remove([3], now: Self.now) },
            { _ = try store.removeOld(of: 1, try store.options(of: 1), now: Self.now) },
            { _ = try store.undo() }, { try store.sortAlerts() }, { _ = try store.runDelayedRules(now: Self.now) },
            { _ = try store.purgeBin(now: Self.now) }, { _ = try store.markAllRead(ReadScope()) },
            { try store.resetFetching(of: 1) }, { _ = try store.check() }, { try store.optimize() },
            { _ = try store.retryAlerts(of: nil, now: Self.now) },
            { try store.save(search: "two", query: "tea", comment: nil, rule: nil, now: Self.now) },
        ]
    }

    private struct Undone: Error {}

    /// Does something in a transaction that is rolled back, with one column changed; errors are answers.
    private func withForged(_ sql: String, _ body: () throws -> Void) {
        do {
            try store.atomically {
                try store.connection.execute(sql)
                try body()
                throw Undone()
            }
        } catch {}
    }

    @Test("Matches of a commit with a number that no commit has are left alone", arguments: [0, -1, Int64.min])
    func batch(_ id: Int64) throws {
        let waiting = try store.waitingAlerts()
        try store.library.run(
            """
            INSERT INTO feedsearch.alert_batch (library, slot, id, at, first_new, matches) VALUES ($1, $2, $3, 1, 1, $4)
            """, [.integer(id), .bytes([1, 2, 1, 1])])
        try store.sortAlerts()
        #expect(try store.waitingAlerts() == waiting)
    }

    @Test("Whatever number a column has, no operation ends the process")
    func numbers() throws {
        let columns = try store.connection.query(
            """
            SELECT table_name::text, column_name::text FROM information_schema.columns
            WHERE table_schema = 'feedsearch' AND data_type = 'bigint' AND column_name <> 'library'
            ORDER BY 1, 2
            """
        ).map { ($0.text(0), $0.text(1)) }
        #expect(columns.count > 60)
        // Whatever fails on whole rows would end each attempt below.
        try read()
        var random = SystemRandomNumberGenerator()
        var pairs = columns.flatMap { column in [Int64.min, .max, -1].map { (column, $0) } }
        if !Self.isLong { pairs = Array(pairs.shuffled(using: &random).prefix(Self.pairsOfShortRun)) }
        for ((table, column), value) in pairs {
            // One row: more would be refused where the number is a key.
            let sql = """
                UPDATE feedsearch.\(table) SET \(column) = '\(value)'
                WHERE ctid = (SELECT max(ctid) FROM feedsearch.\(table))
                """
            withForged(sql, read)
            for write in Self.isLong ? writes : writes.shuffled(using: &random).prefix(3).map({ $0 }) {
                withForged(sql, write)
            }
        }
        #expect(try store.check().problems == [])
    }
}
