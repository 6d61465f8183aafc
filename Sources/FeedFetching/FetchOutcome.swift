/// The result of one request.
public struct FetchResult: Sendable {
    /// The token of the request.
    public let token: Int64
    /// How the fetch ended.
    public let outcome: FetchOutcome
    /// Time from the start of the transfer to its end.
    public let elapsed: Duration
    /// The total size of the received bodies in bytes, before decoding.
    public let wireBytes: Int
}

public enum FetchOutcome: Sendable {
    /// A complete body was received.
    case fetched(FetchedFeed)
    /// The feed has not changed: the status was 304, or the body equals the last one.
    case notModified(FetchAnswer)
    /// The status was 410: the feed is gone permanently.
    case gone(FetchAnswer)
    /// The fetch failed for the given reason.
    case failed(FetchFailure)
    /// The run was cancelled before the fetch ended. This is not a failure of the feed.
    case cancelled
}

/// The head of the last response of a fetch.
public struct FetchAnswer: Sendable {
    /// The address that sent the response, after all redirects.
    public var finalURL: WebAddress
    /// The address that the feed has permanently moved to: the target of the 301 and 308 redirects before any other
    /// redirect. Nil if the first response was not a permanent redirect.
    public var movedTo: WebAddress?
    /// The number of redirects that were followed.
    public var redirects: Int
    /// The status code.
    public var status: Int
    /// The media type with its parameters, as sent.
    public var contentType: String?
    /// The `ETag` header: at most 1 KB of printable ASCII.
    public var etag: String?
    /// The `Last-Modified` header as sent: at most 128 bytes of printable ASCII.
    public var lastModified: String?
    /// How long the response stays fresh, and when the server asks to be contacted again.
    public var freshness: Freshness
    /// The `Content-Location` header, which is the base of relative links.
    public var contentLocation: String?
    /// The `Content-Range` header as sent, if the body is only a part.
    public var contentRange: String?

    /// The base of the document's relative addresses (RFC 3986, section 5.1).
    public var base: String {
        contentLocation.flatMap { try? WebAddress($0, relativeTo: finalURL).text } ?? finalURL.text
    }

    /// The `Link` headers as sent, for example with hubs and alternate addresses.
    public var links: [String]

    public init(
        finalURL: WebAddress, movedTo: WebAddress? = nil, redirects: Int = 0, status: Int, contentType: String? = nil,
        etag: String? = nil, lastModified: String? = nil, freshness: Freshness = Freshness(),
        contentLocation: String? = nil, contentRange: String? = nil, links: [String] = []
    ) {
        self.finalURL = finalURL
        self.movedTo = movedTo
        self.redirects = redirects
        self.status = status
        self.contentType = contentType
        self.etag = etag
        self.lastModified = lastModified
        self.freshness = freshness
        self.contentLocation = contentLocation
        self.contentRange = contentRange
        self.links = links
    }
}

/// A complete body with the head of its response.
public struct FetchedFeed: Sendable {
    /// The complete body, decoded.
    public var body: [UInt8]
    /// A hash of `body`.
    public var contentHash: BodyHash
    /// The head of the response.
    public var answer: FetchAnswer

    public init(body: [UInt8], contentHash: BodyHash, answer: FetchAnswer) {
        self.body = body
        self.contentHash = contentHash
        self.answer = answer
    }
}
