import Database
import Foundation
import LibraryStorage
import QueryLanguage
import SQLite
import System
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine

/// Files in which one column has a value that no program writes. A sum that overflows ends the process, and with it this test.
@Suite struct ForgedColumnTests {
    private static let isLong = Environment.value("FEEDSEARCH_TEST_LONG") == "1"
    private static let pairsOfShortRun = 16
    private static let now: Int64 = 1_700_000_000
    private static let values: [SQLValue] = [
        .integer(.min), .integer(.max), .integer(-1), .integer(1 << 32), .integer(1 << 53), .real(1e308), .real(-1e30),
        .text("-9223372036854775808"), .text(String(repeating: "9", count: 30)), .text("text"), .null, .blob([]),
        .blob([UInt8](repeating: 0xFF, count: 9)), .blob([UInt8](repeating: 0xFF, count: 20_000)),
    ]

    private let folder: TemporaryFolder
    private var base: String { folder.file("base.db") }
    private var changed: String { folder.file("changed.db") }

    init() throws {
        folder = try TemporaryFolder()
        let store = try SQLiteStore(path: base, access: .write)
        store.alertSettings.includesFirstImports = true
        try store.save(search: "tea", query: "tea", comment: nil, rule: AlertRule(channel: "command:true"), now: 1)
        _ = try store.addRule("tea", .star, delay: 60, now: 1)
        try store.insert((0..<40).map { draft("g\($0)", "全文搜索 \($0)", "tea \($0) season") })
        try store.sortAlerts()
        _ = try store.addDelivery(of: [1, 2], folded: [], search: 1, uid: "u", now: 1)
        var options = FeedOptions()
        options.interval = 600
        options.limits = ArticleLimits(storedCount: 600, seconds: 6_000_000)
        try store.setOptions(options, of: 1)
        try store.trust("https://example.org", for: 1)
        _ = try store.remove([5, 6], now: Self.now)
        try store.refreshTitleWords()
        store.connection.setDefensive(false)
        for sql in [
            "INSERT OR REPLACE INTO feed_icon VALUES (1, 'https://example.org/i', 'image/png', x'00', 1, 1)",
            "INSERT OR IGNORE INTO alert_forgotten VALUES (9, 1)",
            "INSERT OR IGNORE INTO alert_queue VALUES (1, 1, 1)",
            "INSERT OR IGNORE INTO alert_waiting VALUES (1, 1, 1, x'0102')",
            "INSERT OR IGNORE INTO article_alias VALUES (1, 'old', 2)", "INSERT OR IGNORE INTO first_import VALUES (9)",
            "INSERT OR IGNORE INTO backfill VALUES ('lengths', 1, 40, 0, 40)",
        ] {
            try store.connection.execute(sql)
        }
    }

    private func use(_ store: SQLiteStore) {
        let operations: [() throws -> Void] = [
            { _ = try store.dueFeeds(now: Self.now) }, { _ = try store.allFetchStates() },
            { _ = try store.failingFeeds() }, { _ = try store.feeds(subscribedOnly: false) },
            { _ = try store.folderCounts() }, { _ = try store.newestDates() }, { _ = try store.manualOrder() },
            { _ = try store.rules() }, { _ = try store.savedSearches() }, { _ = try store.actions() },
            { _ = try store.waitingAlerts() },
            { for delivery in try store.dueDeliveries(now: Self.now) { _ = try store.articles(of: delivery) } },
            { _ = try store.duePages(now: Self.now, limit: 10) }, { _ = try store.changes(since: 1) },
            { _ = try store.list(ListRequest(.all([]))) }, { _ = try store.articles([1, 2, 3], withTexts: true) },
            { _ = try store.storeStatistics() }, { _ = try store.similar(to: 2) },
            { _ = try store.complete(prefix: "t") },
            {
                for text in ["tea", "全文", "搜", "\"tea season\"", "te*"] {
                    var request = SearchRequest(query: try QueryParser.parse(text), now: Self.now)
                    request.countsAll = true
                    _ = try store.search(request)
                    _ = try store.facets(for: request)
                }
            },
            { _ = try store.check() }, { _ = try store.continueBackfill(for: .seconds(1)) },
            { try store.insert((38..<44).map { draft("g\($0)", "全文 \($0)", "tea again") }) },
            { _ = try store.remove([3], now: Self.now) },
            { _ = try store.removeOld(of: 1, try store.options(of: 1), now: Self.now) }, { _ = try store.undo() },
            { try store.sortAlerts() }, { _ = try store.runDelayedRules(now: Self.now) },
            { _ = try store.purgeBin(now: Self.now) }, { _ = try store.markAllRead(ReadScope()) },
            { _ = try store.retryAlerts(of: nil, now: Self.now) }, { try store.refreshTitleWords() },
            { try store.save(search: "two", query: "tea", now: Self.now) }, { try store.optimize() },
            { try store.reindex() },
        ]
        for operation in operations { try? operation() }
    }

    @Test("Whatever value a column has, no operation of the engine ends the process")
    func values() throws {
        let columns = try Self.columns(base)
        #expect(columns.count > 150)
        var pairs = Self.values.flatMap { value in columns.map { (column: $0, value: value) } }
        if !Self.isLong { pairs = Array(pairs.shuffled().prefix(Self.pairsOfShortRun)) }
        for (place, (column, value)) in pairs.enumerated() {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                try? FileManager.default.removeItem(atPath: changed + suffix)
            }
            try FileManager.default.copyItem(atPath: base, toPath: changed)
            do {
                let connection = try Connection(path: changed, mode: .readWrite)
                connection.setDefensive(false)
                try? connection.run("UPDATE OR IGNORE \"\(column.table)\" SET \"\(column.name)\" = ?", [value])
                if connection.totalChanges == 0 { continue }
            }
            if Self.isLong { print("forged \(place) of \(pairs.count): \(column.table).\(column.name) \(value)") }
            if let store = try? SQLiteStore(path: changed, access: .write) { use(store) }
        }
    }

    private static func columns(_ path: String) throws -> [(table: String, name: String)] {
        let connection = try Connection(path: path, mode: .readOnly)
        let rows = try connection.prepare(
            """
            SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY t.name, c.cid
            """)
        var out: [(table: String, name: String)] = []
        while try rows.step() { out.append((rows.text(0), rows.text(1))) }
        return out
    }
}
