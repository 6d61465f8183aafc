import Foundation
import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct DatabasePlaceTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([draft("a", "Title", "A text.")])
    }

    private func expectMoved(_ body: () throws -> Void) {
        #expect(performing: body, throws: { if case StorageError.moved = $0 { true } else { false } })
    }

    @Test(
        "What is written into a file that was moved, deleted or replaced is not acknowledged",
        arguments: [
            "mv a.db b.db", "rm a.db", "cp a.db b.db; mv b.db a.db", "rm a.db; ln -s /dev/null a.db", "rm a.db-wal",
        ])
    func moved(_ line: String) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "cd \(folder.path) && \(line)"]
        try shell.run()
        shell.waitUntilExit()
        var acknowledged = 0
        var rows = [draft("b", "Another", "Text.")][...]
        var request = BatchInsertRequest(batchSize: 1) { row in
            guard let next = rows.popFirst() else { return false }
            row = next
            return true
        }
        request.onCommit = { _ in acknowledged += 1 }
        expectMoved { try store.insert(request, now: 1) }
        #expect(acknowledged == 0)
    }

    @Test("Every write sees that the file is gone, and reading goes on")
    func otherWrites() throws {
        try FileManager.default.removeItem(atPath: folder.file("a.db"))
        #expect(try store.article(1)?.title == "Title")
        expectMoved { try store.trust("https://example.org", for: 1) }
        expectMoved { _ = try store.upsert(FeedDraft(url: "https://example.org/x"), now: 1) }
        expectMoved { try store.save(search: "a", query: "b", now: 1) }
    }

    @Test("Nothing stops a writer whose file is where it was, through a first load, a checkpoint and other writers")
    func unmoved() throws {
        let path = folder.file("b.db")
        let store = try SQLiteStore(path: path, access: .write)
        let batch = PreparedBatch()
        for index in 0..<300 {
            batch.add(draft("\(index)", "Title \(index)", String(repeating: "text ", count: 1_000)))
        }
        var batches = [batch][...]
        try store.insert(BatchInsertRequest { _ in false }, now: 1) { batches.popFirst() }
        try store.optimize()
        try store.insert([draft("b", "Another", "Text.")])
        try SQLiteStore(path: path, access: .write).insert([draft("c", "Another", "Text.")])
        try store.insert([draft("d", "Another", "Text.")])
        try store.reindex()
        #expect(try store.check().problems == [])
    }
}
