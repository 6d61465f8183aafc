/// Base64 as feeds carry it: white space anywhere, padding or none (RFC 4648, section 4).
enum Base64 {
    /// The bytes, or nil where the text is not Base64.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in text {
            let value: UInt8
            switch byte {
            case 0x41...0x5A: value = byte - 0x41
            case 0x61...0x7A: value = byte - 0x61 + 26
            case 0x30...0x39: value = byte - 0x30 + 52
            case 0x2B: value = 62
            case 0x2F: value = 63
            case 0x3D, 0x20, 0x0A, 0x0D, 0x09: continue
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count == 4 {
                out.append(UInt8(truncatingIfNeeded: bits >> 16))
                out.append(UInt8(truncatingIfNeeded: bits >> 8))
                out.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
                count = 0
            }
        }
        if count == 1 { return nil }
        if count == 2 { out.append(UInt8(truncatingIfNeeded: bits >> 4)) }
        if count == 3 {
            out.append(UInt8(truncatingIfNeeded: bits >> 10))
            out.append(UInt8(truncatingIfNeeded: bits >> 2))
        }
        return out
    }
}
