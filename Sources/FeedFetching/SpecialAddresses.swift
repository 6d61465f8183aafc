internal import Formats

/// Addresses outside the public internet, according to the IANA special-purpose registries
/// <https://www.iana.org/assignments/iana-ipv4-special-registry> and `iana-ipv6-special-registry`.
enum SpecialAddresses {
    /// Describes an address that is not on the public internet.
    ///
    /// An IPv6 address that contains an IPv4 address (mapped, NAT64, 6to4) is checked as the IPv4 address.
    /// - Returns: nil for a globally reachable address.
    static func kind(of address: IPAddress) -> String? {
        if metadata.contains(where: { $0.contains(address) }) { return "a cloud metadata service" }
        if address.isIPv4 { return version4.first { $0.block.contains(address) }?.kind }
        for (block, offset) in carriers where block.contains(address) {
            return address.embedded(at: offset).flatMap { kind(of: $0) }
        }
        // Only 2000::/3 is allocated as global unicast (RFC 4291, section 2.4).
        guard globalUnicast.contains(address) else { return "a local or reserved address" }
        return version6.first { $0.block.contains(address) }?.kind
    }

    /// Whether an address may belong to a cloud metadata service, which returns secrets without authentication.
    static func isMetadata(_ address: IPAddress) -> Bool {
        for (block, offset) in carriers where block.contains(address) {
            return address.embedded(at: offset).map { isMetadata($0) } ?? false
        }
        return metadata.contains { $0.contains(address) }
    }

    private static let metadata = blocks([
        "169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "168.63.129.16", "192.0.0.192",
        "fd00:ec2::254", "fd20:ce::254",
    ])

    /// The IPv6 blocks whose addresses contain an IPv4 address, with its byte offset: mapped addresses, NAT64 (RFC
    /// 6052) and 6to4 (RFC 3056).
    private static let carriers: [(block: AddressBlock, offset: Int)] = [
        ("::ffff:0:0/96", 12), ("64:ff9b::/96", 12), ("2002::/16", 2),
    ].compactMap { text, offset in AddressBlock(text).map { ($0, offset) } }

    private static let globalUnicast = blocks(["2000::/3"])[0]

    private static let version4 = named([
        ("0.0.0.0/8", "this machine"), ("10.0.0.0/8", "a private network"), ("100.64.0.0/10", "a carrier's network"),
        ("127.0.0.0/8", "this machine"), ("169.254.0.0/16", "a link-local address"),
        ("172.16.0.0/12", "a private network"), ("192.0.0.0/24", "a reserved address"),
        ("192.0.2.0/24", "an address for documentation"), ("192.31.196.0/24", "a reserved address"),
        ("192.52.193.0/24", "a reserved address"), ("192.88.99.0/24", "a reserved address"),
        ("192.168.0.0/16", "a private network"), ("192.175.48.0/24", "a reserved address"),
        ("198.18.0.0/15", "a network for benchmarks"), ("198.51.100.0/24", "an address for documentation"),
        ("203.0.113.0/24", "an address for documentation"), ("224.0.0.0/4", "a multicast address"),
        ("240.0.0.0/4", "a reserved address"),
    ])

    /// The blocks in 2000::/3 that are not public. Teredo (2001::/32) is refused: its addresses lead to another address
    /// that cannot be checked.
    private static let version6 = named([
        ("2001::/23", "a reserved address"), ("2001:db8::/32", "an address for documentation"),
        ("2620:4f:8000::/48", "a reserved address"), ("3fff::/20", "an address for documentation"),
    ])

    private static func blocks(_ texts: [String]) -> [AddressBlock] { texts.compactMap { AddressBlock($0) } }

    private static func named(_ rows: [(String, String)]) -> [(block: AddressBlock, kind: String)] {
        rows.compactMap { text, kind in AddressBlock(text).map { ($0, kind) } }
    }
}
