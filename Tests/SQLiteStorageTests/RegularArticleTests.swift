import QueryLanguage
import SQLite
import System
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteSearch
@testable import SQLiteStorage

/// Titles alone, in which the word of a number stands in each article whose number it divides, up to three times.
@Suite struct RegularArticleTests {
    private static let isLong = Environment.value("FEEDSEARCH_TEST_LONG") == "1"

    private static func title(_ number: Int, _ distances: ClosedRange<Int>) -> String {
        distances.filter { number % $0 == 0 }
            .map { distance in Array(repeating: "t\(distance)", count: 1 + distance % 3).joined(separator: " ") }
            .joined(separator: " ")
    }

    private static func expectSame(_ store: SQLiteStore, _ path: String, _ distances: [Int]) throws {
        #expect(try store.check().problems == [])
        let reader = try SQLiteStore(path: path, access: .read)
        for distance in distances {
            var request = SearchRequest(query: try QueryParser.parse("t\(distance)"), now: 1_700_000_000)
            request.limit = 20
            request.fields = .ids
            request.reranks = false
            request.countsAll = true
            request.fold = false
            let quick = try reader.search(request)
            request.exhaustive = true
            let slow = try store.search(request)
            #expect(quick.total == slow.total, "\(distance)")
            #expect(quick.hits.map(\.id) == slow.hits.map(\.id), "\(distance)")
            #expect(quick.hits.map(\.score) == slow.hits.map(\.score), "\(distance)")
        }
    }

    /// - Parameter compared: the distances that are compared after each change.
    private static func expectSame(_ count: Int, pageSize: Int?, _ compared: [Int]) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let store = try SQLiteStore(path: path, access: .write)
        if let pageSize {
            try store.connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('pgsz', \(pageSize))")
        }
        let distances = 1...300
        func drafts(_ numbers: some Sequence<Int>, shift: Int = 0) -> [ArticleDraft] {
            numbers.map { draft("\($0)", title($0 + shift, distances), "") }
        }
        let part = count / 4
        for first in stride(from: 1, through: count, by: part) {
            try store.insert(drafts(first..<min(first + part, count + 1)), batchSize: part / 3 + 1)
        }
        try expectSame(store, path, compared)
        // Some get the title of another article, and some are removed.
        try store.insert(drafts(stride(from: 1, through: count, by: 17), shift: 1), batchSize: part)
        try store.remove(stride(from: Int64(5), through: Int64(count), by: 23).map { $0 }, now: 1)
        try expectSame(store, path, compared)
        try store.optimize()
        try expectSame(store, path, compared)
    }

    @Test(
        "Words that recur in each k-th title are found as the exhaustive collector finds them", arguments: [100, 400])
    func titles(_ pageSize: Int) throws {
        try Self.expectSame(3_000, pageSize: pageSize, Array(stride(from: 1, through: 300, by: 23)))
    }

    @Test("The same in 600,000 articles, for every k up to 300", .enabled(if: isLong))
    func manyTitles() throws { try Self.expectSame(600_000, pageSize: nil, Array(1...300)) }
}
