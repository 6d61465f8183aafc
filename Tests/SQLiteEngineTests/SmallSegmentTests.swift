import Articles
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
}
