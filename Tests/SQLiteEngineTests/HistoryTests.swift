import LibraryStorage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct HistoryTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    @Test("What came and what changed since a token is told, and nothing of before")
    func changes() throws {
        #expect(try store.historyToken() == 0)
        #expect(try store.changes(since: 0).isEmpty)
        try store.insert([draft("1", "one", "text"), draft("2", "two", "text")])
        let first = try store.historyToken()
        #expect(try store.changes(since: 0).inserted == 1...2)
        try store.insert([draft("3", "three", "text"), draft("2", "two changed", "text")])
        try store.insert([draft("4", "four", "text"), draft("1", "one changed", "text")])
        let changes = try store.changes(since: first)
        #expect(changes.inserted == 3...4)
        #expect(changes.changed == [1, 2])
        #expect(try store.historyToken() == changes.token && changes.token > first)
        #expect(try store.changes(since: changes.token).isEmpty)
    }

    @Test("A batch that changes nothing leaves the token where it was")
    func unchanged() throws {
        try store.insert([draft("1", "one", "text")])
        let token = try store.historyToken()
        try store.insert([draft("1", "one", "text")])
        #expect(try store.historyToken() == token)
    }

    @Test("The version that a reader sees changes with another connection's commit, and only then")
    func changeToken() throws {
        let reader = try SQLiteStore(path: folder.file("a.db"), access: .read)
        let before = try reader.changeToken()
        #expect(try reader.changeToken() == before)
        try store.insert([draft("1", "one", "text")])
        #expect(try reader.changeToken() != before)
        #expect(try reader.changes(since: 0).inserted == 1...1)
    }
}
