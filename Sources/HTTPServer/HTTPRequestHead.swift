/// A pair of a query string or a form.
public struct HTTPQueryItem: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// What a request says before its body, checked and decoded.
public struct HTTPRequestHead: Sendable {
    public let method: HTTPMethod
    /// The target as it came, visible ASCII, at most the configured length.
    public let target: String
    /// The segments of the path, decoded: `/a/b%20c` has two, `/` none, `/a/` ends in an empty one. They are UTF-8 without
    /// control characters, and none is `.` or `..`. A segment has a `/` where `%2F` was written. `*` has none.
    public let path: [String]
    /// The pairs of the query, decoded as forms are: `+` is a space. Invalid UTF-8 is U+FFFD.
    public let query: [HTTPQueryItem]
    public let headers: HTTPHeaders
    /// The host that the client asked for; nil only for HTTP/1.0. Never from a forwarding field.
    public let host: HTTPHost?
    public let isHTTP10: Bool
    /// The length of the body; nil where it is chunked, 0 where there is none.
    public let contentLength: Int?
    /// The client. Behind a trusted proxy: whom the proxy names.
    public let peer: HTTPPeer
    /// Whether the client came over TLS, to us or to a trusted proxy.
    public let isSecure: Bool
    let number: UInt64

    /// The id of the request: sixteen random hexadecimal digits.
    public var id: String { RequestID.text(number) }

    /// Whether the request has a body, perhaps an empty chunked one.
    public var hasBody: Bool { contentLength != 0 }

    /// The first value of a query name.
    public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
