/// A scheme, host and port (RFC 6454). Credentials and trust are bound to an origin.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme, `http` or `https`.
    public let scheme: String
    /// The host in lower-case ASCII. IPv6 addresses have no brackets.
    public let host: String
    /// The port; never zero.
    public let port: Int

    /// The origin as an address, such as `https://example.org:8443`.
    public var description: String {
        let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }
}
