/// What became of one request.
public struct FetchResult: Sendable {
    /// The request's token.
    public let token: Int64
    /// What came of it.
    public let outcome: FetchOutcome
    /// From the start of the transfer to its end.
    public let elapsed: Duration
    /// Bytes of the bodies as they came over the network.
    public let wireBytes: Int
}

/// The ways in which a fetch ends.
public enum FetchOutcome: Sendable {
    /// A complete body.
    case fetched(FetchedFeed)
    /// Nothing new: status 304, or a body equal to the last one.
    case notModified(FetchAnswer)
    /// Status 410: the feed says that it is gone for good.
    case gone(FetchAnswer)
    /// No body, and why.
    case failed(FetchFailure)
    /// The run was cancelled before the end; it says nothing about the feed.
    case cancelled
}

/// The head of the last answer of a fetch.
public struct FetchAnswer: Sendable {
    /// The address that answered, after all redirects.
    public var finalURL: WebAddress
    /// Where the feed has moved for good: the end of the leading run of 301 and 308. nil if the first answer was none.
    public var movedTo: WebAddress?
    /// How many redirects were followed.
    public var redirects: Int
    /// The status code.
    public var status: Int
    /// Media type and parameters as sent.
    public var contentType: String?
    /// The validator, at most 1 KB, printable ASCII.
    public var etag: String?
    /// The date as sent, at most 128 bytes, printable ASCII.
    public var lastModified: String?
    /// What the server says about how long the answer stays fresh and when to come back.
    public var freshness: Freshness
    /// `Content-Location`, for relative links.
    public var contentLocation: String?
    /// `Link` headers as sent: hubs, alternates.
    public var links: [String]
}

/// A complete body and the head that came with it.
public struct FetchedFeed: Sendable {
    /// The decoded body, complete.
    public var body: [UInt8]
    /// A hash of `body`.
    public var contentHash: ContentHash
    /// The head of the answer.
    public var answer: FetchAnswer
}
