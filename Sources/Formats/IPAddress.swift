/// An IPv4 or IPv6 address as bytes, without a zone.
public struct IPAddress: Hashable, Sendable {
    /// The 4 or 16 bytes of the address, in network order.
    public let bytes: [UInt8]

    /// - Returns: nil unless there are 4 or 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether this is an IPv4 address.
    public var isIPv4: Bool { bytes.count == 4 }

    /// Parses the canonical dotted decimal form of IPv4 or any RFC 4291 form of IPv6, without brackets or zone.
    ///
    /// Octal, hexadecimal and short forms of IPv4 are rejected, because programs interpret them differently.
    public init?(_ text: String) {
        let utf8 = Array(text.utf8)
        if utf8.contains(UInt8(ascii: ":")) {
            guard let bytes = Self.version6(utf8) else { return nil }
            self.bytes = bytes
        } else {
            guard let bytes = Self.version4(utf8[...]) else { return nil }
            self.bytes = bytes
        }
    }

    /// The IPv4 address embedded at a byte offset in an IPv6 address, as used by transition mechanisms.
    package func embedded(at offset: Int) -> IPAddress? {
        guard bytes.count == 16, offset >= 0, offset + 4 <= 16 else { return nil }
        return IPAddress(bytes: Array(bytes[offset..<offset + 4]))
    }

    /// Whether both addresses belong to the same family and their first `length` bits are equal.
    public func hasPrefix(_ prefix: IPAddress, length: Int) -> Bool {
        guard bytes.count == prefix.bytes.count, length <= bytes.count * 8 else { return false }
        let whole = length / 8
        guard bytes[..<whole] == prefix.bytes[..<whole] else { return false }
        let rest = length % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
        return bytes[whole] & mask == prefix.bytes[whole] & mask
    }
}

extension IPAddress: CustomStringConvertible {
    /// The IPv4 address in dotted decimal, or the IPv6 address as eight groups of hexadecimal digits without leading
    /// zeros.
    public var description: String {
        if isIPv4 { return bytes.map { String($0) }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}

extension IPAddress {
    private static func version4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            guard part.count == 1 || part.first != 0x30 else { return nil }
            let value = part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            guard value <= 255 else { return nil }
            bytes.append(UInt8(value))
        }
        return bytes
    }

    private static func version6(_ text: [UInt8]) -> [UInt8]? {
        guard text.count <= 45 else { return nil }
        let colon = UInt8(ascii: ":")
        var gap: Int?
        var bytes: [UInt8] = []
        var index = 0
        if text.starts(with: [colon, colon]) {
            gap = 0
            index = 2
        } else if text.first == colon {
            return nil
        }
        while index < text.count {
            let end = text[index...].firstIndex(of: colon) ?? text.count
            let part = text[index..<end]
            if part.isEmpty {
                guard gap == nil, end > 0 else { return nil }
                gap = bytes.count
                index = end + 1
                continue
            }
            if part.contains(UInt8(ascii: ".")) {
                guard end == text.count, let tail = version4(part) else { return nil }
                bytes += tail
                index = end
                break
            }
            guard part.count <= 4, let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16),
                part.first != UInt8(ascii: "+")
            else { return nil }
            bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            guard end < text.count else {
                index = end
                break
            }
            index = end + 1
            guard index < text.count else { return nil }
        }
        if let gap {
            guard bytes.count <= 14 else { return nil }
            bytes.insert(contentsOf: [UInt8](repeating: 0, count: 16 - bytes.count), at: gap)
        }
        return bytes.count == 16 ? bytes : nil
    }
}
