/// A response to a request.
///
/// The server adds `Date`, `Content-Length` or `Transfer-Encoding`, and `Connection`. It omits the body if the method
/// is HEAD or the status allows none.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// The body is written while it is being sent, and ends when the closure returns. If the closure throws, or its
        /// task is cancelled, the connection is cut, so that the client can tell that the body is incomplete.
        case stream(@Sendable (HTTPBodyWriter) async throws -> Void)

        /// All bytes of the body; a stream is run to its end. For tests of responders.
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
    /// Whether a body that is given as bytes may be compressed. Turn this off for responses that contain both a secret
    /// and text chosen by the client (BREACH).
    public var mayCompress = true
    /// Whether the response to GET or HEAD gets an `ETag` of its bytes, and `If-None-Match` is answered with 304.
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
