package import Database

/// The database that stores the accounts of a service: `service.db` beside a library in a file, or tables beside a
/// library on a server. The statements are in `AccountStore`, written once for both.
///
/// All calls block. Any thread may call any function.
package protocol AccountDatabase: Sendable {
    /// The path of the file or the address of the server, for messages.
    var location: String { get }
    /// Distinguishes this service from others. 32 hexadecimal digits.
    var instanceID: String { get }
    var key: ServiceKey { get }
    /// Whether each statement waits for a server, so that credentials that were found are kept for a moment.
    var isRemote: Bool { get }

    /// Runs `body` with a connection that reads the committed state.
    func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result

    /// Runs `body` in one transaction, while other writers wait. Returns once the transaction is on disk.
    ///
    /// - Parameter changesCredentials: whether `version` changes with the transaction.
    @discardableResult
    func write<Result>(
        changesCredentials: Bool, _ body: (any LibraryDatabase) throws -> Result
    ) throws(AccountError) -> Result

    /// Changes with each transaction of any process that may revoke a credential.
    func version() throws(AccountError) -> AccountVersion

    /// Throws an error if the accounts are missing, are those of another service, or cannot be read.
    func verify() throws(AccountError)
}

/// A state of the accounts.
package struct AccountVersion: Hashable, Sendable {
    package var number: Int64
    /// The number of times that a replaced file was opened.
    package var generation = 0

    package init(number: Int64) { self.number = number }
    init(number: Int64, generation: Int) { (self.number, self.generation) = (number, generation) }
}
