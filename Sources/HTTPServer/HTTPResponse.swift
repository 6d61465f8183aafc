/// An answer.
///
/// The server adds `Date`, `Content-Length` or `Transfer-Encoding`, and `Connection`; a body is left out where the method is
/// HEAD or the status has none.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Written while it is sent; the body ends when the closure returns. Where it throws, or its task is cancelled, the
        /// connection is cut, so that the client sees that the body is not whole.
        case stream(@Sendable (HTTPBodyWriter) async throws -> Void)

        /// All bytes; a stream is run to its end. For tests of what answers requests.
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
    /// Whether a body of bytes may be sent compressed. Off for answers that have a secret beside what a client chose
    /// (BREACH).
    public var mayCompress = true
    /// Whether the answer to GET and HEAD gets an `ETag` of its bytes, and `If-None-Match` is answered with 304.
    public var hasEntityTag = false

    public init(status: HTTPStatus = 200, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer of text, `Content-Type` included.
    public init(status: HTTPStatus = 200, type: String, _ text: String) {
        self.init(status: status, headers: ["Content-Type": type], body: .bytes(Array(text.utf8)))
    }
}
