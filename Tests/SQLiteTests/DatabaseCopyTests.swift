import Database
import Foundation
import Testing

@testable import SQLite

/// Copying a database while others use it, and putting one in the place of another.
@Suite final class DatabaseCopyTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "feedsearch-\(UUID().uuidString)")
    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A database in WAL mode whose table `t` has one row, of `text` and some pages.
    @discardableResult
    private func database(_ name: String, _ text: String, pages: Int = 2) throws -> Connection {
        let connection = try Connection(path: path(name), mode: .create)
        _ = try connection.text("PRAGMA journal_mode = WAL")
        try connection.execute("CREATE TABLE t (text, filler)")
        try connection.run("INSERT INTO t VALUES (?, zeroblob(?))", [.text(text), .integer(Int64(pages) * 4_096)])
        return connection
    }

    private func text(_ name: String) throws -> String? {
        let connection = try Connection(path: path(name), mode: .readWrite)
        #expect(try connection.text("PRAGMA integrity_check") == "ok")
        return try connection.text("SELECT text FROM t")
    }

    private func replace(_ target: String, with source: String, keepsUnreadable: Bool = true) throws -> String? {
        let staging = try StagingFile(for: path(target))
        try Connection(path: path(source), mode: .readOnly).copy(to: staging.path)
        return try DatabaseFile.replace(
            path(target), with: staging, keepsUnreadable: keepsUnreadable, until: .now + .milliseconds(200))
    }

    @Test("A copy is of one moment and made in one go, however often another process writes meanwhile")
    func besideWriter() throws {
        let writer = try database("a.db", "first", pages: 5_000)
        let reader = try Connection(path: path("a.db"), mode: .readOnly)
        var steps = 0
        try reader.copy(to: path("copy.db")) {
            steps += 1
            if steps > 100 { throw CancellationError() }
            try writer.run("UPDATE t SET text = 'changed'")
        }
        #expect((5...10).contains(steps), "\(steps)")
        #expect(try text("copy.db") == "first")
    }

    @Test("A copy that keeps a writer with a rollback journal waiting gives up")
    func blocking() throws {
        try database("a.db", "first", pages: 5_000).execute("PRAGMA journal_mode = TRUNCATE")
        let reader = try Connection(path: path("a.db"), mode: .readOnly)
        #expect {
            try reader.copy(to: path("copy.db"), isBlocking: true, maxBlocking: .zero)
        } throws: {
            if case CopyError.reading(let error) = $0 { error.code == SQLiteError.busy } else { false }
        }
        try Connection(path: path("a.db"), mode: .readWrite).run("UPDATE t SET text = 'changed'")
    }

    @Test("A database takes the place of another, whose log another database has left there", arguments: [true, false])
    func staleLog(isOwn: Bool) throws {
        try database("new.db", "new").execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try database("old.db", "old", pages: 20).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let other = try database(isOwn ? "old2.db" : "other.db", "other", pages: 40)
        try FileManager.default.copyItem(atPath: other.path! + "-wal", toPath: path("old.db-wal"))
        _ = try replace("old.db", with: "new.db")
        #expect(try text("old.db") == "new")
    }

    @Test("A new file is not mixed with the log of one that is gone")
    func logOfNothing() throws {
        try database("new.db", "new").execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let other = try database("other.db", "other", pages: 40)
        try FileManager.default.copyItem(atPath: other.path! + "-wal", toPath: path("absent.db-wal"))
        let staging = try StagingFile(for: path("absent.db"))
        try Connection(path: path("new.db"), mode: .readOnly).copy(to: staging.path)
        try DatabaseFile.place(staging, at: path("absent.db"), until: .now + .seconds(60))
        #expect(try text("absent.db") == "new")
        #expect(!FileManager.default.fileExists(atPath: staging.path))
    }

    @Test("Nothing takes the place of a database that somebody has open, and of a file that has come meanwhile")
    func inUse() throws {
        try database("new.db", "new")
        let open = try database("old.db", "old")
        #expect(try open.text("SELECT text FROM t") == "old")
        #expect {
            try replace("old.db", with: "new.db")
        } throws: {
            ($0 as? SQLiteError)?.code == SQLiteError.busy
        }
        #expect(try open.text("SELECT text FROM t") == "old")
        let staging = try StagingFile(for: path("old.db"))
        #expect(throws: SQLiteError.self) { try DatabaseFile.place(staging, at: path("old.db"), until: .now) }
        #expect(try text("old.db") == "old")
    }

    @Test("A file that SQLite cannot read is kept with its log under another name, each time under a new one")
    func unreadable() throws {
        try database("new.db", "new")
        for name in ["old.db.damaged", "old.db.damaged-2"] {
            try Data("no database".utf8).write(to: URL(fileURLWithPath: path("old.db")))
            try Data("no log".utf8).write(to: URL(fileURLWithPath: path("old.db-wal")))
            #expect(try replace("old.db", with: "new.db") == path(name))
            #expect(try String(contentsOfFile: path(name), encoding: .utf8) == "no database")
            #expect(try String(contentsOfFile: path(name + "-wal"), encoding: .utf8) == "no log")
            #expect(try text("old.db") == "new")
        }
    }

    @Test("Two processes never write one copy; what a dead one left is cleared away")
    func staging() throws {
        try Data("half".utf8).write(to: URL(fileURLWithPath: path("a.db.part")))
        try Data("half".utf8).write(to: URL(fileURLWithPath: path("a.db.part-journal")))
        do {
            let first = try StagingFile(for: path("a.db"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: first.path)).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: first.path + "-journal"))
            #expect {
                try StagingFile(for: path("a.db"))
            } throws: {
                ($0 as? SQLiteError)?.code == SQLiteError.busy
            }
        }
        #expect(!FileManager.default.fileExists(atPath: path("a.db.part")))
        try FileManager.default.createSymbolicLink(atPath: path("a.db.part"), withDestinationPath: path("precious"))
        #expect(throws: SQLiteError.self) { try StagingFile(for: path("a.db")) }
    }

    @Test("A connection knows when another file has its name")
    func moved() throws {
        let connection = try database("a.db", "old")
        #expect(!connection.hasMoved)
        try FileManager.default.moveItem(atPath: path("a.db"), toPath: path("b.db"))
        #expect(connection.hasMoved)
    }
}
