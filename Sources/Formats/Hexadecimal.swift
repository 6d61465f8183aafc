/// Hexadecimal digits in lower case.
public enum Hexadecimal {
    // Not generic, because the first call of an unspecialized function creates its types at run time, which adds 0.1 ms
    // to each start.
    public static func encode(_ bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// - Returns: nil if the text contains a character that is not a hexadecimal digit, or an odd number of digits.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for byte in text.utf8 {
            guard let value = value(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46, 0x61...0x66: (digit | 0x20) - 0x57
        default: nil
        }
    }

    /// The hexadecimal digit of a value in 0...15.
    @inline(__always)
    static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
