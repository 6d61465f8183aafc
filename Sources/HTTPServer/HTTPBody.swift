/// The body of a request, which a single reader pulls in chunks.
///
/// The server reads ahead of the reader, but only a bounded number of bytes.
public struct HTTPBody: Sendable {
    private let source: any HTTPBodySource

    init(source: any HTTPBodySource) { self.source = source }

    static let empty = HTTPBody([])

    /// A body that is already in memory.
    public init(_ bytes: [UInt8]) { source = StoredBody(bytes) }

    /// The next chunk, never an empty one; nil at the end.
    ///
    /// - Throws: the reason if the body ends early: too large, too slow, malformed chunks, client disconnected.
    public func next() async throws(HTTPError) -> [UInt8]? { try await source.next() }

    /// The rest of the body.
    ///
    /// - Throws: `HTTPError.bodyTooLarge` if it is longer than `limit` bytes.
    public func collect(upTo limit: Int) async throws(HTTPError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try await next() {
            if chunk.count > limit - bytes.count { throw .bodyTooLarge(limit: limit) }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        return bytes
    }
}

/// A source of body bytes.
protocol HTTPBodySource: Sendable {
    func next() async throws(HTTPError) -> [UInt8]?
}
