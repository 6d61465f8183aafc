package import Articles
package import Pipelines
package import PostgreSQL
package import PostgresSearch

/// The engine that keeps libraries on a PostgreSQL server.
package enum PostgresEngine {
    /// What readers of a process keep in memory together, in bytes.
    package static var maxCacheBytes: Int { MemoryBudget.oneOf(48, atMost: 640 << 20) }

    /// Opens a library; for writing, its tables are created where they are absent and brought to the newest schema.
    ///
    /// - Parameters:
    ///   - library: its number in the database.
    ///   - caches: shared by the readers of one process.
    ///   - mayCreate: else a database without our tables is an error for writing too.
    ///   - goesOnCopying: a copy that was cut short is no error.
    ///   - deadline: of connecting, and of what opening reads.
    /// - Throws: `StorageError`; `SearchError` at the deadline; a database that a newer program has made, and that this one does not know, is left as it is.
    package static func open(
        _ address: PostgresAddress, access: StoreAccess, library: LibrarySlot = LibrarySlot(library: 1),
        caches: PostgresCaches = PostgresCaches(maxBytes: maxCacheBytes), mayCreate: Bool = true,
        goesOnCopying: Bool = false, until deadline: Deadline = .never
    ) throws -> PostgresStore {
        try PostgresStore(
            address, access: access, library: library, caches: caches, mayCreate: mayCreate,
            goesOnCopying: goesOnCopying, until: deadline)
    }

    /// The identity of a library: the same by every address of the database, and after it was moved with `pg_dump`.
    ///
    /// - Returns: 32 hexadecimal digits; nil where there is no library, or one that only earlier programs have written to.
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
