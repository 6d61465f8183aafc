/// The body of a request, pulled in chunks by one reader.
///
/// The server reads ahead a bounded number of bytes, and no more until they are pulled.
public struct HTTPBody: Sendable {
    private let source: any HTTPBodySource

    init(source: any HTTPBodySource) { self.source = source }

    static let empty = HTTPBody([])

    /// A body that is there already.
    public init(_ bytes: [UInt8]) { source = StoredBody(bytes) }

    /// The next chunk, never an empty one; nil at the end.
    ///
    /// - Throws: why the body ends early: too large, too slow, no chunked coding, the client is gone.
    public func next() async throws(HTTPError) -> [UInt8]? { try await source.next() }

    /// All that is left of the body.
    ///
    /// - Throws: `HTTPError.bodyTooLarge` where that is more than `limit` bytes.
    public func collect(upTo limit: Int) async throws(HTTPError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try await next() {
            if chunk.count > limit - bytes.count { throw .bodyTooLarge(limit: limit) }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        return bytes
    }
}

/// Where a body comes from.
protocol HTTPBodySource: Sendable {
    func next() async throws(HTTPError) -> [UInt8]?
}
