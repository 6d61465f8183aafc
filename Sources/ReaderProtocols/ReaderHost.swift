public import FeedLibrary

/// The service as seen by a protocol of reader apps, for one request.
public protocol ReaderHost: Sendable {
    /// The name of the account that the app password belongs to.
    var accountName: String { get }

    /// Runs `body` on a reader, until the request's deadline.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result

    /// Runs `body` on the writer.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result

    /// Runs `body` with a separate library on a separate thread, for work that waits for the network.
    func aside<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result

    /// A temporary file for a request body.
    func upload() throws -> UploadedFile

    /// The address of a feed's icon, which needs no credential.
    func iconAddress(of feed: Int64) -> String

    /// Fetches feeds after the response has been sent.
    ///
    /// - Parameter feeds: the addresses of the feeds; all feeds if empty.
    func refresh(_ feeds: [String]) async throws

    /// Requires the credential of an app, in the `Authorization` field or as this token.
    func signIn(token: String?) async throws

    /// Exchanges an app password for the token that the app sends with its requests.
    ///
    /// - Returns: nil if the name or the password is wrong.
    func signIn(name: String, password: String) async throws -> String?

    /// Whether a key of Fever's API belongs to an app password.
    func signIn(feverKey: String) async throws -> Bool
}
