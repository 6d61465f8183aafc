import Foundation
import QueryLanguage
import TestSupport
import Testing

@testable import Articles
@testable import Formats
@testable import LibraryStorage
@testable import PostingIndex
@testable import SQLite
@testable import SQLiteEngine
@testable import SearchRanking

/// Texts that are stored compressed, and the file of an earlier version whose are not yet.
@Suite struct CompressedTextTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    private static func text(_ number: Int) -> String {
        (0..<40).map { "word\(($0 * 7 + number * number) % 90) 检索文章\((number + $0) % 50)。" }.joined(separator: " ")
    }

    private static func article(_ number: Int) -> ArticleDraft {
        var article = draft("\(number)", "Title \(number) 标题", text(number) + " end\(number)")
        article.html = Array("<p>\(text(number)) end\(number)</p>".utf8)
        return article
    }

    private func count(_ sql: String) throws -> Int64? { try store.connection.integer(sql) }

    private var packed: Int64 {
        get throws { try count("SELECT count(*) FROM article_text WHERE typeof(body) = 'blob'") ?? 0 }
    }

    @Test("Texts are compressed once there are enough to learn from, and read, changed, removed and indexed as before")
    func compressed() throws {
        try store.insert((1...900).map(Self.article), batchSize: 300)
        #expect(try packed == 0)
        try store.insert((901...1_600).map(Self.article), batchSize: 300)
        #expect(try packed == 1_600)
        #expect(try count("SELECT count(*) FROM text_dictionary") == 1)
        for number in [1, 950, 1_600] {
            let article = try #require(try store.article(Int64(number), withTexts: true))
            #expect(article.body == Self.text(number) + " end\(number)")
            #expect(article.html == "<p>\(Self.text(number)) end\(number)</p>")
            let hit = try store.search(
                SearchRequest(query: try QueryParser.parse("end\(number)"), now: 1_700_000_000)
            ).hits.first
            #expect(hit?.guid == "\(number)" && hit?.snippet.contains("end\(number)") == true)
        }
        var changed = Self.article(7)
        changed.body = Array((Self.text(8) + " zebra").utf8)
        changed.html = nil
        try store.insert([changed])
        #expect(try store.hits("zebra") == ["7"])
        #expect(try store.hits("end7").isEmpty)
        try store.remove([9, 10], now: 1)
        #expect(try store.hits("end9").isEmpty)
        #expect(try store.check().problems == [])
        _ = try store.undo()
        #expect(try store.hits("end9") == ["9"])
        #expect(try store.article(9, withTexts: true)?.body == Self.text(9) + " end9")
        #expect(try store.check().problems == [])
        try store.reindex()
        try store.optimize()
        #expect(try store.check().problems == [])
    }

    @Test("Texts of every kind come back as they were")
    func everyKind() throws {
        try store.insert((1...1_000).map(Self.article))
        let texts = UnusualTexts.all(Self.text)
        try store.insert(texts.enumerated().map { draft("text\($0.offset)", "t", $0.element) })
        for (number, text) in texts.enumerated() {
            let n = try #require(try count("SELECT n FROM article WHERE guid = 'text\(number)'"))
            let row = try store.connection.prepare("SELECT plain_text(body) FROM article_text WHERE n = \(n)")
            let isThere = try row.step()
            #expect(isThere && row.bytes(0) == Array(text.utf8))
            #expect(try store.article(n, withTexts: true)?.body == text)
        }
        // Characters that stand once each are no shorter.
        #expect(try packed > 1_004)
        #expect(try store.check().problems == [])
    }

    @Test("A dictionary that is rolled back with its transaction is not in use")
    func rolledBack() throws {
        struct Stop: Error {}
        try store.insert((1...990).map(Self.article))
        #expect(throws: Stop.self) {
            try store.connection.transaction {
                try store.insert((991...1_100).map(Self.article))
                throw Stop()
            }
        }
        #expect(try count("SELECT count(*) FROM text_dictionary") == 0)
        try store.insert((991...999).map(Self.article))
        #expect(try packed == 0)
        try store.insert((1_000...1_010).map(Self.article))
        #expect(try packed == 1_010)
        #expect(try store.check().problems == [])
    }

    /// A batch as a load prepares it.
    private static func batch(_ numbers: ClosedRange<Int>, of pool: any ArticleBatchPool) -> any ArticleBatch {
        let batch = pool.take()
        for number in numbers { batch.add(article(number)) }
        batch.seal()
        return batch
    }

    @Test("A first load is one transaction and one segment, and all of its texts are compressed")
    func firstLoad() throws {
        let pool = store.makeBatchPool()
        var commits = 0
        var request = BatchInsertRequest(batchSize: 5_000) { _ in false }
        request.onCommit = { _ in commits += 1 }
        var next = 1
        try store.insert(request, now: 0) {
            guard next <= 2_000 else { return nil }
            defer { next += 400 }
            return Self.batch(next...next + 399, of: pool)
        }
        #expect(commits == 1)
        #expect(try SegmentMerger(connection: store.connection, table: "article_index").segmentCount() == 1)
        #expect(try packed == 2_000)
        #expect(try count("SELECT articles FROM text_dictionary") == 1_200)
        #expect(try store.check().problems == [])
    }

    @Test("A batch that waits has of a compressed text no other form, and makes its index entries of it again")
    func waiting() throws {
        func terms(_ batch: PreparedBatch) -> [[UInt8]: Int] {
            var found: [[UInt8]: Int] = [:]
            batch.index.forEachTerm { term, articles in found[term.indices.map { term[$0] }] = articles }
            return found
        }
        try store.insert((1...1_000).map(Self.article))
        let batch = PreparedBatch.own(Self.batch(1_001...1_050, of: store.makeBatchPool()))
        for case .article(let draft) in batch.entries {
            #expect(draft.packedBody != nil)
            #expect(draft.body.isEmpty)
        }
        let whole = PreparedBatch()
        for number in 1_001...1_050 { whole.add(Self.article(number)) }
        // Nobody looks words up in it, so that its entries by term were released.
        #expect(terms(batch) == terms(whole))
        #expect(terms(batch)[Array("end1010".utf8)] == 1)
    }

    @Test("A batch that was prepared with a dictionary that is rolled back is stored so that it can be read")
    func rolledBackLoad() throws {
        struct Stop: Error {}
        let pool = store.makeBatchPool()
        var prepared: (any ArticleBatch)?
        var calls = 0
        #expect(throws: Stop.self) {
            try store.insert(BatchInsertRequest(batchSize: 5_000) { _ in false }, now: 0) {
                calls += 1
                if calls == 1 { return Self.batch(1...1_000, of: pool) }
                prepared = Self.batch(1_001...1_100, of: pool)
                throw Stop()
            }
        }
        #expect(try count("SELECT count(*) FROM text_dictionary") == 0)
        #expect(try count("SELECT count(*) FROM article") == 0)
        try store.insert(BatchInsertRequest { _ in false }, now: 0) {
            defer { prepared = nil }
            return prepared
        }
        #expect(try count("SELECT count(*) FROM article") == 100)
        #expect(try packed == 0)
        #expect(try store.article(1, withTexts: true)?.body == Self.text(1_001) + " end1001")
        #expect(try store.check().problems == [])
    }

    @Test("Where a file has lost its dictionary, nothing is compressed with what is remembered of it")
    func lostDictionary() throws {
        try store.insert((1...1_000).map(Self.article))
        try SQLiteStore(path: folder.file("a.db"), access: .write).connection.execute(
            "UPDATE article_text SET body = plain_text(body); DELETE FROM text_dictionary")
        try store.insert([Self.article(1_001)])
        #expect(try count("SELECT count(*) FROM text_dictionary") == 1)
        #expect(try store.article(1_001, withTexts: true)?.body == Self.text(1_001) + " end1001")
        #expect(try store.check().problems == [])
    }

    @Test("A file of the version before is brought up to date a part at a time, and answers alike meanwhile")
    func backfill() throws {
        try store.insert((1...1_200).map(Self.article))
        let queries = ["word3 word4", "检索文章", "检索文章7 end12", "end12 OR end700 OR 文章9", "NEAR(word3 文章4, 3)"]
        func answers(_ store: SQLiteStore) throws -> [[String]] {
            try queries.map { query in
                try store.search(SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)).hits.map {
                    "\($0.guid) \($0.score) \($0.snippet)"
                }
            }
        }
        let expected = try answers(store)
        try store.connection.execute(
            """
            UPDATE article_text SET body = plain_text(body);
            DELETE FROM text_dictionary;
            INSERT INTO backfill SELECT 'texts', 1, max(n), 0, max(n) FROM article_text;
            """)
        #expect(try packed == 0)
        let earlier = try SQLiteStore(path: folder.file("a.db"), access: .write, backfill: .zero)
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        #expect(try answers(reader) == expected)
        #expect(try earlier.check().problems == [])
        var parts = 0
        while try !earlier.continueBackfill(for: .milliseconds(5)) {
            parts += 1
            if parts % 8 == 1 { #expect(try answers(reader) == expected) }
        }
        #expect(parts > 1)
        #expect(try packed == 1_200)
        #expect(try answers(reader) == expected)
        #expect(try earlier.check().problems == [])
    }

    @Test("A forged file whose texts name many dictionaries is read, with the memory of a few of them")
    func manyDictionaries() throws {
        let count = TextReaders.maxCount + 3
        try store.insert((1...count).map(Self.article))
        for n in 1...count {
            let samples = (0..<60).map { Array("\($0 * n) of \(n): \(Self.text($0 + n * 100))".utf8) }
            let bytes = try #require(TextDictionary.train(samples))
            let dictionary = try #require(TextDictionary(bytes))
            let packed = try #require(TextCompressor(dictionary).compress(Array(Self.text(n).utf8)))
            try store.connection.run(
                "INSERT INTO text_dictionary (id, articles, bytes) VALUES (?, 1, ?)",
                [.integer(Int64(dictionary.id)), .blob(bytes)])
            try store.connection.run(
                "UPDATE article_text SET body = ? WHERE n = ?", [.blob(packed), .integer(Int64(n))])
        }
        for n in 1...count { #expect(try store.article(Int64(n), withTexts: true)?.body == Self.text(n)) }
        #expect(try self.count("SELECT count(*) FROM text_dictionary") == Int64(count))
        #expect(store.searchSource.texts.readerCount <= TextReaders.maxCount)
    }

    @Test("A compressed text that is damaged, or whose dictionary is gone, is an error, and check tells of it")
    func damaged() throws {
        try store.insert((1...1_000).map(Self.article))
        #expect(try packed == 1_000)
        try store.connection.execute("UPDATE article_text SET body = substr(body, 1, length(body) - 5) WHERE n = 5")
        #expect(throws: StorageError.self) { try store.article(5, withTexts: true) }
        #expect(throws: StorageError.self) { try store.hits("end5") }
        #expect(try store.article(6, withTexts: true) != nil)
        #expect(try store.check().problems.contains { $0.contains("1 cannot be read") && $0.contains("#5") })
        #expect(throws: StorageError.self) {
            try SQLiteStore(path: folder.file("a.db"), access: .write).connection.execute("DELETE FROM text_dictionary")
            _ = try SQLiteStore(path: folder.file("a.db"), access: .read).hits("end6")
        }
        #expect(try store.check().problems.contains { $0.contains("1000 cannot be read") })
    }
}
