private import Glibc

/// The client address by which refusals are counted: an IPv4 address, the /64 prefix of an IPv6 address, or `local` for
/// clients of a unix socket.
public struct PeerAddress: Hashable, Sendable {
    private enum Network: Hashable {
        case local
        case ipv4(UInt32)
        case ipv6(UInt64)
    }
    private let network: Network
    /// The address as written to the log.
    public let text: String

    /// A client of a unix socket.
    public static let local = PeerAddress(network: .local, text: "local")

    private init(network: Network, text: String) {
        self.network = network
        self.text = text
    }

    /// - Parameter text: an address without a port; a zone (`%eth0`) is ignored. Other text counts as `local`.
    public init(_ text: String) {
        let plain = String(text.prefix { $0 != "%" })
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, plain, &four) == 1 {
            self.init(network: .ipv4(UInt32(bigEndian: four.s_addr)), text: plain)
        } else if unsafe inet_pton(AF_INET6, plain, &six) == 1 {
            let bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
            let words = [bytes[..<8], bytes[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
            // The prefix ::ffff: marks an IPv4 address, for example ::ffff:192.0.2.1.
            if words[0] == 0, words[1] >> 32 == 0xFFFF {
                let address = UInt32(truncatingIfNeeded: words[1])
                let parts = [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }
                self.init(network: .ipv4(address), text: parts.joined(separator: "."))
            } else {
                self.init(network: .ipv6(words[0]), text: plain)
            }
        } else {
            self = .local
        }
    }

    public static func == (first: Self, second: Self) -> Bool { first.network == second.network }
    public func hash(into hasher: inout Hasher) { hasher.combine(network) }
}

/// The client of a sign-in, as shown in the list of sessions and in the sign-in log.
public struct Visitor: Sendable {
    public let address: PeerAddress
    /// The `User-Agent`, at most 200 bytes of printable ASCII.
    public let userAgent: String

    public init(_ address: PeerAddress, userAgent: String = "") {
        self.address = address
        self.userAgent = String(
            decoding: userAgent.utf8.prefix(200).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") },
            as: UTF8.self)
    }
}
