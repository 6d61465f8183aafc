/// A request to fetch one address, with the validators of the last response.
public struct FetchRequest: Sendable {
    /// Identifies the request in the results.
    public var token: Int64
    /// The address as stored in the library.
    public var url: String
    /// The `ETag` of the last response.
    public var etag: String?
    /// The `Last-Modified` of the last response.
    public var lastModified: String?
    /// The hash of the last body. If the new body has an equal hash, the feed counts as not modified.
    public var contentHash: BodyHash?
    /// Overrides the user agent of the fetcher.
    public var userAgent: String?
    /// Additional headers, sent to the origin of `url` only.
    public var headers: [FetchHeader] = []
    /// The user name and password, sent to the origin of `url` only.
    public var credentials: BasicCredentials?
    /// The path of a cookies file in Netscape's format. The file is read but not written, and used for the origin of
    /// `url` only.
    public var cookiesFile: String?
    /// Overrides the proxy of the fetcher. An empty text means no proxy.
    public var proxy: String?
    /// Overrides the time limit in `FetchLimits`.
    public var timeout: Duration?
    /// Overrides the limit in `FetchLimits`.
    public var maxWireBytes: Int?
    /// Overrides the limit in `FetchLimits`.
    public var maxDecodedBytes: Int?
    /// The origin that the user entered. For this request only, the origin may be on a private network.
    public var trustedOrigin: WebOrigin?
    /// The reason why the request cannot be sent, for example that a password cannot be read. The request fails as
    /// `badRequest` with this message, and nothing is sent.
    public var problem: String?
    /// A description of the item that the user has not confirmed yet. The request fails as `unconfirmed` with this text
    /// as its message, and nothing is sent.
    public var unconfirmed: String?
    /// The `Accept` header; nil for the default, which prefers feeds.
    public var accept: String?
    /// Receives the body, which is requested without content coding; `FetchedFeed.body` is then empty. The transfer
    /// ends if no data arrives for a minute.
    public var sink: (any BodySink)?
    /// Requests only the rest of a body. Requires a `sink`.
    public var resume: ResumePoint?

    public init(_ url: String, token: Int64 = 0) {
        self.url = url
        self.token = token
    }
}

/// One header line.
public struct FetchHeader: Hashable, Sendable {
    /// The name of the header. The fetch fails unless the name is a token (RFC 9110).
    public var name: String
    /// The value of the header. The fetch fails if the value contains a line break. The value may be a secret and is
    /// never shown.
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Reads lines of the form `Name: value`; ignores empty lines and lines that begin with #.
    public static func lines(of text: String) -> [FetchHeader] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("#") else { return nil }
            return FetchHeader(trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var part = text
        while let first = part.first, first.isWhitespace { part = part.dropFirst() }
        while let last = part.last, last.isWhitespace { part = part.dropLast() }
        return String(part)
    }

    /// False if the header is malformed or is one that the client sets itself, such as `Host` or `Connection`.
    public var isSafe: Bool {
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
    /// The user name. It must not contain a colon.
    public var user: String
    public var password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// A placeholder that hides both values.
    public var description: String { "(hidden)" }
}
