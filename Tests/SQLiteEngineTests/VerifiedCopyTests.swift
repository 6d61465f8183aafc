import Foundation
import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct VerifiedCopyTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func store(_ name: String, _ words: String...) throws -> SQLiteStore {
        let store = try SQLiteStore(path: folder.file(name), access: .write)
        try store.insert(words.map { draft($0, $0, "some words") })
        return store
    }

    @Test(
        "A copy is of what is committed, beside a writer in the middle of a transaction, and is nothing until it is placed"
    )
    func besideWriter() throws {
        let writer = try store("a.db", "one")
        try writer.connection.execute("BEGIN IMMEDIATE; UPDATE article_text SET title = 'half'")
        let copy = try VerifiedCopy(of: folder.file("a.db"), for: folder.file("b.db"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("b.db")))
        #expect(try copy.putInPlace(keepsUnreadable: false) == nil)
        try writer.connection.execute("ROLLBACK")
        #expect(try SQLiteStore(path: folder.file("b.db"), access: .read).hits("one") == ["one"])
        #expect(try SQLiteStore(path: folder.file("b.db"), access: .write).check().problems == [])
        #expect(!FileManager.default.fileExists(atPath: folder.file("b.db.part")))
    }

    @Test("A database with an older schema is copied as it is, and brought up to date where it is opened for writing")
    func older() throws {
        do {
            let connection = try Connection(path: folder.file("a.db"), mode: .create)
            try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
            try SQLiteSchema.upgrade(connection, to: 7)
        }
        try store("b.db", "newer")
        let copy = try VerifiedCopy(of: folder.file("a.db"), for: folder.file("b.db"))
        _ = try copy.putInPlace(keepsUnreadable: true)
        #expect(throws: StorageError.self) { try SQLiteStore(path: folder.file("b.db"), access: .read) }
        #expect(try SQLiteStore(path: folder.file("b.db"), access: .write).check().problems == [])
    }

    @Test("A database that is not ours, or newer, is neither copied nor replaced")
    func foreign() throws {
        try store("a.db", "one")
        try Connection(path: folder.file("other.db"), mode: .create).execute("CREATE TABLE t (x)")
        try store("newer.db", "two").connection.execute("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)")
        for name in ["other.db", "newer.db"] {
            #expect(throws: StorageError.self) { try VerifiedCopy.requireReplaceable(folder.file(name)) }
            #expect(throws: StorageError.self) {
                try VerifiedCopy(of: folder.file(name), for: folder.file("copy.db"))
            }
        }
        try VerifiedCopy.requireReplaceable(folder.file("a.db"))
    }

    @Test("A database whose version is negative is neither opened nor copied; a sound one may take its place")
    func negativeVersion() throws {
        try store("a.db", "one")
        for (name, version) in [("b.db", "-1"), ("c.db", "-2147483632")] {
            try store(name, "two").connection.execute(
                "PRAGMA user_version = \(version); PRAGMA wal_checkpoint(TRUNCATE)")
            let path = folder.file(name)
            for access in [StoreAccess.read, .write] {
                #expect { try SQLiteStore(path: path, access: access) } throws: { Self.isDamaged($0) }
            }
            #expect {
                try VerifiedCopy(of: path, for: folder.file("copy.db"))
            } throws: { Self.isDamaged($0) }
            try VerifiedCopy.requireReplaceable(path)
            _ = try VerifiedCopy(of: folder.file("a.db"), for: path).putInPlace(keepsUnreadable: true)
            #expect(try SQLiteStore(path: path, access: .write).check().problems == [])
        }
    }

    private static func isDamaged(_ error: any Error) -> Bool {
        if case StorageError.damaged = error { true } else { false }
    }

    @Test("A backup with a trigger of somebody else's is not restored")
    func forged() throws {
        try store("a.db", "one").connection.execute(
            "CREATE TRIGGER foreign_one AFTER INSERT ON article BEGIN DELETE FROM feed; END")
        #expect {
            try VerifiedCopy(of: folder.file("a.db"), for: folder.file("b.db"))
        } throws: {
            if case StorageError.foreignSchema = $0 { true } else { false }
        }
    }

    @Test("Of two copies to one target the second one is refused while the first one is written")
    func twice() throws {
        try store("a.db", "one")
        let first = try VerifiedCopy(of: folder.file("a.db"), for: folder.file("b.db"))
        #expect {
            try VerifiedCopy(of: folder.file("a.db"), for: folder.file("b.db"))
        } throws: {
            if case StorageError.copyUnderWay = $0 { true } else { false }
        }
        #expect(try first.putInPlace(keepsUnreadable: false) == nil)
    }

    @Test("A copy keeps the owner's rights of the database that it replaces")
    func rights() throws {
        try store("a.db", "one")
        try store("b.db", "two")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("b.db"))
        _ = try VerifiedCopy(of: folder.file("a.db"), for: folder.file("b.db")).putInPlace(keepsUnreadable: true)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("b.db"))[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    @Test("A backup of a first load that goes on without the log is of what is committed, and the load goes on")
    func firstLoad() throws {
        let writer = try store("a.db")
        #expect(try writer.connection.useRollbackJournal())
        try writer.insert([draft("one", "one", "some words")])
        try writer.connection.execute("BEGIN IMMEDIATE; UPDATE article_text SET title = 'half'")
        _ = try VerifiedCopy(of: folder.file("a.db"), for: folder.file("b.db")).putInPlace(keepsUnreadable: false)
        try writer.connection.execute("COMMIT")
        #expect(try SQLiteStore(path: folder.file("b.db"), access: .write).check().problems == [])
        #expect(try SQLiteStore(path: folder.file("b.db"), access: .read).hits("one") == ["one"])
    }

    @Test("An empty file whose log holds articles is refused, and the log is left")
    func emptied() throws {
        let writer = try store("a.db", "one")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.file("a.db" + suffix), toPath: folder.file("b.db" + suffix))
        }
        try Data().write(to: URL(fileURLWithPath: folder.file("b.db")))
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("b.db-wal")))
        #expect(!before.isEmpty)
        for access in [StoreAccess.read, .write] {
            #expect {
                try SQLiteStore(path: folder.file("b.db"), access: access)
            } throws: {
                if case StorageError.damaged = $0 { true } else { false }
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("b.db-wal"))) == before)
        _ = writer
    }
}
