package import Articles
package import Pipelines
package import PostgreSQL

/// The engine that stores libraries on a PostgreSQL server.
package enum PostgresLibrary {
    /// Memory limit of the caches that all readers of a process share, in bytes.
    package static var maxCacheBytes: Int { MemoryBudget.oneOf(48, atMost: 640 << 20) }

    /// Opens a library. For writing, missing tables are created, and the schema is upgraded to the newest version.
    ///
    /// - Parameters:
    ///   - library: the library's number in the database.
    ///   - caches: shared by the readers of one process.
    ///   - mayCreate: if false, opening a database without tables of this program is an error even for writing.
    ///   - goesOnCopying: whether an unfinished copy is accepted instead of being an error.
    ///   - deadline: the deadline for connecting and for the first queries.
    /// - Throws: `StorageError`; `SearchError` at the deadline. A database that a newer, unknown version has upgraded
    ///   is not changed.
    package static func open(
        _ address: PostgresAddress, access: StoreAccess, library: LibrarySlot = LibrarySlot(library: 1),
        caches: PostgresCaches = PostgresCaches(maxBytes: maxCacheBytes), mayCreate: Bool = true,
        goesOnCopying: Bool = false, until deadline: Deadline = .never
    ) throws -> PostgresStore {
        try PostgresStore(
            address, access: access, library: library, caches: caches, mayCreate: mayCreate,
            goesOnCopying: goesOnCopying, until: deadline)
    }

    /// The identity of a library. It is the same for every address of the database, and stays the same after a move
    /// with `pg_dump`.
    ///
    /// - Returns: 32 hexadecimal digits; nil if there is no library, or only earlier versions have written to it.
    /// - Throws: `StorageError`; `SearchError` at the deadline.
    package static func identity(
        of address: PostgresAddress, library: LibrarySlot = LibrarySlot(library: 1), until deadline: Deadline
    ) throws -> String? {
        do {
            let connection = try PostgresConnection(address, until: deadline)
            return try connection.withDeadline(deadline) {
                try LibraryIdentity.read(connection, library, location: address.text)
            }
        } catch let error as PostgresError {
            if PostgresError.Code.queryCanceled ~= error, deadline.isReached { throw SearchError.deadlineExceeded }
            throw StorageError(error, location: address.text)
        }
    }
}
