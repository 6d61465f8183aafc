extension JSONReader {
    /// Reads the string whose opening quote is at the position.
    mutating func readString() -> String {
        position += 1
        let start = position
        // Most strings have no escape, and are taken in one piece.
        while position < bytes.count, bytes[position] != 0x22, bytes[position] != 0x5C {
            if bytes[position] < 32 { note("a string has a raw control character") }
            position &+= 1
        }
        if position < bytes.count, bytes[position] == 0x22 {
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            position += 1
            return text
        }
        var out = Array(bytes[start..<position])
        while position < bytes.count, bytes[position] != 0x22 {
            if bytes[position] == 0x5C {
                readEscape(into: &out)
            } else {
                if bytes[position] < 32 { note("a string has a raw control character") }
                out.append(bytes[position])
                position &+= 1
            }
        }
        if position < bytes.count {
            position += 1
        } else {
            note("a string is not closed")
        }
        return String(decoding: out, as: UTF8.self)
    }

    mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != 0x22 { position &+= bytes[position] == 0x5C ? 2 : 1 }
        position = min(position + 1, bytes.count)
    }

    private mutating func readEscape(into out: inout [UInt8]) {
        position += 1
        guard position < bytes.count else { return }
        let byte = bytes[position]
        position += 1
        switch byte {
        case 0x6E: out.append(10)
        case 0x74: out.append(9)
        case 0x72: out.append(13)
        case 0x62, 0x66: break
        case 0x22, 0x5C, 0x2F: out.append(byte)
        case 0x75: appendUnit(into: &out)
        default:
            note("a string has an unknown escape")
            out.append(0x5C)
            position -= 1
        }
    }

    /// Adds the character of `\uXXXX`, both halves of a pair together; a lone half becomes U+FFFD.
    private mutating func appendUnit(into out: inout [UInt8]) {
        guard let first = readHex() else {
            note("a string has an unknown escape")
            out.append(contentsOf: [0x5C, 0x75])
            return
        }
        var value = first
        if first & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == 0x5C, bytes[position + 1] == 0x75 {
            let back = position
            position += 2
            if let second = readHex(), second & 0xFC00 == 0xDC00 {
                value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
            } else {
                position = back
            }
        }
        // Controls have no place in a feed's text.
        if value < 32, value != 9, value != 10, value != 13 { return }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        out.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func readHex() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<(position + 4)] {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }
}
