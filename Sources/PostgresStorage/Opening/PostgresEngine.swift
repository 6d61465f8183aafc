package import Articles
package import PostgreSQL

/// The engine that keeps libraries on a PostgreSQL server.
package enum PostgresEngine {
    /// Opens a library; for writing, its tables are created where they are absent and brought to the newest schema.
    ///
    /// - Parameter library: its number in the database.
    /// - Throws: `StorageError`; a database that a newer program has made, and that this one does not know, is left as it is.
    package static func open(
        _ address: PostgresAddress, access: StoreAccess, library: LibrarySlot = LibrarySlot(library: 1)
    ) throws -> PostgresStore {
        try PostgresStore(address, access: access, library: library)
    }
}
