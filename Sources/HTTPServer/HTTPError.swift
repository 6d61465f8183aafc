/// The reason why the HTTP layer refuses or ends a request. No case quotes client input.
public enum HTTPError: Error, Equatable, Sendable {
    /// The bytes are not a valid request (RFC 9112). The text names the broken rule.
    case badRequest(String)
    /// The headers or the body did not arrive in time.
    case requestTimeout
    /// The body is larger than its limit, in bytes.
    case bodyTooLarge(limit: Int)
    case targetTooLong
    case headersTooLarge
    /// The request has an Expect field other than `100-continue`.
    case expectationFailed
    /// The request uses CONNECT, or a transfer coding other than chunked. The text names the unsupported feature.
    case notImplemented(String)
    case versionNotSupported
    /// There are too many connections, either in total or from this address.
    case tooManyConnections
    /// The request exceeded its overall deadline.
    case deadlineExceeded
    /// The server is shutting down.
    case shuttingDown
    /// The client has closed the connection, so no response is sent.
    case disconnected

    public var status: HTTPStatus {
        switch self {
        case .badRequest: 400
        case .requestTimeout: 408
        case .bodyTooLarge: 413
        case .targetTooLong: 414
        case .expectationFailed: 417
        case .headersTooLarge: 431
        case .disconnected: 499
        case .notImplemented: 501
        case .tooManyConnections, .deadlineExceeded, .shuttingDown: 503
        case .versionNotSupported: 505
        }
    }
}
