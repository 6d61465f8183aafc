package import Articles
package import Pipelines
package import PostgreSQL

/// The engine that stores libraries on a PostgreSQL server.
package enum PostgresLibrary {
    /// Memory limit of the caches that all readers of a process share, in bytes.
    package static var maxCacheBytes: Int { MemoryBudget.oneOf(48, atMost: 640 << 20) }

    /// Opens a library. If it is opened for writing, missing tables are created, and the schema is upgraded to the
    /// newest version.
    ///
    /// - Parameters:
    ///   - caches: shared by the readers of one process.
    ///   - mayCreate: whether a missing library `main` is created when it is opened for writing. Other libraries are
    ///     created only by `LibraryCatalogue`.
    ///   - goesOnCopying: whether an unfinished copy is accepted instead of being an error.
    ///   - deadline: the deadline for connecting and for the first queries.
    /// - Throws: `StorageError`; `SearchError` at the deadline. A database that was upgraded by a newer, unknown
    ///   version is not changed.
    package static func open(
        _ address: LibraryAddress, access: StoreAccess,
        caches: PostgresCaches = PostgresCaches(maxBytes: maxCacheBytes), mayCreate: Bool = true,
        goesOnCopying: Bool = false, until deadline: Deadline = .never
    ) throws -> PostgresStore {
        try PostgresStore(
            address, access: access, caches: caches, mayCreate: mayCreate, goesOnCopying: goesOnCopying,
            until: deadline)
    }

    /// Opens the library `main` of a database.
    package static func open(
        _ server: PostgresAddress, access: StoreAccess, until deadline: Deadline = .never
    ) throws -> PostgresStore {
        try open(LibraryAddress(server: server), access: access, until: deadline)
    }

    /// Finds a library by its address, without opening it.
    ///
    /// - Returns: the library's number and its identity of 32 hexadecimal digits. The identity is the same for every
    ///   address of the library, and is preserved by `pg_dump`; it is nil if only earlier versions have written to the
    ///   library. The whole result is nil for the library `main` of a database that has no tables of this program: the
    ///   first writer creates it.
    /// - Throws: `StorageError`; `SearchError` at the deadline.
    package static func find(
        _ address: LibraryAddress, until deadline: Deadline
    ) throws -> (place: LibrarySlot, identity: String?)? {
        try LibraryCatalogue.on(address.server, until: deadline) { catalogue in
            let version = try PostgresSchema.version(catalogue.connection, of: address.name)
            // Earlier versions of the program support only library 1.
            let isEarlier = version.steps < PostgresSchema.severalLibraries && address.name == .main
            if isEarlier, version.steps == 0 { return nil }
            guard let number = version.library?.number ?? (isEarlier ? 1 : nil) else {
                throw StorageError.noSuchLibrary(name: address.name.text, location: address.server.text)
            }
            let place = LibrarySlot(library: number)
            let identity = try LibraryIdentity.read(catalogue.connection, place, location: address.text)
            return (place, identity)
        }
    }
}
