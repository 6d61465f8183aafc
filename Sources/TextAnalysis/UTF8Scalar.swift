/// Decodes UTF-8, one code point at a time.
enum UTF8Scalar {
    /// The code point at an index of a text of `count` bytes, and its number of bytes. A malformed byte is decoded as
    /// U+FFFD.
    @inline(__always)
    static func decode(_ text: UnsafePointer<UInt8>, _ count: Int, at index: Int) -> (scalar: UInt32, length: Int) {
        let first = unsafe UInt32(text[index])
        if first < 0x80 { return (first, 1) }
        if first >= 0xE0, first < 0xF0, index + 2 < count {
            let second = unsafe UInt32(text[index + 1])
            let third = unsafe UInt32(text[index + 2])
            let scalar = (first & 0x0F) << 12 | (second & 0x3F) << 6 | (third & 0x3F)
            let isWellFormed = second & 0xC0 == 0x80 && third & 0xC0 == 0x80 && scalar >= 0x800
            return isWellFormed && scalar & 0xF800 != 0xD800 ? (scalar, 3) : (0xFFFD, 1)
        }
        if first >= 0xC2, first < 0xE0, index + 1 < count {
            let second = unsafe UInt32(text[index + 1])
            return second & 0xC0 == 0x80 ? ((first & 0x1F) << 6 | (second & 0x3F), 2) : (0xFFFD, 1)
        }
        if first >= 0xF0, first < 0xF5, index + 3 < count {
            let second = unsafe UInt32(text[index + 1])
            let third = unsafe UInt32(text[index + 2])
            let fourth = unsafe UInt32(text[index + 3])
            let scalar = (first & 7) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | (fourth & 0x3F)
            let isWellFormed = second & 0xC0 == 0x80 && third & 0xC0 == 0x80 && fourth & 0xC0 == 0x80
            return isWellFormed && scalar >= 0x10000 && scalar < 0x110000 ? (scalar, 4) : (0xFFFD, 1)
        }
        return (0xFFFD, 1)
    }
}
