/// How large a request may be, and how long it may take.
public struct HTTPBodyLimits: Sendable, Equatable {
    public var maxBodyBytes: Int
    /// From the end of the headers to the end of the body.
    public var bodyDeadline: Duration
    /// From the end of the headers to the end of the answer; nil for followers.
    public var deadline: Duration?

    public init(maxBodyBytes: Int = 0, bodyDeadline: Duration = .seconds(30), deadline: Duration? = .seconds(30)) {
        self.maxBodyBytes = maxBodyBytes
        self.bodyDeadline = bodyDeadline
        self.deadline = deadline
    }
}

/// Answers requests.
public protocol HTTPResponder: Sendable {
    /// The limits of a request, before its body is read. Runs on the thread of the server: a look at a table.
    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits

    /// Answers a request, in a task of its own that is cancelled when the connection breaks. Nothing in it may block.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// The answer for a request that the server itself refuses: an error of `HTTPError.status`. Runs on the thread of the
    /// server.
    ///
    /// - Parameter acceptLanguage: the request's field; empty where it has none or was not read.
    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse
}
