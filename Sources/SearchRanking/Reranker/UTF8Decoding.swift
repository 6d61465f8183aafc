package enum UTF8Decoding {
    package static func bytes(of scalar: UInt32) -> [UInt8] {
        Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
    }

    /// The number of bytes of the first scalar of well-formed UTF-8.
    static func firstLength(_ bytes: Span<UInt8>) -> Int {
        guard bytes.count > 0 else { return 0 }
        let lead = bytes[0]
        return min(bytes.count, lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
    }

    /// The first scalar of well-formed UTF-8.
    package static func firstScalar(_ bytes: Span<UInt8>) -> UInt32? {
        guard bytes.count > 0 else { return nil }
        let lead = UInt32(bytes[0])
        if lead < 0x80 { return lead }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard bytes.count >= length else { return nil }
        var scalar = lead & (0x7F >> UInt32(length))
        for index in 1..<length { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
        return scalar
    }

    /// The number of bytes of the scalar that begins at an index; nil if the bytes there are not well-formed (Unicode,
    /// table 3-7).
    static func wellFormedLength(_ text: Span<UInt8>, at index: Int) -> Int? {
        let lead = text[index]
        if lead < 0x80 { return 1 }
        guard lead >= 0xC2, lead < 0xF5 else { return nil }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard index + length <= text.count else { return nil }
        for place in index + 1..<index + length where text[place] & 0xC0 != 0x80 { return nil }
        let second = text[index + 1]
        switch lead {
        case 0xE0 where second < 0xA0, 0xED where second >= 0xA0: return nil
        case 0xF0 where second < 0x90, 0xF4 where second >= 0x90: return nil
        default: return length
        }
    }
}
