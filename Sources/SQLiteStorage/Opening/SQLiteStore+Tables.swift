package import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteStore: TableStore {
    package var database: any LibraryDatabase { connection }

    package func reading<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result {
        try guarded { try body(connection) }
    }

    package func writing<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result {
        try guarded { try connection.transaction { try body(connection) } }
    }
}
