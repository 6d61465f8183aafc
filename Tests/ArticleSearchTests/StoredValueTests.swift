import Testing

@testable import ArticleSearch
@testable import SearchRanking

/// Values whose bytes all engines store alike.
@Suite struct StoredValueTests {
    @Test("A block of facts that is stored and read again has the same facts")
    func facts() throws {
        var block = FactsBlock()
        let facts = RankingFacts(bodyLength: 70_000, titleLength: 12, date: 1_700_000_000, foldKey: .max)
        block[3 * FactsBlock.size + 1_023] = facts
        let read = try #require(FactsBlock(units: block.units))
        var expected = facts
        expected.bodyLength = 65_535
        #expect(read[1_023] == expected && !read[1_022].isKnown)
        #expect(read.lengths[1_023] == 0 && read.lengths[0] == 0)
        #expect(block.units.count * 2 == Int(FactsBlock.byteCount))
        #expect(FactsBlock(units: Array(block.units.dropLast())) == nil)
    }

    @Test("Stored lengths are those of the facts, or say that these are to be asked")
    func lengths() throws {
        var block = FactsBlock()
        for (n, body, title) in [(0, 12, 0), (1, 3, 5), (2, 65_534, 0), (3, 65_535, 0), (4, 65_000, 400), (6, 0, 1)] {
            block[Int64(n)] = RankingFacts(bodyLength: body, titleLength: title)
        }
        let stored = block.storedLengths
        #expect(stored.prefix(8) == [12, 18, 65_534, .max, .max, 0, 3, 0])
        #expect(stored.count * 2 == Int(FactsBlock.lengthByteCount))
        #expect(FactsBlock.lengths(stored)?.prefix(8) == [12, 18, 65_534, 0, 0, 0, 3, 0])
        #expect(FactsBlock.lengths(stored) == block.lengths)
        #expect(FactsBlock.lengths(Array(stored.dropLast())) == nil && FactsBlock.lengths(stored + [1]) == nil)
        #expect(FactsBlock().lengths.allSatisfy { $0 == 0 })
    }

    @Test("A block of guids has those of its articles alone, and none that is very long")
    func guids() {
        var block = IDBlock(number: 2)
        block.add(2_048, guid: Array("first".utf8).span, feed: 7)
        block.add(2_050, guid: Array(repeating: UInt8(ascii: "x"), count: 1_025).span, feed: 7)
        block.add(3_071, guid: Array("last".utf8).span, feed: 9)
        // Of another block.
        block.add(3_072, guid: Array("beyond".utf8).span, feed: 9)
        #expect(block.range == 2_048...3_071)
        #expect(block[2_048]?.guid == "first" && block[2_048]?.feed == 7)
        #expect(block[3_071]?.guid == "last" && block[3_071]?.feed == 9)
        for article: Int64 in [-1, 0, 2_047, 2_049, 2_050, 3_072] { #expect(block[article] == nil) }
    }

    @Test("A folder has the names of those around it, and a circle ends")
    func folders() {
        var paths = FolderPaths()
        paths.add(1, parent: 0, name: "A")
        paths.add(2, parent: 1, name: "B")
        paths.add(3, parent: 2, name: "C")
        paths.add(8, parent: 9, name: "X")
        paths.add(9, parent: 8, name: "Y")
        #expect(paths[3] == ["A", "B", "C"] && paths[1] == ["A"] && paths[5] == nil)
        #expect(paths[8]?.count == 64 && paths.all.count == 5)
    }

    @Test("Rows of frequent words are read as they were written, and a row that is cut off as far as it goes")
    func frequentWords() throws {
        let store = WordRows()
        let words = FrequentWords(store)
        let listed = (0..<2_000).map { "word\(10_000 + $0)" }
        words.replaceAll(
            bytes: listed.flatMap(\.utf8), starts: (0...2_000).map { $0 * 9 }, articles: (0..<2_000).map { $0 * 1_000 })
        try words.write(all: true)
        #expect(store.rows.count > 4 && store.rows.allSatisfy { $0.words.count < 8_000 })
        var read: [String: Int] = [:]
        for row in store.rows {
            #expect(row.words.dropFirst().starts(with: row.first))
            FrequentWords.forEachWord(in: row.words) { read[String(decoding: $0, as: UTF8.self)] = $1 }
        }
        #expect(read == Dictionary(uniqueKeysWithValues: zip(listed, (0..<2_000).map { $0 * 1_000 })))
        var count = 0
        FrequentWords.forEachWord(in: Array(store.rows[0].words.prefix(100))) { _, _ in count += 1 }
        #expect((7...10).contains(count))
    }
}

/// Keeps what is written.
private final class WordRows: FrequentWordStore {
    private(set) var rows: [FrequentWordRow] = []

    func version() -> Int64 { 0 }
    func forEachRow(_ body: (Span<UInt8>) -> Void) { for row in rows { body(row.words.span) } }
    func write(_ rows: [FrequentWordRow], replacingAll all: Bool) { self.rows = all ? rows : self.rows + rows }
    func learntUpTo() -> Int64 { 0 }
    func remember(learntUpTo article: Int64) {}
    func forEachText(after article: Int64, limit: Int, _ body: (Span<UInt8>, Span<UInt8>) -> Void) {}
    func hasMoreArticles(than count: Int) -> Bool { false }
    func lastArticle() -> Int64 { 0 }
    func segmentCount() -> Int { 0 }
    func articles(with terms: [[UInt8]]) -> [Int] { terms.map { _ in 0 } }
    func forEachTerm(_ body: (Span<UInt8>, Int) -> Void) {}
}
