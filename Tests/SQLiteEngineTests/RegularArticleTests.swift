import LibraryStorage
import QueryLanguage
import SQLite
import System
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine

/// Titles alone, in which the word of a number stands in each article whose number it divides, up to three times.
@Suite struct RegularArticleTests {
    private static let isLong = Environment.value("FEEDSEARCH_TEST_LONG") == "1"

    private static func title(_ number: Int, _ distances: ClosedRange<Int>) -> String {
        distances.filter { number % $0 == 0 }
            .map { distance in Array(repeating: "t\(distance)", count: 1 + distance % 3).joined(separator: " ") }
            .joined(separator: " ")
    }

    private static func expectSame(_ store: SQLiteStore, _ path: String, _ words: [String]) throws {
        #expect(try store.check().problems == [])
        let reader = try SQLiteStore(path: path, access: .read)
        for word in words {
            var request = SearchRequest(query: try QueryParser.parse(word), now: 1_700_000_000)
            request.limit = 20
            request.fields = .ids
            request.reranks = false
            request.countsAll = true
            request.fold = false
            let quick = try reader.search(request)
            request.exhaustive = true
            let slow = try store.search(request)
            #expect(quick.total == slow.total, "\(word)")
            #expect(quick.hits.map(\.id) == slow.hits.map(\.id), "\(word)")
            #expect(quick.hits.map(\.score) == slow.hits.map(\.score), "\(word)")
        }
    }

    /// Loads articles in several segments, changes and removes some, and merges all.
    ///
    /// - Parameters:
    ///   - words: those that are compared after each change.
    ///   - title: of the article with a number.
    private static func expectSame(
        _ count: Int, pageSize: Int?, words: [String], title: @escaping (Int) -> String
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.db")
        let store = try SQLiteStore(path: path, access: .write)
        if let pageSize {
            try store.connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('pgsz', \(pageSize))")
        }
        func drafts(_ numbers: some Sequence<Int>, shift: Int = 0) -> [ArticleDraft] {
            numbers.map { draft("\($0)", title($0 + shift), "") }
        }
        let part = count / 4
        for first in stride(from: 1, through: count, by: part) {
            try store.insert(drafts(first..<min(first + part, count + 1)), batchSize: part / 3 + 1)
        }
        try expectSame(store, path, words)
        try store.optimize()
        try expectSame(store, path, words)
        // Some get the title of another article, and some are removed.
        try store.insert(drafts(stride(from: 1, through: count, by: 17), shift: 1), batchSize: part)
        try store.remove(stride(from: Int64(5), through: Int64(count), by: 23).map { $0 }, now: 1)
        try expectSame(store, path, words)
        try store.optimize()
        try expectSame(store, path, words)
    }

    /// Each title has the words of all distances that divide its number.
    private static func expectSame(_ count: Int, pageSize: Int?, _ compared: [Int]) throws {
        try expectSame(count, pageSize: pageSize, words: compared.map { "t\($0)" }) { title($0, 1...300) }
    }

    /// Each title is one word, so that lists of adjacent terms begin on adjacent leaves.
    ///
    /// - Parameter positions: how often the word stands in its title.
    private static func expectSame(_ count: Int, pageSize: Int?, distance: Int, positions: Int = 1) throws {
        let words = (0..<distance).map { "t\($0 + 1_000)" }
        try expectSame(count, pageSize: pageSize, words: words) { number in
            Array(repeating: words[number % distance], count: positions).joined(separator: " ")
        }
    }

    /// Two blocks are a little larger than a page, so that each is a chunk, and its postings take a page as well.
    @Test(
        "Segments of titles of one word are merged, also where a list has as many chunks as its doclist has pages",
        arguments: [(575, 4, 480), (640, 10, 540)])
    func words(_ pageSize: Int, _ distance: Int, _ rows: Int) throws {
        try Self.expectSame(distance * rows, pageSize: pageSize, distance: distance)
    }

    @Test("The same in 400,000 articles, with pages as they are", .enabled(if: isLong), arguments: [1, 2, 3])
    func manyWords(_ positions: Int) throws {
        try Self.expectSame(400_000, pageSize: nil, distance: 100, positions: positions)
    }

    @Test(
        "Words that recur in each k-th title are found as the exhaustive collector finds them", arguments: [100, 400])
    func titles(_ pageSize: Int) throws {
        try Self.expectSame(3_000, pageSize: pageSize, Array(stride(from: 1, through: 300, by: 23)))
    }

    @Test("The same in 600,000 articles, for every k up to 300", .enabled(if: isLong))
    func manyTitles() throws { try Self.expectSame(600_000, pageSize: nil, Array(1...300)) }
}
