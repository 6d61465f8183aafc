/// A response to a request.
///
/// The server adds `Date`, `Content-Length` or `Transfer-Encoding`, and `Connection`. The server omits the body if the
/// method is HEAD or the status allows no body.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// The closure writes the body while it is being sent, and the body ends when the closure returns. If the
        /// closure throws or its task is cancelled, the server closes the connection abruptly, so that the client can
        /// tell that the body is incomplete.
        case stream(@Sendable (HTTPBodyWriter) async throws -> Void)

        /// Returns all bytes of the body. A stream is run to its end. Only for tests of responders.
        public func collect() async throws -> [UInt8] {
            switch self {
            case .bytes(let bytes): return bytes
            case .stream(let write):
                let sink = CollectedBody()
                try await write(HTTPBodyWriter(sink: sink))
                return sink.all
            }
        }
    }

    public var status: HTTPStatus
    public var headers: HTTPHeaders
    public var body: Body
    /// Whether the body may be compressed; ignored for streams. Must be false for responses that contain both a secret
    /// and text chosen by the client (BREACH).
    public var mayCompress = true
    /// Whether the server computes an `ETag` from the bytes of a response to GET or HEAD, and answers a matching
    /// `If-None-Match` with 304.
    public var hasEntityTag = false

    public init(status: HTTPStatus = 200, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A text response with its `Content-Type`.
    public init(status: HTTPStatus = 200, type: String, _ text: String) {
        self.init(status: status, headers: ["Content-Type": type], body: .bytes(Array(text.utf8)))
    }
}
