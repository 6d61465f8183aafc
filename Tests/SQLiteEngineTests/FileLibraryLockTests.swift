import Articles
import Foundation
import TestSupport
import Testing

@testable import SQLiteEngine

@Suite struct FileLibraryLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A lock holds for all paths that lead to a database")
    func links() throws {
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.db"), withDestinationPath: folder.file("a.db"))
        let other = try SQLiteStore(path: folder.file("link.db"), access: .write)
        let lock = try store.refreshLock()
        #expect(try lock != nil && other.refreshLock() == nil)
        withExtendedLifetime(lock) {}
    }

    @Test("A lock that cannot be used is an error, not the lock of another process")
    func unusable() throws {
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try FileManager.default.createDirectory(
            atPath: folder.file("a.db-alerts"), withIntermediateDirectories: false)
        #expect(throws: StorageError.self) { try store.deliveryLock() }
    }
}
