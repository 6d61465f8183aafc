package import Articles
internal import Foundation
internal import PostgreSQL
internal import PostgresStorage
internal import SQLiteStorage
internal import TestSupport

package enum StorageEngine: String, CaseIterable, Sendable {
    case sqlite, postgres

    /// Those that tests of what all engines promise run over: SQLite in `make test`, PostgreSQL with a server
    /// (`make test-postgres`).
    package static let all: [StorageEngine] = PostgresServer.isWanted ? [.postgres] : [.sqlite]
    /// Those that tests which compare engines may use.
    package static let available: [StorageEngine] = PostgresServer.isWanted ? allCases : [.sqlite]
}

/// An empty library that goes with the test; any number of stores may have it open.
package final class TestLibrary: Sendable {
    package let engine: StorageEngine
    /// A temporary folder, for what else the test needs.
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
        case .sqlite: try SQLiteEngine.open(path: address, access: access)
        case .postgres: try PostgresEngine.open(PostgresAddress(address), access: access)
        }
    }
}
