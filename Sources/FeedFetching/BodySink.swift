/// Receives a body as it arrives, for example to write a download to a file instead of keeping it in memory. Called on
/// the fetch thread, in order.
public protocol BodySink: AnyObject, Sendable {
    /// Called when the body begins.
    ///
    /// - Parameters:
    ///   - offset: 0, or `ResumePoint.offset` if the server sends only the rest of the body.
    ///   - answer: the head of the response.
    /// - Returns: false to end the transfer.
    func begin(at offset: Int, _ answer: FetchAnswer) -> Bool

    /// Receives the next bytes of the body.
    ///
    /// - Returns: false to end the transfer.
    func take(_ bytes: Span<UInt8>) -> Bool
}

/// Describes the part of a body that the client already has (RFC 9110, sections 13.1.5 and 14.2).
public struct ResumePoint: Sendable, Equatable {
    /// The number of bytes that the client already has.
    public var offset: Int
    /// The offset of the last requested byte; nil to request the rest of the body.
    public var last: Int?
    /// The `ETag` or `Last-Modified` of the response that the existing bytes came from. The server sends only the rest
    /// of the body if this validator still matches. Nil if there are no bytes yet.
    public var validator: String?

    public init(offset: Int, last: Int? = nil, validator: String?) {
        self.offset = offset
        self.last = last
        self.validator = validator
    }
}
