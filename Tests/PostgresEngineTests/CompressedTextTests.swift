import Articles
import Formats
import LibraryStorage
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine

/// Texts that a server has compressed, and a library of an earlier version whose are not yet.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct CompressedTextTests {
    private let store: PostgresStore

    init() throws {
        store = try PostgresLibrary.open(PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
    }

    private static func text(_ number: Int) -> String {
        (0..<40).map { "word\(($0 * 7 + number * number) % 90) 检索文章\((number + $0) % 50)。" }.joined(separator: " ")
            + " end\(number)"
    }

    private static func article(_ number: Int) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = "https://a.example/"
        draft.guid = "\(number)"
        draft.title = "Title \(number) 标题"
        draft.body = Array(text(number).utf8)
        draft.html = Array("<p>\(text(number))</p>".utf8)
        return draft
    }

    @discardableResult
    private func insert(_ numbers: Range<Int>, into other: PostgresStore? = nil, batchSize: Int = 300) throws
        -> BatchInsertResult
    {
        try (other ?? store).insert(numbers, batchSize: batchSize, Self.article)
    }

    private func count(_ sql: String) throws -> Int64? { try store.connection.integer(sql) }

    private static let isPacked = "substring(body FROM 1 FOR 4) = '\\x28b52ffd'"

    private var packed: Int64 {
        get throws { try count("SELECT count(*) FROM feedsearch.article_text WHERE \(Self.isPacked)") ?? 0 }
    }

    private var dictionaries: Int64 {
        get throws { try count("SELECT count(*) FROM feedsearch.text_dictionary") ?? 0 }
    }

    private func hits(_ query: String, in other: PostgresStore? = nil) throws -> [String] {
        try (other ?? store).search(SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)).hits.map {
            "\($0.guid) \($0.score) \($0.snippet)"
        }
    }

    private func expectText(_ number: Int, in other: PostgresStore? = nil) throws {
        let store = other ?? store
        let id = try #require(try store.ids(guid: "\(number)").first)
        let article = try #require(try store.article(id, withTexts: true))
        #expect(article.body == Self.text(number))
        #expect(article.html == "<p>\(Self.text(number))</p>")
        let hits = try hits("end\(number)", in: store)
        #expect(hits.count == 1 && hits[0].hasPrefix("\(number) ") && hits[0].contains("end\(number)"))
    }

    @Test("Texts are compressed once there are enough to learn from, and read, changed, removed and indexed as before")
    func compressed() throws {
        try insert(1..<901)
        #expect(try packed == 0)
        let reader = try PostgresLibrary.open(store.address, access: .read)
        try expectText(7, in: reader)
        try insert(901..<1_601)
        #expect(try packed == 1_600)
        #expect(try dictionaries == 1)
        for number in [1, 950, 1_600] {
            try expectText(number)
            try expectText(number, in: reader)
        }
        try #require(
            try store.insert(7..<8) { _ in
                var changed = Self.article(7)
                changed.body = Array((Self.text(8) + " zebra").utf8)
                changed.html = nil
                return changed
            }.updated == 1)
        #expect(try hits("zebra").count == 1)
        #expect(try hits("end7").isEmpty)
        try store.remove([9, 10], now: 1)
        #expect(try hits("end9").isEmpty)
        #expect(try store.check().problems == [])
        _ = try store.undo()
        try expectText(9)
        #expect(try store.check().problems == [])
        try store.reindex()
        try store.optimize()
        try expectText(9)
        #expect(try store.check().problems == [])
    }

    @Test("Of a first load all texts are compressed, whatever the size of its batches", arguments: [100, 999, 2_000])
    func firstLoad(_ batchSize: Int) throws {
        try insert(1..<3_001, batchSize: batchSize)
        #expect(try packed == 3_000)
        #expect(try dictionaries == 1)
        for number in [1, 999, 1_001, 3_000] { try expectText(number) }
    }

    @Test("Texts of every kind come back as they were")
    func everyKind() throws {
        try insert(1..<1_001)
        let texts = UnusualTexts.all(Self.text)
        _ = try store.insert(0..<texts.count) { number in
            var draft = Self.article(10_000 + number)
            draft.body = Array(texts[number].utf8)
            draft.html = nil
            return draft
        }
        for (number, text) in texts.enumerated() {
            let id = try #require(try store.ids(guid: "\(10_000 + number)").first)
            #expect(try store.article(id, withTexts: true)?.body == text)
        }
        #expect(try packed > 1_003)
        #expect(try store.check().problems == [])
    }

    @Test("A dictionary that is rolled back with its transaction is not in use")
    func rolledBack() throws {
        struct Stop: Error {}
        try insert(1..<991)
        #expect(throws: Stop.self) {
            try store.atomically {
                try insert(991..<1_101)
                throw Stop()
            }
        }
        #expect(try dictionaries == 0)
        try insert(991..<999)
        #expect(try packed == 0)
        // Numbers that were given in the transaction that was rolled back are given again.
        try insert(999..<1_011)
        #expect(try packed == 1_010)
        #expect(try store.check().problems == [])
    }

    @Test("Writers on several machines use one dictionary, and read each other's texts")
    func severalWriters() throws {
        let other = try PostgresLibrary.open(store.address, access: .write)
        try insert(1..<600)
        try insert(600..<1_200, into: other)
        try insert(1_200..<1_300)
        #expect(try dictionaries == 1)
        #expect(try packed == 1_299)
        for number in [5, 1_000, 1_250] {
            try expectText(number)
            try expectText(number, in: other)
        }
    }

    @Test("An older library stays readable for earlier versions of the program until optimize compresses its texts")
    func upgraded() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        try PostgresSchema.upgrade(PostgresConnection(address), to: PostgresSchema.compressedTexts - 1)
        let store = try PostgresLibrary.open(address, access: .write)
        try insert(1..<1_200, into: store)
        func integer(_ sql: String) throws -> Int64? { try store.connection.integer(sql) }
        let plain = "SELECT count(*) FROM feedsearch.article_text WHERE NOT \(Self.isPacked)"
        let least = "SELECT max(least_program)::int8 FROM feedsearch.schema_version"
        #expect(try integer(plain) == 1_199)
        #expect(try integer(least) == Int64(PostgresSchema.compressedTexts - 1))
        let queries = ["word3 word4", "检索文章", "检索文章7 end12", "end12 OR end700 OR 文章9", "NEAR(word3 文章4, 3)"]
        let expected = try queries.map { try hits($0, in: store) }
        let reader = try PostgresLibrary.open(address, access: .read)
        _ = try hits("end12", in: reader)
        try store.optimize()
        #expect(try integer(plain) == 0)
        #expect(try integer(least) == Int64(PostgresSchema.newestVersion))
        #expect(try queries.map { try hits($0, in: store) } == expected)
        #expect(try queries.map { try hits($0, in: reader) } == expected)
        try expectText(1_199, in: reader)
        #expect(try store.check().problems == [])
        try insert(1_200..<1_210, into: store)
        #expect(try integer(plain) == 0)
    }

    @Test("A compressed text that is damaged, or whose dictionary is gone, is an error, and check names it")
    func damaged() throws {
        try insert(1..<1_001)
        try #require(try packed == 1_000)
        try store.remove([8], now: 1)
        try store.connection.execute(
            "UPDATE feedsearch.article_text SET body = substring(body FROM 1 FOR length(body) - 5) WHERE n = 5")
        #expect(throws: StorageError.self) { try store.article(5, withTexts: true) }
        #expect(throws: StorageError.self) { try hits("end5") }
        #expect(try store.article(6, withTexts: true) != nil)
        #expect(try store.check().problems.contains { $0.contains("1 cannot be read (#5)") })
        try store.connection.execute(
            "UPDATE feedsearch.removed_article SET body = substring(body FROM 1 FOR length(body) - 5) WHERE n = 8")
        #expect(try store.check().problems.contains { $0.contains("2 cannot be read (#5 #8)") })
        try store.connection.execute("DELETE FROM feedsearch.text_dictionary")
        let reader = try PostgresLibrary.open(store.address, access: .read)
        #expect(throws: StorageError.self) { try hits("end6", in: reader) }
        #expect(try reader.check().problems.contains { $0.contains("1000 cannot be read") })
    }
}
