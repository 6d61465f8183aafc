import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLite
@testable import SQLiteEngine
@testable import SearchRanking

/// How often characters stand in articles: what is kept of that, and rows of the version before, which held all units.
@Suite struct CharacterCountTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    private static func unpacked(_ bytes: [UInt8]) -> [UInt16: UInt32] {
        var out: [UInt16: UInt32] = [:]
        CharacterCounts.forEach(in: bytes.span) { code, count in
            out[code] = count
            return true
        }
        return out
    }

    @Test("Counts come back as they were added, and the counter is empty afterwards")
    func roundTrip() {
        var counts = CharacterCounts()
        for round in 0..<200 {
            var expected: [UInt16: UInt32] = [:]
            for index in 0..<(round * 3) {
                let scalar = UInt32((index &* 7_919 &+ round &* 104_729) % 0x1_1000)
                let weight: UInt32 = index % 5 == 0 ? 3 : 1
                let times = index % 11 == 0 ? 90 : 1
                for _ in 0..<times { counts.add(scalar, weight: weight) }
                if let code = ForwardUnits.code(character: scalar) {
                    expected[code, default: 0] += weight * UInt32(times)
                }
            }
            var bytes: [UInt8] = []
            counts.finish(into: &bytes)
            #expect(Self.unpacked(bytes) == expected)
            for length in 0..<bytes.count { #expect(Self.unpacked(Array(bytes[..<length])).count <= expected.count) }
        }
        #expect(Self.unpacked([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1]).isEmpty)
    }

    private static func article(_ number: Int) -> ArticleDraft {
        let words = (0..<40).map { "word\(($0 * 7 + number * number) % 90) 检索 이 文章\((number + $0) % 50)的。" }
        return draft("\(number)", "Title \(number) 标题的", words.joined(separator: " "))
    }

    /// Brings the file into the form of the version before: units in place of counts.
    private func becomeEarlier() throws {
        let connection = store.connection
        for n in 1...(try connection.integer("SELECT max(n) FROM article") ?? 0) {
            let text = try #require(try IndexedText.stored(n, connection))
            let update = try connection.prepare("UPDATE article_forward SET units = ?, characters = NULL WHERE n = ?")
            update.bind(units: ForwardUnits.codes(of: text).span, at: 1)
            update.bind(n, at: 2)
            try update.run()
        }
        try connection.execute("INSERT INTO backfill SELECT 'characters', 1, max(n), 0, max(n) FROM article")
    }

    @Test("A file of the version before is brought up to date a part at a time, and answers alike meanwhile")
    func backfill() throws {
        try store.insert((1...600).map(Self.article))
        var long = Self.article(601)
        long.body = Array((String(repeating: "长的 text ", count: 30_000) + "末尾").utf8)
        try store.insert([long])
        func answers(_ store: SQLiteStore) throws -> [[String]] {
            try ["的", "的 word7", "检索文章", "이 word3", "标题的 文章4", "末", "NEAR(word3 文章4, 3)"].map { query in
                var request = SearchRequest(query: try QueryParser.parse(query), now: 1_700_000_000)
                request.limit = 100
                return try store.search(request).hits.map { "\($0.guid) \($0.score) \($0.snippet)" }
            }
        }
        let expected = try answers(store)
        #expect(expected.allSatisfy { !$0.isEmpty })
        try becomeEarlier()
        let earlier = try SQLiteStore(path: folder.file("a.db"), access: .write, backfill: .zero)
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        #expect(try answers(reader) == expected)
        #expect(try earlier.check().problems == [])
        #expect(try reader.indexingProgress() == nil)
        var parts = 0
        while try !earlier.continueBackfill(for: .microseconds(200)) {
            parts += 1
            if parts % 8 == 1 { #expect(try answers(reader) == expected) }
        }
        #expect(parts > 1)
        let waiting = "SELECT count(*) FROM article_forward WHERE characters IS NULL OR length(units) > 0"
        #expect(try earlier.connection.integer(waiting) == 0)
        #expect(try earlier.connection.integer("SELECT count(*) FROM backfill") == 0)
        #expect(try answers(reader) == expected)
        #expect(try earlier.check().problems == [])
    }

    @Test("A wrong count is found by check, and corrected by reindex")
    func wrong() throws {
        try store.insert((1...3).map(Self.article))
        try store.connection.execute("UPDATE article_forward SET characters = x'9c9c0100' WHERE n = 2")
        #expect(try store.check().problems.contains { $0.contains("1 articles differs") })
        try store.reindex()
        #expect(try store.check().problems == [])
    }
}
