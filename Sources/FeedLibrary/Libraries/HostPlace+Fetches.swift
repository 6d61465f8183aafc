internal import Accounts
internal import Articles
internal import PostgreSQL
internal import PostgresEngine

extension HostPlace {
    /// The fetches that the libraries of the host share: the file `fetches.db` in its folder, or tables on its server.
    ///
    /// - Parameter maxBytes: the maximum size of all stored bodies; nil for the default.
    /// - Throws: `AccountError`, `StorageError`, `UserFacingError`.
    package func sharedFetches(_ network: HostNetwork, maxBytes: Int? = nil) throws -> SharedFetches {
        var limits = SharedFetchStore.Limits()
        if let maxBytes { limits.maxBodyBytes = Int64(maxBytes) }
        if !isServer {
            let file = try SharedFetchFile(location + "/fetches.db")
            return SharedFetches(SharedFetchStore(file, limits: limits), network)
        }
        let address = try LibraryPlace.parsed(location, language)
        guard let database = try PostgresFetchDatabase.existing(address) else {
            throw StorageError.notFound(location: address.text)
        }
        return SharedFetches(SharedFetchStore(database, limits: limits), network)
    }
}
