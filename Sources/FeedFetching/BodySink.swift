/// Receives a body as it arrives, such as a file that is downloaded, so that it is not held in memory. Called on the
/// fetch thread, in order.
public protocol BodySink: AnyObject, Sendable {
    /// Called when the body begins.
    ///
    /// - Parameters:
    ///   - offset: 0, or `ResumePoint.offset` if the server sends only the rest.
    ///   - answer: the head of the response.
    /// - Returns: false ends the transfer.
    func begin(at offset: Int, _ answer: FetchAnswer) -> Bool

    /// - Returns: false ends the transfer.
    func take(_ bytes: Span<UInt8>) -> Bool
}

/// Describes the part of a body that is already present (RFC 9110, sections 13.1.5 and 14.2).
public struct ResumePoint: Sendable, Equatable {
    /// Number of bytes already present.
    public var offset: Int
    /// Offset of the last requested byte; nil for the rest of the body.
    public var last: Int?
    /// The `ETag` or `Last-Modified` of the response that those bytes came with; the server sends only the rest if it
    /// still matches. Nil if no bytes are present.
    public var validator: String?

    public init(offset: Int, last: Int? = nil, validator: String?) {
        self.offset = offset
        self.last = last
        self.validator = validator
    }
}
