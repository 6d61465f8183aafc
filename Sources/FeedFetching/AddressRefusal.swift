/// The reason for refusing to fetch an address.
public enum AddressRefusal: Error, Hashable, Sendable {
    /// The address is not a URL, or other parsers might read it differently.
    case malformed(String)
    /// The scheme is neither http nor https.
    case scheme(String)
    /// The address contains a user name or password.
    case userInfo
    /// The host name is valid only in local networks.
    case localName(String)
    /// The host is, or resolves to, an address outside the public internet.
    case localAddress(host: String, kind: String)
    /// The port is that of another service.
    case port(Int)

    /// One plain sentence that explains the refusal without repeating the address.
    public var reason: String {
        switch self {
        case .malformed(let what): "the address is not a proper URL (\(what))"
        case .scheme(let scheme): "only http and https are fetched, not \(scheme)"
        case .userInfo: "the address carries a user name or password"
        case .localName(let host): "\(host) is a name of a local network"
        case .localAddress(let host, let kind): "\(host) is \(kind)"
        case .port(let port): "port \(port) is not one for feeds"
        }
    }
}
