import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct UnreadSumTests {
    @Test("Sums that went wrong are found by check")
    func check() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert(["a", "b", "c"].map { draft("1", "Story", "text", feed: "https://example.org/\($0)") })
        let connection = try Connection(path: folder.file("a.db"), mode: .readWrite)
        try connection.execute("UPDATE feed SET unread = unread + 1 WHERE id = 2")
        #expect(try store.check().problems == ["feeds whose sums are wrong: 1"])
        try connection.execute("UPDATE feed SET unread = unread - 1 WHERE id = 2")
        #expect(try store.check().problems == [])
    }
}
