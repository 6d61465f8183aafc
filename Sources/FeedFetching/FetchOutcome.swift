/// The result of one request.
public struct FetchResult: Sendable {
    /// The request's token.
    public let token: Int64
    /// How the fetch ended.
    public let outcome: FetchOutcome
    /// Time from the start of the transfer to its end.
    public let elapsed: Duration
    /// Size of the bodies as received.
    public let wireBytes: Int
}

/// The ways in which a fetch ends.
public enum FetchOutcome: Sendable {
    /// A complete body.
    case fetched(FetchedFeed)
    /// Nothing new: status 304, or a body equal to the last one.
    case notModified(FetchAnswer)
    /// Status 410: the feed is gone permanently.
    case gone(FetchAnswer)
    /// The fetch failed; the value has the reason.
    case failed(FetchFailure)
    /// The run was cancelled before the fetch ended. Not a failure of the feed.
    case cancelled
}

/// The head of a fetch's last response.
public struct FetchAnswer: Sendable {
    /// The address that answered, after all redirects.
    public var finalURL: WebAddress
    /// The address to which the feed has moved permanently: the target of the leading 301 and 308 redirects. Nil if the
    /// first response was neither.
    public var movedTo: WebAddress?
    /// Number of redirects followed.
    public var redirects: Int
    /// The status code.
    public var status: Int
    /// Media type and parameters as sent.
    public var contentType: String?
    /// `ETag`; at most 1 KB of printable ASCII.
    public var etag: String?
    /// `Last-Modified` as sent; at most 128 bytes of printable ASCII.
    public var lastModified: String?
    /// How long the response is fresh, and when the server asks to be contacted again.
    public var freshness: Freshness
    /// `Content-Location`, the base of relative links.
    public var contentLocation: String?
    /// `Content-Range` as sent; set if the body is a part.
    public var contentRange: String?

    /// The base of the document's relative addresses (RFC 3986, section 5.1).
    public var base: String {
        contentLocation.flatMap { try? WebAddress($0, relativeTo: finalURL).text } ?? finalURL.text
    }

    /// `Link` headers as sent: hubs, alternates.
    public var links: [String]
}

/// A complete body and its head.
public struct FetchedFeed: Sendable {
    /// The decoded body, complete.
    public var body: [UInt8]
    /// A hash of `body`.
    public var contentHash: BodyHash
    /// The head of the response.
    public var answer: FetchAnswer
}
