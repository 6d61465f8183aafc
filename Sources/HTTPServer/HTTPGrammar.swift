/// Byte classes of RFC 9110 and RFC 9112.
enum HTTPGrammar {
    private static let tokenBit: UInt8 = 1
    private static let hostBit: UInt8 = 2
    private static let classes: [UInt8] = (0...255).map { (byte: Int) -> UInt8 in
        let scalar = Unicode.Scalar(UInt8(byte))
        var bits: UInt8 = 0
        let isAlphanumeric =
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        if isAlphanumeric || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar) { bits |= tokenBit }
        if isAlphanumeric || "-._".unicodeScalars.contains(scalar) { bits |= hostBit }
        return bits
    }

    /// Whether a byte may occur in method and field names (`tchar`).
    static func isToken(_ byte: UInt8) -> Bool { classes[Int(byte)] & tokenBit != 0 }

    /// Whether a byte may occur in host names: letters, digits, `-`, `.` and `_`.
    static func isHostByte(_ byte: UInt8) -> Bool { classes[Int(byte)] & hostBit != 0 }

    /// Whether a byte may occur in field values: visible ASCII, spaces, tabs, and bytes above ASCII.
    static func isFieldByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// The value of a hexadecimal digit; nil for other bytes.
    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        if byte &- 0x30 < 10 { return byte &- 0x30 }
        let letter = byte | 0x20
        return letter &- 0x61 < 6 ? letter &- 0x57 : nil
    }
}
