/// Sorts names in the order that users expect: letters are compared regardless of case, and numbers by their value
/// (Feed 2 before Feed 10).
package enum NaturalOrder {
    /// A sort key for a name. In the key, each number is preceded by its number of digits.
    package static func key(_ name: String) -> String {
        let name = name.lowercased()
        guard name.utf8.contains(where: isDigit) else { return name }
        var key: [UInt8] = []
        key.reserveCapacity(name.utf8.count + 8)
        var digits: [UInt8] = []
        func flush() {
            if digits.isEmpty { return }
            let value = digits.drop { $0 == UInt8(ascii: "0") }
            // Start with a digit, so that a number sorts before letters.
            key.append(UInt8(ascii: "0"))
            key.append(UInt8(ascii: "!") + UInt8(min(value.count, maxDigits)))
            key += value
            digits.removeAll(keepingCapacity: true)
        }
        for byte in name.utf8 {
            if isDigit(byte) {
                digits.append(byte)
            } else {
                flush()
                key.append(byte)
            }
        }
        flush()
        return String(decoding: key, as: UTF8.self)
    }

    private static let maxDigits = 90

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
