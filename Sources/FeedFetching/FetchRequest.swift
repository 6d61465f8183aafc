/// One address to fetch, with the validators of the last response.
public struct FetchRequest: Sendable {
    /// Identifies the request in the results.
    public var token: Int64
    /// The address as stored.
    public var url: String
    /// The `ETag` of the last response.
    public var etag: String?
    /// The `Last-Modified` of the last response.
    public var lastModified: String?
    /// The hash of the last body; an equal body counts as not modified.
    public var contentHash: BodyHash?
    /// Replaces the fetcher's user agent.
    public var userAgent: String?
    /// Additional headers, sent to the origin of `url` only.
    public var headers: [FetchHeader] = []
    /// Sent to the origin of `url` only.
    public var credentials: BasicCredentials?
    /// A cookies file in Netscape's format. It is read but not written, and used for the origin of `url` only.
    public var cookiesFile: String?
    /// Replaces the fetcher's proxy; an empty text means no proxy.
    public var proxy: String?
    /// Replaces the value in `FetchLimits`.
    public var timeout: Duration?
    /// Replaces the value in `FetchLimits`.
    public var maxWireBytes: Int?
    /// Replaces the value in `FetchLimits`.
    public var maxDecodedBytes: Int?
    /// The origin that the user entered. It may be on a private network, for this request only.
    public var trustedOrigin: WebOrigin?
    /// Why the request cannot be sent, such as a password that cannot be read. It fails as `badRequest` with this
    /// message, and nothing is sent.
    public var problem: String?
    /// The item that the user has not confirmed yet. The request fails as `unconfirmed` with this message, and nothing
    /// is sent.
    public var unconfirmed: String?
    /// The `Accept` header; nil asks for feeds.
    public var accept: String?
    /// Receives the body, which is requested without a coding; `FetchedFeed.body` is then empty. The transfer ends if
    /// no data arrives for a minute.
    public var sink: (any BodySink)?
    /// Requests only the rest of a body; for a request with a sink.
    public var resume: ResumePoint?

    /// A request without options.
    public init(_ url: String, token: Int64 = 0) {
        self.url = url
        self.token = token
    }
}

/// One header line.
public struct FetchHeader: Hashable, Sendable {
    /// Must be a token (RFC 9110), or the fetch fails.
    public var name: String
    /// Must have no line breaks, or the fetch fails. May be secret, so it is not shown.
    public var value: String

    /// One header line.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// False for a header that is malformed or concerns the connection itself.
    var isSafe: Bool {
        guard !name.isEmpty, name.utf8.allSatisfy({ Self.isTokenByte($0) }) else { return false }
        let reserved = ["host", "connection", "content-length", "transfer-encoding", "accept-encoding", "upgrade"]
        guard !reserved.contains(name.lowercased()) else { return false }
        return !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// A user name and password. `description` shows neither.
public struct BasicCredentials: Hashable, Sendable, CustomStringConvertible {
    /// The name, without a colon.
    public var user: String
    /// The password.
    public var password: String

    /// Credentials from a file or the environment.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Hides both values.
    public var description: String { "(hidden)" }
}
