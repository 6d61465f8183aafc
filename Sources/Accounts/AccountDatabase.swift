package import Database

/// The database that stores the accounts of a service. For a library in a file, it is the file `service.db` next to the
/// library; for a library on a server, it is a set of tables on that server. `AccountStore` uses the same SQL for both.
///
/// All calls block. Any thread may call any function.
package protocol AccountDatabase: Sendable {
    /// The path of the file or the address of the server, for error messages.
    var location: String { get }
    /// Identifies this service: 32 hexadecimal digits.
    var instanceID: String { get }
    var key: ServiceKey { get }
    /// Whether the database is on a server. Statements then take round trips, so valid credentials are cached briefly.
    var isRemote: Bool { get }

    /// Runs `body` with a connection that reads the committed state.
    func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result

    /// Runs `body` in one transaction, while other writers wait. Returns once the transaction is on disk.
    ///
    /// - Parameter changesCredentials: whether the transaction changes `version`.
    @discardableResult
    func write<Result>(
        changesCredentials: Bool, _ body: (any LibraryDatabase) throws -> Result
    ) throws(AccountError) -> Result

    /// Makes versions of the program that do not support a feature refuse to open the accounts.
    ///
    /// - Parameter database: the database of the current write transaction.
    func refuseProgramsBefore(_ feature: AccountFeature, _ database: any LibraryDatabase) throws

    /// A value that changes with each transaction, of any process, that may revoke a credential.
    func version() throws(AccountError) -> AccountVersion

    /// Throws an error if the accounts are missing, belong to another service, or cannot be read.
    func verify() throws(AccountError)
}

/// A feature of the accounts that earlier versions of the program do not have.
package enum AccountFeature: Sendable {
    /// Suspended and leaving accounts, and members of libraries.
    case states
    /// Invitations to libraries.
    case invitedMembers
}

/// Identifies a state of the accounts.
package struct AccountVersion: Hashable, Sendable {
    package var number: Int64
    /// The number of times that the database was reopened because its file was replaced.
    package var generation = 0

    package init(number: Int64) { self.number = number }
    init(number: Int64, generation: Int) { (self.number, self.generation) = (number, generation) }
}
