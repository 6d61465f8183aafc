package import Database
internal import LibraryStorage
internal import SQLite
internal import SavedSearchMatching

extension SQLiteStore: TableStore {
    package var database: any LibraryDatabase { connection }

    package func reading<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result {
        try guarded { try body(connection) }
    }

    package func writing<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result {
        try guarded { try connection.transaction { try connection.reading(as: nil) { try body(connection) } } }
    }

    func atomically<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try guarded { try connection.transaction { try body() } }
        } catch {
            // `body` may have changed saved searches and then loaded them, so the cache may hold changes that were
            // rolled back.
            if !connection.isInTransaction { alerting.forget() }
            throw error
        }
    }
}
