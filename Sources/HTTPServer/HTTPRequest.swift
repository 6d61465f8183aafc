public import Pipelines

/// A request to answer.
///
/// The request's task is cancelled when the connection breaks, or when the client of a follower shuts down its sending
/// side. Other clients that shut down only their sending side may still be waiting for the answer.
public struct HTTPRequest: Sendable {
    public let head: HTTPRequestHead
    public let body: HTTPBody
    /// The time at which the answer must be ready. If the connection breaks, the deadline is reached immediately.
    public let deadline: Deadline
    private let onAuthenticated: (@Sendable () -> Void)?

    init(
        head: HTTPRequestHead, body: HTTPBody, deadline: Deadline, onAuthenticated: (@Sendable () -> Void)?
    ) {
        self.head = head
        self.body = body
        self.deadline = deadline
        self.onAuthenticated = onAuthenticated
    }

    public var method: HTTPMethod { head.method }
    public var target: String { head.target }
    public var path: [String] { head.path }
    public var query: [HTTPQueryItem] { head.query }
    public var headers: HTTPHeaders { head.headers }
    public var host: HTTPHost? { head.host }
    public var peer: HTTPPeer { head.peer }
    public var isSecure: Bool { head.isSecure }
    public var id: String { head.id }

    /// Marks this request as having valid credentials, so that its connection no longer counts towards the limit of its
    /// address.
    public func markAuthenticated() { onAuthenticated?() }
}
