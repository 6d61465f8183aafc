/// The body of a request, which a single reader pulls in chunks.
///
/// The server buffers only a bounded number of bytes that the reader has not pulled yet.
public struct HTTPBody: Sendable {
    private let source: any HTTPBodySource

    init(source: any HTTPBodySource) { self.source = source }

    static let empty = HTTPBody([])

    /// A body that is already in memory.
    public init(_ bytes: [UInt8]) { source = StoredBody(bytes) }

    /// Returns the next chunk, which is never empty; nil at the end.
    ///
    /// - Throws: an error if the body is too large, arrives too slowly or has malformed chunks, or if the client
    ///   disconnects.
    public func next() async throws(HTTPError) -> [UInt8]? { try await source.next() }

    /// Reads the rest of the body.
    ///
    /// - Throws: `HTTPError.bodyTooLarge` if the rest is longer than `limit` bytes.
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
