internal import Formats

/// The client as reported by a trusted proxy.
struct ForwardedClient: Equatable {
    var peer: HTTPPeer
    var isSecure: Bool

    /// Reads `X-Forwarded-For` from the right, because each proxy appends the address from which it received the
    /// request, and values further left may have been written by the client. The rightmost address that is not a
    /// trusted proxy is the client's address.
    init(_ headers: HTTPHeaders, from peer: HTTPPeer, isSecure: Bool, proxies: [AddressBlock]) {
        self.peer = peer
        self.isSecure = isSecure
        let chain = headers.values("X-Forwarded-For").flatMap { $0.split(separator: ",") }
        for entry in chain.reversed() {
            guard let address = Self.address(entry) else { break }
            self.peer = .address(address)
            if !proxies.contains(where: { $0.contains(address) }) { break }
        }
        switch headers.values("X-Forwarded-Proto").last?.lowercased() {
        case "https": self.isSecure = true
        case "http": self.isSecure = false
        default: break
        }
    }

    /// Parses an address with or without a port, such as `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or
    /// `[2001:db8::1]:80`.
    private static func address(_ entry: Substring) -> IPAddress? {
        var text = String(entry.filter { $0 != " " && $0 != "\t" })
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = String(text[..<end].dropFirst())
        } else if text.contains("."), let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            text = String(text[..<colon])
        }
        return IPAddress(text)
    }
}
