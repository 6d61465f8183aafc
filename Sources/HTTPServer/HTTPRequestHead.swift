/// A name and value in a query string or a form.
public struct HTTPQueryItem: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The part of a request before its body, checked and decoded.
public struct HTTPRequestHead: Sendable {
    public let method: HTTPMethod
    /// The request target as received: visible ASCII, at most the configured length.
    public let target: String
    /// The decoded path segments. For example, `/a/b%20c` has two segments, `/` has none, and `/a/` ends with an empty
    /// segment. The target `*` has none. Segments are UTF-8 without control characters, and never `.` or `..`. A
    /// segment contains a `/` if the client sent `%2F`.
    public let path: [String]
    /// The query's pairs, decoded like forms: `+` is a space. Invalid UTF-8 becomes U+FFFD.
    public let query: [HTTPQueryItem]
    public let headers: HTTPHeaders
    /// The host that the client requested; nil only in HTTP/1.0. Forwarding fields are ignored.
    public let host: HTTPHost?
    public let isHTTP10: Bool
    /// The length of the body in bytes; nil if the body is chunked, 0 if there is no body.
    public let contentLength: Int?
    /// The client. Behind a trusted proxy, this is the client that the proxy reports.
    public let peer: HTTPPeer
    /// Whether the client used TLS, either to this server or to a trusted proxy.
    public let isSecure: Bool
    let number: UInt64

    /// The request id: sixteen random hexadecimal digits.
    public var id: String { RequestID.text(number) }

    /// Whether the request has a body, which may be empty if chunked.
    public var hasBody: Bool { contentLength != 0 }

    /// The first value of the query parameter with this name.
    public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
