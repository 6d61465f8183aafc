/// Size and time limits of a request.
public struct HTTPBodyLimits: Sendable, Equatable {
    public var maxBodyBytes: Int
    /// The time from the end of the headers to the end of the body.
    public var bodyDeadline: Duration
    /// The time from the end of the headers to the end of the response; nil for followers, which have no limit.
    public var deadline: Duration?

    public init(maxBodyBytes: Int = 0, bodyDeadline: Duration = .seconds(30), deadline: Duration? = .seconds(30)) {
        self.maxBodyBytes = maxBodyBytes
        self.bodyDeadline = bodyDeadline
        self.deadline = deadline
    }
}

/// Answers requests.
public protocol HTTPResponder: Sendable {
    /// Returns the limits of a request before its body is read. Runs on the server's thread, so it must be fast.
    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits

    /// Responds to a request in a separate task, which is cancelled when the connection breaks. Must not block.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// Returns the response to a request that the server itself refuses. The response must have the status
    /// `HTTPError.status`. Runs on the server's thread, so it must be fast.
    ///
    /// - Parameter acceptLanguage: the `Accept-Language` field of the request; empty if the field is missing or was not
    ///   read.
    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse
}
