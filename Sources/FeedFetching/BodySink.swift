/// Takes a body as it arrives, in place of memory: a file that is downloaded. Called on the fetch thread, in order.
public protocol BodySink: AnyObject, Sendable {
    /// The body begins.
    ///
    /// - Parameters:
    ///   - offset: 0, or `ResumePoint.offset` where the server sends the rest alone.
    ///   - answer: its head.
    /// - Returns: false ends the transfer.
    func begin(at offset: Int, _ answer: FetchAnswer) -> Bool

    /// - Returns: false ends the transfer.
    func take(_ bytes: Span<UInt8>) -> Bool
}

/// How much of a body is there already (RFC 9110, sections 13.1.5 and 14.2).
public struct ResumePoint: Sendable, Equatable {
    /// Bytes that are there.
    public var offset: Int
    /// The last byte that is wanted; nil for all.
    public var last: Int?
    /// The `ETag` or `Last-Modified` of the answer that they came with: the rest is sent only if it still holds. nil where
    /// nothing is there yet.
    public var validator: String?

    public init(offset: Int, last: Int? = nil, validator: String?) {
        self.offset = offset
        self.last = last
        self.validator = validator
    }
}
