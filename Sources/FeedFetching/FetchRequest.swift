/// One address to fetch, with what is known from the last time.
public struct FetchRequest: Sendable {
    /// Whatever the caller wants to find again in the result.
    public var token: Int64
    /// The address as stored.
    public var url: String
    /// The `ETag` of the last answer, sent back as it came.
    public var etag: String?
    /// The `Last-Modified` of the last answer, sent back as it came.
    public var lastModified: String?
    /// The hash of the last body: an equal body counts as not modified.
    public var contentHash: ContentHash?
    /// In place of the fetcher's own.
    public var userAgent: String?
    /// Further header lines; they go to the origin of `url` only.
    public var headers: [FetchHeader] = []
    /// Sent to the origin of `url` only.
    public var credentials: BasicCredentials?
    /// A cookies file in Netscape's form; read, never written; used for the origin of `url` only.
    public var cookiesFile: String?
    /// In place of the fetcher's own; an empty text means none.
    public var proxy: String?
    /// In place of the limits' own.
    public var timeout: Duration?
    /// In place of the limits' own.
    public var maxWireBytes: Int?
    /// In place of the limits' own.
    public var maxDecodedBytes: Int?
    /// The origin that a person typed: it may lie on a private network, for this request alone.
    public var trustedOrigin: WebOrigin?
    /// Why the request cannot be made as its feed wants it, say because a password cannot be read: it fails with this
    /// line as `badRequest`, and nothing is sent.
    public var problem: String?
    /// What the user has not confirmed yet: the request fails with this line as `unconfirmed`, and nothing is sent.
    public var unconfirmed: String?
    /// The `Accept` header; nil asks for feeds.
    public var accept: String?

    /// A plain request.
    public init(_ url: String, token: Int64 = 0) {
        self.url = url
        self.token = token
    }
}

/// A name and a value for one header line.
public struct FetchHeader: Hashable, Sendable {
    /// A token of RFC 9110; the fetch fails otherwise.
    public var name: String
    /// Without line breaks; the fetch fails otherwise. May be secret: it is never shown.
    public var value: String

    /// One header line.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// False for what would break out of its line or speak for the connection itself.
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

/// A user name and password. Neither is ever part of a description.
public struct BasicCredentials: Hashable, Sendable, CustomStringConvertible {
    /// The name, without a colon.
    public var user: String
    /// The secret.
    public var password: String

    /// Credentials as read from a file or the environment.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Says nothing.
    public var description: String { "(hidden)" }
}
