/// Base64 (RFC 4648).
public enum Base64 {
    /// The two alphabets, which differ in their last two characters.
    public enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=` (section 4).
        case standard
        /// `-` and `_`, which need no escape in a URL; without padding (section 5).
        case url
    }

    /// Encodes bytes as Base64 on one line.
    public static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
        let letters = alphabet == .standard ? standard : url
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                out.append(letters[Int(bits >> count & 63)])
            }
            bits &= 0xFF
        }
        if count > 0 { out.append(letters[Int(bits << (6 - count) & 63)]) }
        while alphabet == .standard, !out.count.isMultiple(of: 4) { out.append(UInt8(ascii: "=")) }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes Base64. In the standard alphabet, padding is accepted anywhere and may be missing.
    ///
    /// - Parameters:
    ///   - alphabet: nil to accept either.
    ///   - skipsSpaces: whether spaces, tabs and line breaks are ignored.
    /// - Returns: nil if the text contains any other character, or a final letter that does not complete a byte.
    public static func decode(
        _ text: some Sequence<UInt8>, _ alphabet: Alphabet? = .standard, skipsSpaces: Bool = false
    ) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.underestimatedCount / 4 * 3)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in text {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+") where alphabet != .url: value = 62
            case UInt8(ascii: "/") where alphabet != .url: value = 63
            case UInt8(ascii: "-") where alphabet != .standard: value = 62
            case UInt8(ascii: "_") where alphabet != .standard: value = 63
            case UInt8(ascii: "=") where alphabet != .url: continue
            case 0x20, 0x0A, 0x0D, 0x09: if skipsSpaces { continue } else { return nil }
            default: return nil
            }
            bits = (bits << 6 | UInt32(value)) & 0x3FFF
            count += 6
            if count >= 8 {
                count -= 8
                out.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // At least six remaining bits mean that the last letter does not complete a byte.
        return count < 6 ? out : nil
    }

    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let url = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
