package import Formats
package import HTTPServer

/// The start options of the service, validated.
package struct ServiceOptions: Sendable, Equatable {
    /// An invalid setting and its value.
    package enum Mistake: Error, Equatable, Sendable {
        case listen(String)
        case baseURL(String)
        case trustedProxies(String)
        case keyWithoutCertificate
    }

    package static let defaultAddress = "127.0.0.1:8480"

    package var listener: HTTPServerConfiguration.Listener
    package var base: BaseURL?
    package var certificate: HTTPCertificate?
    package var trustedProxies: [AddressBlock] = []
    /// Whether peers on a unix socket are trusted proxies.
    package var trustsUnixPeers = false
    package var maxConnections: Int?
    package var maxConnectionsPerAddress: Int?

    /// - Parameters:
    ///   - listen: `HOST:PORT` or `unix:PATH`.
    ///   - trustedProxies: a comma-separated list of addresses, blocks of addresses and `unix`.
    package init(
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

    /// The host names that the service accepts in addition to this machine's.
    package var hostNames: Set<String> {
        var names: Set<String> = []
        if case .tcp(let host, _) = listener { names.insert(host.contains(":") ? "[\(host)]" : host.lowercased()) }
        if let base { names.insert(base.host.name) }
        return names
    }

    /// - Parameter sockets: descriptors of sockets that are already listening. They are used instead of the configured
    ///   address.
    package func configuration(sockets: [Int32] = []) -> HTTPServerConfiguration {
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
    /// Parses `HOST:PORT` or `unix:PATH`; returns nil for any other text.
    package init?(_ text: String) {
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

    /// Whether the listener accepts connections from this machine only.
    package var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _): host == "localhost" || host == "::1" || host.hasPrefix("127.")
        case .inherited(let descriptor): (try? HTTPBoundAddress(inherited: descriptor))?.isLocal ?? false
        }
    }
}
