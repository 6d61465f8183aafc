internal import PostgreSQL

extension PostgresLibrary {
    /// Whether a library is sealed (`StorageError.sealed`). A library that does not exist is not sealed.
    package static func isSealed(_ address: LibraryAddress) throws -> Bool {
        try LibraryCatalogue.on(address.server) { catalogue in
            try PostgresSchema.version(catalogue.connection, of: address.name).isSealed
        }
    }

    /// Removes the seal of a library. Does nothing if there is none.
    package static func unseal(_ address: LibraryAddress) throws {
        _ = try LibraryCatalogue.on(address.server) { catalogue in
            try catalogue.connection.run(
                """
                DELETE FROM feedsearch.schema_version v USING feedsearch.library l
                WHERE v.library = l.number AND l.name = $1 AND v.version = \(PostgresSchema.sealVersion)
                """, [.text(address.name.text)])
        }
    }
}
