import Foundation
import LibraryStorage
import QueryLanguage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

/// Rows that no program of ours writes: loops over them end.
@Suite struct ForgedRowTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    @Test("Matches of a commit with a number that no commit has are left alone", arguments: [0, -1, Int64.min])
    func batch(_ id: Int64) throws {
        try store.connection.run(
            "INSERT INTO alert_batch VALUES (?, 1, 1, ?)", [.integer(id), .blob([1, 2, 1, 1])])
        try store.sortAlerts()
        #expect(try store.waitingAlerts().isEmpty)
    }

    @Test("Waiting matches that cannot be taken make no delivery", arguments: ["1e30", "'text'"])
    func waiting(_ first: String) throws {
        try store.connection.execute("INSERT INTO alert_waiting VALUES (1, \(first), 1, x'01')")
        let articles = try store.waitingArticles(of: 1, limit: 10)
        #expect(articles.count == 2)
        for _ in 0..<2 {
            let taken = try store.addDelivery(of: articles, folded: [], search: 1, uid: "u", now: 1)
            if taken == 0 { break }
        }
        #expect(try store.addDelivery(of: articles, folded: [], search: 1, uid: "v", now: 1) == 0)
        #expect(try store.deliveries(state: nil, search: nil, limit: 10).count <= 1)
        #expect(try !store.check().problems.isEmpty || store.waitingArticles(of: 1, limit: 1).isEmpty)
    }

    @Test("A row of a million waiting matches gives a thousand")
    func longRow() throws {
        try store.connection.run(
            "INSERT INTO alert_waiting VALUES (1, 1, 1, ?)", [.blob([UInt8](repeating: 1, count: 1_000_000))])
        #expect(try store.waitingArticles(of: 1, limit: .max).count == 1_024)
    }

    @Test("A list of articles whose dates are no integers ends", arguments: ["-1e30", "1e30", "'text'", "x'00'"])
    func dates(_ date: String) throws {
        try store.insert((0..<1_100).map { draft("\($0)", "Title", "") })
        let other = try Connection(path: store.path, mode: .readWrite)
        try other.execute("UPDATE article SET sort_date = \(date)")
        var seen = 0
        let query = try QueryParser.parse("is:unread")
        try store.forEachMatch(
            query, now: 1, utcOffset: { _ in 0 },
            { _ in
                seen += 1
                return seen < 10_000
            })
        #expect(seen < 10_000)
        #expect(try store.check().problems.contains { $0.hasPrefix("article: rows with something else") })
    }

    @Test("A new article gets no number beyond the limit")
    func numbersEnd() throws {
        try store.insert([draft("a", "Title", "Text.")])
        try store.connection.execute("UPDATE sqlite_sequence SET seq = 4294967295 WHERE name = 'article'")
        #expect(throws: StorageError.self) { try store.insert([draft("b", "Title", "Text.")]) }
        #expect(try store.storeStatistics().articles == 1)
    }
}
