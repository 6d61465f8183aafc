package import Database

/// The database of `SharedFetchStore`: the file `fetches.db` in the folder of a host, or tables on its server.
///
/// All calls block. Any thread may call any function.
package protocol SharedFetchDatabase: Sendable {
    /// Runs `body` with a connection that reads the committed state.
    func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result

    /// Runs `body` in one transaction, while writers in all processes wait.
    @discardableResult
    func write<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result
}
