public import FeedLibrary

/// What a protocol of reader apps asks of the service that it is part of, for one request.
public protocol ReaderHost: Sendable {
    /// The name of the account whose app password was given.
    var accountName: String { get }

    /// Runs `body` on a reader, until the request's deadline.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result

    /// Runs `body` on the writer.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result

    /// Runs `body` with a library of its own, on a thread of its own: for what waits for the network.
    func aside<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result

    /// A file for a body.
    func upload() throws -> UploadedFile

    /// Where the icon of a feed can be had without a credential.
    func iconAddress(of feed: Int64) -> String

    /// Fetches feeds after the answer, all of them where none is named.
    ///
    /// - Parameter feeds: addresses.
    func refresh(_ feeds: [String]) async throws

    /// Requires an app that has signed in, by the `Authorization` field or this token.
    func signIn(token: String?) async throws

    /// Exchanges an app password for what the app sends with its requests.
    ///
    /// - Returns: nil where the name or the password is wrong.
    func signIn(name: String, password: String) async throws -> String?

    /// Whether a key of Fever's API is one of an app password.
    func signIn(feverKey: String) async throws -> Bool
}
