/// A block of addresses in CIDR form, such as `10.0.0.0/8`.
public struct AddressBlock: Hashable, Sendable {
    public let prefix: IPAddress
    /// Number of bits in the prefix.
    public let length: Int

    /// - Parameter text: `ADDRESS/BITS`, or a single address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let prefix = IPAddress(String(first)) else { return nil }
        var length = prefix.bytes.count * 8
        if parts.count == 2 {
            guard let given = Int(parts[1]), (0...length).contains(given) else { return nil }
            length = given
        }
        self.prefix = prefix
        self.length = length
    }

    /// Whether `address` is in the block.
    public func contains(_ address: IPAddress) -> Bool { address.hasPrefix(prefix, length: length) }
}
