public import Formats

/// Decides which addresses may be fetched. Protects the user's network against addresses that come from feeds.
///
/// By default, only the public internet over http and https is allowed. Exceptions come from the configuration
/// (`allowing`) or, for one feed, from the origin that the user entered (`FetchRequest.trustedOrigin`).
public struct AddressPolicy: Sendable {
    private var blocks: [AddressBlock] = []
    private var hosts: Set<String> = []
    private var hostPorts: Set<String> = []

    /// Creates a policy that allows only the public internet.
    public init() {}

    /// Creates a policy with exceptions.
    ///
    /// - Parameter entries: CIDR blocks such as `192.168.1.0/24`, addresses, host names, or `host:port`.
    /// - Throws: `AddressRefusal.malformed` with the first invalid entry.
    public init(allowing entries: [String]) throws(AddressRefusal) {
        for entry in entries {
            let lower = entry.lowercased()
            if let block = AddressBlock(lower) {
                blocks.append(block)
            } else if let colon = lower.lastIndex(of: ":"), Int(lower[lower.index(after: colon)...]) != nil {
                hostPorts.insert(lower)
            } else if !lower.isEmpty, lower.utf8.allSatisfy({ Self.isNameByte($0) }) {
                hosts.insert(lower)
            } else {
                throw .malformed(entry)
            }
        }
    }

    /// Checks an address before its host name is resolved. Returns nil if the address is allowed.
    ///
    /// - Parameter trusted: the origin that the user entered; nil for addresses that come from a feed.
    public func refusal(of address: WebAddress, trusted: WebOrigin? = nil) -> AddressRefusal? {
        let isTrusted = trusted == address.origin
        let isListed = lists(address)
        if PortRules.isBad(address.port) { return .port(address.port) }
        if !isTrusted, !isListed, !PortRules.isUsual(address.port) { return .port(address.port) }
        if let literal = address.literal { return refusal(of: literal, for: address, trusted: trusted) }
        if isTrusted || isListed { return nil }
        return Self.isLocalName(address.host) ? .localName(address.host) : nil
    }

    /// Checks an IP address that a host name resolved to, or that a connection was made to. Returns nil if it is
    /// allowed.
    public func refusal(of peer: IPAddress, for address: WebAddress, trusted: WebOrigin? = nil) -> AddressRefusal? {
        guard let kind = SpecialAddresses.kind(of: peer) else { return nil }
        if lists(address) || blocks.contains(where: { $0.contains(peer) }) { return nil }
        if trusted == address.origin, !SpecialAddresses.isMetadata(peer) { return nil }
        return .localAddress(host: address.host, kind: kind)
    }

    // MARK: -

    private func lists(_ address: WebAddress) -> Bool {
        if hosts.contains(address.host) || hostPorts.contains("\(address.host):\(address.port)") { return true }
        guard let literal = address.literal else { return false }
        return blocks.contains { $0.contains(literal) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Whether a host name has no dot, or ends in a suffix that is reserved for local networks by RFC 6761, RFC 6762,
    /// RFC 8375 or convention.
    private static func isLocalName(_ host: String) -> Bool {
        guard let dot = host.lastIndex(of: ".") else { return true }
        let last = host[host.index(after: dot)...]
        return localSuffixes.contains(String(last)) || host == "home.arpa" || host.hasSuffix(".home.arpa")
    }

    private static let localSuffixes: Set<String> = [
        "localhost", "localdomain", "local", "lan", "internal", "intranet", "private", "corp", "home",
    ]
}
