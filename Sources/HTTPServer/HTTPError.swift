/// Why the layer itself refuses or ends a request. None of them quotes what the client sent.
public enum HTTPError: Error, Equatable, Sendable {
    /// The bytes are no request of RFC 9112. The text says which rule was broken.
    case badRequest(String)
    /// The headers or the body did not arrive in time.
    case requestTimeout
    /// The body is larger than its limit, in bytes.
    case bodyTooLarge(limit: Int)
    case targetTooLong
    case headersTooLarge
    /// An Expect field other than `100-continue`.
    case expectationFailed
    /// CONNECT, or a transfer coding other than chunked. The text names which.
    case notImplemented(String)
    case versionNotSupported
    /// Too many connections, of all clients or of this address.
    case tooManyConnections
    /// The request took longer than its whole deadline.
    case deadlineExceeded
    /// The server stops.
    case shuttingDown
    /// The client has closed the connection; no answer is sent.
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
