/// Scheme, host and port (RFC 6454). Credentials and trust are bound to an origin.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// Lower case, in its ASCII form; IPv6 without brackets.
    public let host: String
    /// Never zero.
    public let port: Int

    /// The origin as an address: `https://example.org:8443`.
    public var description: String {
        let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }
}
