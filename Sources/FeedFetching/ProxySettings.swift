internal import Formats

/// Decides which proxy a request uses. libcurl's own handling of environment variables is disabled.
public struct ProxySettings: Sendable {
    /// The proxy for http addresses.
    public var http: String?
    /// The proxy for https addresses.
    public var https: String?
    /// Hosts that are contacted without a proxy: names (which include subdomains), addresses, CIDR blocks, or `*` for
    /// all hosts.
    public var exceptions: [String] = []

    /// Creates settings without a proxy.
    public init() {}

    /// Creates settings with one proxy for all addresses.
    public init(_ proxy: String, exceptions: [String] = []) {
        http = proxy
        https = proxy
        self.exceptions = exceptions
    }

    /// Reads the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in lower or upper case.
    ///
    /// `HTTP_PROXY` in upper case is ignored, as in curl: in a CGI program this variable contains a header of the
    /// request.
    public init(environment: [String: String]) {
        func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        let all = value("all_proxy", "ALL_PROXY")
        http = value("http_proxy") ?? all
        https = value("https_proxy", "HTTPS_PROXY") ?? all
        exceptions = (value("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    }

    /// Whether a text is a valid proxy address: http, https, socks5 or socks5h.
    public static func isProxy(_ text: String) -> Bool { (try? ProxyAddress(text)) != nil }

    /// The proxy for an address; nil if the address is contacted directly.
    func proxy(for address: WebAddress) -> String? {
        guard let proxy = address.scheme == "https" ? https : http, !proxy.isEmpty else { return nil }
        return exceptions.contains { Self.covers($0, address) } ? nil : proxy
    }

    private static func covers(_ entry: String, _ address: WebAddress) -> Bool {
        var name = entry.lowercased()
        if name == "*" { return true }
        if let literal = address.literal {
            if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
            return AddressBlock(name)?.contains(literal) ?? false
        }
        if let colon = name.lastIndex(of: ":") {
            guard Int(name[name.index(after: colon)...]) == address.port else { return false }
            name = String(name[..<colon])
        }
        if name.hasPrefix(".") { name.removeFirst() }
        return !name.isEmpty && (address.host == name || address.host.hasSuffix("." + name))
    }
}

/// The address of a proxy.
struct ProxyAddress {
    /// The address in libcurl's format. It may contain a password and must not be shown.
    let text: String
    /// Whether host names are resolved here instead of by the proxy, so that their addresses can be checked. True only
    /// for socks5.
    let resolvesHere: Bool

    /// Parses the address of a proxy.
    ///
    /// - Throws: `FetchFailure` for schemes other than http, https, socks5 and socks5h.
    init(_ text: String) throws(FetchFailure) {
        let lower = text.lowercased()
        let scheme = lower.contains("://") ? String(lower.prefix { $0 != ":" }) : "http"
        guard ["http", "https", "socks5", "socks5h"].contains(scheme), !text.utf8.contains(where: { $0 <= 0x20 }) else {
            throw FetchFailure(.proxy, "a proxy must be http, https, socks5 or socks5h")
        }
        self.text = text
        resolvesHere = scheme == "socks5"
    }
}
