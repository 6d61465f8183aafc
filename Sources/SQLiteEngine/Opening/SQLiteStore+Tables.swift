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
        try guarded { try connection.transaction { try body(connection) } }
    }

    func atomically<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            let result = try guarded { try connection.transaction { try body() } }
            if !connection.isInTransaction { texts.didCommit() }
            return result
        } catch {
            if !connection.isInTransaction {
                // Changes to saved searches in `body` may have been loaded already.
                alerting.forget()
                texts.didRollBack()
            }
            throw error
        }
    }
}
