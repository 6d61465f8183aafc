public import Formats

/// A server's listeners and limits.
public struct HTTPServerConfiguration: Sendable {
    public enum Listener: Hashable, Sendable {
        /// A host name or a numeric address; port 0 means any free port.
        case tcp(host: String, port: Int)
        /// A socket file that only its owner may use (mode 0600). A file that no program listens on is replaced.
        case unix(path: String)
        /// An already listening socket, passed by systemd.
        case inherited(descriptor: Int32)
    }

    public var listeners: [Listener]
    /// TLS 1.2 or later, for all listeners except unix sockets.
    public var certificate: HTTPCertificate?
    public var maxConnections = 4_096
    /// Maximum number of connections without valid credentials per address (or per /64 in IPv6). Unix sockets and
    /// trusted proxies are not limited. Behind a trusted proxy, the limit applies to the requests in progress of each
    /// forwarded client.
    public var maxConnectionsPerAddress = 256
    /// The maximum size of the request line in bytes, including its line break.
    public var maxLineBytes = 8 << 10
    /// The maximum size in bytes of the request line and all header fields together.
    public var maxHeadBytes = 32 << 10
    public var maxHeaderCount = 100
    /// The maximum time from the first byte of a request to the end of its headers. For the first request of a
    /// connection, the time starts when the connection is accepted.
    public var headDeadline: Duration = .seconds(10)
    /// Maximum idle time between two requests on a connection.
    public var idleDeadline: Duration = .seconds(60)
    /// A client that reads less than 4 KB within this time while more output is waiting is disconnected.
    public var writeDeadline: Duration = .seconds(30)
    /// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are used.
    public var trustedProxies: [AddressBlock] = []
    /// Whether peers on a unix socket are trusted proxies.
    public var trustsUnixPeers = false

    public init(listeners: [Listener]) { self.listeners = listeners }
}

/// The PEM files of a certificate with its chain, and of its key without a passphrase.
public struct HTTPCertificate: Hashable, Sendable {
    public var certificatePath: String
    public var keyPath: String

    public init(certificatePath: String, keyPath: String) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
    }
}

/// An address on which a server listens.
public enum HTTPBoundAddress: Hashable, Sendable, CustomStringConvertible {
    case tcp(IPAddress, port: Int)
    case unix(path: String)

    /// Whether only this machine can connect to the address.
    public var isLocal: Bool {
        guard case .tcp(let address, _) = self else { return true }
        return HTTPPeer.address(address).isLocal
    }

    /// The address as text, such as `127.0.0.1:8480`, `[::1]:8480` or `unix:PATH`.
    public var description: String {
        switch self {
        case .tcp(let address, let port): address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// The reason why a server could not start or reload.
public enum HTTPServerError: Error, Equatable, Sendable {
    /// The address is in use by another program.
    case addressInUse(String)
    /// The host name has no address on this machine.
    case unknownHost(String)
    /// A certificate or key cannot be used, or they do not match. The reason is OpenSSL's message, in English.
    case certificate(path: String, reason: String)
    /// A system call failed. The values are the address or file passed to the call, and the C library's error number.
    case system(String, number: Int32)
}
