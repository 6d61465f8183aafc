package import Database
internal import LibraryStorage

extension PostgresStore: TableStore {
    package var database: any LibraryDatabase { library }

    package func reading<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result {
        try guarded { try body(library) }
    }

    package func writing<Result>(_ body: (any LibraryDatabase) throws -> Result) throws -> Result {
        try writing { try library.reading(as: nil) { try body(library) } }
    }
}
