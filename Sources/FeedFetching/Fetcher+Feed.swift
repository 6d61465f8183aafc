/// A version of a feed, to be passed to the next call of `Fetcher.feed(at:since:)`. Store it with the feed.
public struct FeedVersion: Hashable, Sendable, Codable {
    /// The `ETag` of the response.
    public var etag: String?
    /// The `Last-Modified` of the response.
    public var lastModified: String?
    /// The hash of the body: a server that ignores the other two sends an unchanged body, which has this hash.
    public var contentHash: BodyHash?

    public init(etag: String? = nil, lastModified: String? = nil, contentHash: BodyHash? = nil) {
        self.etag = etag
        self.lastModified = lastModified
        self.contentHash = contentHash
    }
}

extension BodyHash: Codable {
    /// Decodes the text that `description` returns.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = BodyHash(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not 32 hexadecimal digits")
        }
        self = hash
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The result of `Fetcher.feed(at:since:)`.
public struct FeedFetch: Sendable {
    /// The complete document, decoded; nil if the feed has not changed since the given version.
    public var body: [UInt8]?
    /// The version to pass to the next call.
    public var version: FeedVersion
    /// The head of the response: the final address, a permanent move, the time until the server wants to be asked again.
    public var answer: FetchAnswer
}

extension Fetcher {
    /// Fetches one feed, within `policy` and `limits`.
    ///
    /// - Parameters:
    ///   - address: an address as people enter it; `feed:` is removed, and without a scheme https is used. A name and a
    ///     password in it are sent as Basic authentication.
    ///   - version: the version of the last call. Only a feed that has changed since then is sent.
    /// - Throws: `AddressRefusal` for an address that is not http or https, `FetchFailure` for a failed fetch,
    ///   `CancellationError` if the task was cancelled.
    public func feed(at address: String, since version: FeedVersion? = nil) async throws -> FeedFetch {
        let typed = try TypedAddress(address)
        var request = FetchRequest(typed.candidates[0].text)
        request.credentials = typed.credentials
        request.etag = version?.etag
        request.lastModified = version?.lastModified
        request.contentHash = version?.contentHash
        switch await fetch(request) {
        case .fetched(let feed):
            let new = FeedVersion(
                etag: feed.answer.etag, lastModified: feed.answer.lastModified, contentHash: feed.contentHash)
            return FeedFetch(body: feed.body, version: new, answer: feed.answer)
        case .notModified(let answer):
            var known = version ?? FeedVersion()
            if let etag = answer.etag { known.etag = etag }
            if let date = answer.lastModified { known.lastModified = date }
            return FeedFetch(body: nil, version: known, answer: answer)
        case .gone(let answer):
            throw FetchFailure(.httpStatus(answer.status), "the feed is gone for good")
        case .failed(let failure): throw failure
        case .cancelled: throw CancellationError()
        }
    }
}
