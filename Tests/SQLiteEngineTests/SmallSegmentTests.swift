import Articles
import PostingIndex
import SQLite
import TestSupport
import Testing

@testable import SQLiteEngine

@Suite struct SmallSegmentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Articles that are stored and changed one at a time leave a few segments, and FTS5 merges none by itself")
    func oneAtATime() throws {
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var most: Int64 = 0
        for n in 0..<60 {
            try store.insert([draft("\(n)", "title \(n)", "body of \(n)")])
            try store.insert([draft("\(n / 2)", "title \(n)", "another body of \(n)")])
            most = max(most, try store.connection.integer("SELECT count(DISTINCT segid) FROM article_index_idx") ?? 0)
        }
        // At most three of each of the levels 0 to 3.
        #expect(most <= 12)
        #expect(try store.connection.integer("SELECT v FROM article_index_config WHERE k = 'automerge'") == 0)
        #expect(try store.check().problems == [])
    }

    @Test("A change in a file of before begins no automatic merge of its large segments")
    func earlierFile() throws {
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        for load in 0..<2 {
            try store.insert(
                (0..<60).map { draft("\(load)-\($0)", "title", words(2_000, from: (60 * load + $0) << 20)) })
        }
        try store.connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('automerge', 2)")
        // FTS5 begins a merge once it has written 64 pages.
        try store.insert([draft("0-0", "title", words(13_000, from: 1 << 40))])
        #expect(try !SegmentMerger(connection: store.connection, table: "article_index").hasRunningMerge())
        #expect(try store.connection.integer("SELECT v FROM article_index_config WHERE k = 'automerge'") == 0)
        #expect(try store.check().problems == [])
    }

    /// Different words without common beginnings, so that they fill pages.
    private func words(_ count: Int, from start: Int) -> String {
        (start..<start + count)
            .map { "w" + String(UInt64(bitPattern: Int64($0 + 1)) &* 0x9E37_79B9_7F4A_7C15, radix: 36) }
            .joined(separator: " ")
    }
}
