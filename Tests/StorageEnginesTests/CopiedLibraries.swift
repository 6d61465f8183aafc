import LibraryStorage
import PostgreSQL
import StorageTestSupport
import Testing

@testable import Articles
@testable import PostgresEngine
@testable import SQLiteEngine

extension TestedStore {
    /// All rows that `copy` takes along.
    func dump() throws -> [String] {
        let store = try #require(self as? any CopyableStore)
        return try store.snapshot {
            try CopiedTable.all.flatMap { table in
                try store.withCopiedRows(of: table, after: nil) { next in
                    var rows: [String] = []
                    while let row = try next() { rows.append("\(table.name) \(row)") }
                    return rows
                }
            }
        }
    }

    /// As `feedsearch copy` does it, with a transaction for some rows each.
    @discardableResult
    func copy(to target: TestLibrary, maxRows: Int = 4) throws -> [String: Int] {
        let source = try #require(self as? any CopyableStore)
        switch target.engine {
        case .sqlite:
            let file = try FileCopyTarget(for: target.address, trace: nil)
            let counts = try LibraryCopy(from: source, to: file.store, maxRows: maxRows).run()
            try file.putInPlace()
            return counts
        case .postgres:
            let store = try PostgresLibrary.open(
                LibraryAddress(target.address), access: .write, goesOnCopying: true)
            return try LibraryCopy(from: source, to: store, maxRows: maxRows).run()
        }
    }
}
