import Foundation
import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct OpeningTests {
    @Test("A database of another program is refused and left as it is")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("other.db")
        try Connection(path: path, mode: .create).execute("CREATE TABLE t (x)")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for access in [StoreAccess.read, .write] {
            #expect {
                try SQLiteStore(path: path, access: access)
            } throws: {
                if case StorageError.notOurs = $0 { true } else { false }
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("A newer database is refused and left as it is")
    func newer() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("newer.db")
        _ = try SQLiteStore(path: path, access: .write)
        try Connection(path: path, mode: .readWrite).execute("PRAGMA user_version = 999")
        #expect {
            try SQLiteStore(path: path, access: .write)
        } throws: {
            if case StorageError.newer(_, 999, _) = $0 { true } else { false }
        }
    }

    @Test("Reading never creates a database")
    func absent() throws {
        let folder = try TemporaryFolder()
        #expect {
            try SQLiteStore(path: folder.file("none.db"), access: .read)
        } throws: {
            if case StorageError.notFound = $0 { true } else { false }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("none.db")))
    }

    @Test("A new database can be read by its owner alone")
    func mode() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deep/er/a.db")
        _ = try SQLiteStore(path: path, access: .write)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
