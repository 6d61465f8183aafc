package import Articles
internal import Foundation
internal import PostgreSQL
internal import PostgresEngine
internal import SQLiteEngine
internal import TestSupport

package enum StorageEngine: String, CaseIterable, Sendable {
    case sqlite, postgres

    /// The engine for tests of shared behaviour: SQLite in `make test`, PostgreSQL in `make test-postgres`.
    package static let all: [StorageEngine] = PostgresServer.isWanted ? [.postgres] : [.sqlite]
    /// The engines for tests that compare engines.
    package static let available: [StorageEngine] = PostgresServer.isWanted ? allCases : [.sqlite]
}

/// An empty library that is deleted after the test; any number of stores can open it.
package final class TestLibrary: Sendable {
    package let engine: StorageEngine
    /// A temporary folder for other files of the test.
    package let folder: String
    /// The path of the file, or the address of the database.
    package let address: String

    package init(_ engine: StorageEngine) throws {
        self.engine = engine
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        switch engine {
        case .sqlite: address = folder + "/a.db"
        case .postgres: address = try PostgresServer.shared.get().newDatabase()
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    package func store(_ access: StoreAccess = .write) throws -> any ArticleStore {
        switch engine {
        case .sqlite: try SQLiteLibrary.open(path: address, access: access)
        case .postgres: try PostgresLibrary.open(LibraryAddress(address), access: access)
        }
    }
}
