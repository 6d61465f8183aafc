/// Scheme, host and port: what credentials and trust are bound to (RFC 6454).
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// Lower case, in its ASCII form; IPv6 without brackets.
    public let host: String
    /// Never zero.
    public let port: Int

    /// As in an address: `https://example.org:8443`.
    public var description: String {
        let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }
}
