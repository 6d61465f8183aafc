internal import Accounts
internal import Articles
internal import PostgreSQL
internal import PostgresEngine

extension HostPlace {
    /// The fetches that the libraries of the host share: the file `fetches.db` in its folder, or tables on its server.
    ///
    /// - Throws: `AccountError`, `StorageError`, `UserFacingError`.
    package func sharedFetches(_ network: HostNetwork) throws -> SharedFetches {
        if !isServer { return SharedFetches(SharedFetchStore(try SharedFetchFile(location + "/fetches.db")), network) }
        let address = try LibraryPlace.parsed(location, language)
        guard let database = try PostgresFetchDatabase.existing(address) else {
            throw StorageError.notFound(location: address.text)
        }
        return SharedFetches(SharedFetchStore(database), network)
    }
}
