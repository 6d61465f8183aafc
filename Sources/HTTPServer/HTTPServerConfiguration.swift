public import Formats

/// Where a server listens, and its limits.
public struct HTTPServerConfiguration: Sendable {
    public enum Listener: Hashable, Sendable {
        /// A name or a numeric address; port 0 takes any free one.
        case tcp(host: String, port: Int)
        /// A socket file that only its owner may use (0600). One that nobody listens on is replaced.
        case unix(path: String)
        /// A socket that listens already, handed over by systemd.
        case inherited(descriptor: Int32)
    }

    public var listeners: [Listener]
    /// TLS, 1.2 or later, for all listeners but unix sockets.
    public var certificate: HTTPCertificate?
    public var maxConnections = 4_096
    /// Connections of one address (IPv6: of one /64) without valid credentials. Unix sockets and trusted proxies are not
    /// counted; behind a trusted proxy, the requests in progress of each forwarded client are.
    public var maxConnectionsPerAddress = 256
    /// Bytes of the request line, its end included.
    public var maxLineBytes = 8 << 10
    /// Bytes of the request line and all headers.
    public var maxHeadBytes = 32 << 10
    public var maxHeaderCount = 100
    /// From the first byte of a request to the end of its headers; for the first request from the connection.
    public var headDeadline: Duration = .seconds(10)
    /// Between two requests of a connection.
    public var idleDeadline: Duration = .seconds(60)
    /// A client that reads less than 4 KB in this time, while more is there for it, is disconnected.
    public var writeDeadline: Duration = .seconds(30)
    /// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count.
    public var trustedProxies: [AddressBlock] = []
    /// Whether what comes through a unix socket is a trusted proxy.
    public var trustsUnixPeers = false

    public init(listeners: [Listener]) { self.listeners = listeners }
}

/// Files in PEM form: a certificate with its chain, and its key without passphrase.
public struct HTTPCertificate: Hashable, Sendable {
    public var certificatePath: String
    public var keyPath: String

    public init(certificatePath: String, keyPath: String) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
    }
}

/// Where a started server listens.
public enum HTTPBoundAddress: Hashable, Sendable, CustomStringConvertible {
    case tcp(IPAddress, port: Int)
    case unix(path: String)

    /// Whether only this machine can reach it.
    public var isLocal: Bool {
        guard case .tcp(let address, _) = self else { return true }
        return HTTPPeer.address(address).isLocal
    }

    /// `127.0.0.1:8480`, `[::1]:8480` or `unix:PATH`.
    public var description: String {
        switch self {
        case .tcp(let address, let port): address.isIPv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// Why a server does not start.
public enum HTTPServerError: Error, Equatable, Sendable {
    /// The address is in use by another program.
    case addressInUse(String)
    /// The name has no address of this machine.
    case unknownHost(String)
    /// A certificate or key cannot be used, or they do not belong together; the reason is OpenSSL's, in English.
    case certificate(path: String, reason: String)
    /// A call failed: what it was about, and the C library's error number.
    case system(String, number: Int32)
}
