/// A 128-bit hash of a body, used to recognise an unchanged body.
///
/// The hash is not cryptographic, but a feed that constructs a collision would only hide its own articles.
public struct BodyHash: Hashable, Sendable, CustomStringConvertible {
    public let high: UInt64, low: UInt64

    /// Hashes all of `bytes`.
    ///
    /// - Complexity: linear; several GB/s.
    public init(of bytes: [UInt8]) {
        var first: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
        let span = bytes.span
        var index = 0
        while index < span.count {
            var word: UInt64 = 0
            let end = min(index + 8, span.count)
            while index < end {
                word = word << 8 | UInt64(span[index])
                index += 1
            }
            first = Self.fold(first ^ word, 0xA076_1D64_78BD_642F)
            second = Self.fold(second &+ word, 0xE703_7ED1_A0B4_28DB) ^ first
        }
        high = Self.fold(first, 0x8EBC_6AF0_9C88_C6E3)
        low = Self.fold(second ^ first, 0x5899_65CC_7537_4CC3)
    }

    /// Parses the text that `description` returns.
    public init?(_ text: String) {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.high = high
        self.low = low
    }

    /// The hash as 32 hexadecimal digits.
    public var description: String { Self.hex(high) + Self.hex(low) }

    private static func hex(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }

    private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let product = (value | 1).multipliedFullWidth(by: factor)
        return product.high ^ product.low &+ value
    }
}
