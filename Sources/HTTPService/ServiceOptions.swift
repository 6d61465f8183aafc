public import Formats
public import HTTPServer

/// The start options of the service, validated.
public struct ServiceOptions: Sendable, Equatable {
    /// A setting that is not valid, with its value.
    public enum Mistake: Error, Equatable, Sendable {
        case listen(String)
        case baseURL(String)
        case trustedProxies(String)
        case keyWithoutCertificate
    }

    public static let defaultAddress = "127.0.0.1:8480"

    public var listener: HTTPServerConfiguration.Listener
    public var base: BaseURL?
    public var certificate: HTTPCertificate?
    public var trustedProxies: [AddressBlock] = []
    /// Whether peers on a unix socket are trusted proxies.
    public var trustsUnixPeers = false
    public var maxConnections: Int?
    public var maxConnectionsPerAddress: Int?

    /// - Parameters:
    ///   - listen: `HOST:PORT` or `unix:PATH`.
    ///   - trustedProxies: a comma-separated list of addresses, blocks of addresses and `unix`.
    public init(
        listen: String?, baseURL: String?, certificate: String?, key: String?, trustedProxies: String?
    ) throws(Mistake) {
        let address = listen ?? Self.defaultAddress
        guard let listener = HTTPServerConfiguration.Listener(address) else { throw .listen(address) }
        self.listener = listener
        if let baseURL {
            guard let base = BaseURL(baseURL) else { throw .baseURL(baseURL) }
            self.base = base
        }
        if let certificate {
            self.certificate = HTTPCertificate(certificatePath: certificate, keyPath: key ?? certificate)
        } else if key != nil {
            throw .keyWithoutCertificate
        }
        for entry in (trustedProxies ?? "").split(whereSeparator: { $0 == "," || $0 == " " }) {
            if entry == "unix" {
                trustsUnixPeers = true
            } else if let block = AddressBlock(String(entry)) {
                self.trustedProxies.append(block)
            } else {
                throw .trustedProxies(String(entry))
            }
        }
    }

    /// Accepted host names, in addition to this machine's.
    public var hostNames: Set<String> {
        var names: Set<String> = []
        if case .tcp(let host, _) = listener { names.insert(host.contains(":") ? "[\(host)]" : host.lowercased()) }
        if let base { names.insert(base.host.name) }
        return names
    }

    /// - Parameter sockets: descriptors that are already listening, used instead of the address.
    public func configuration(sockets: [Int32] = []) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration(
            listeners: sockets.isEmpty ? [listener] : sockets.map { .inherited(descriptor: $0) })
        configuration.certificate = certificate
        configuration.trustedProxies = trustedProxies
        configuration.trustsUnixPeers = trustsUnixPeers
        configuration.maxConnections = maxConnections ?? configuration.maxConnections
        configuration.maxConnectionsPerAddress = maxConnectionsPerAddress ?? configuration.maxConnectionsPerAddress
        return configuration
    }
}

extension HTTPServerConfiguration.Listener {
    /// `HOST:PORT` or `unix:PATH`; nil for anything else.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            if path.isEmpty { return nil }
            self = .unix(path: path)
            return
        }
        guard let host = HTTPHost(text), let port = host.port else { return nil }
        let isBracketed = host.name.hasPrefix("[")
        self = .tcp(host: isBracketed ? String(host.name.dropFirst().dropLast()) : host.name, port: port)
    }

    /// Whether only this machine can connect to it.
    public var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _): host == "localhost" || host == "::1" || host.hasPrefix("127.")
        case .inherited(let descriptor): (try? HTTPBoundAddress(inherited: descriptor))?.isLocal ?? false
        }
    }
}
