// Compact JSON out of values.

extension JSONValue {
    /// The value as compact JSON, members in their order: deterministic, and `parse` gives the value back.
    public var compact: String {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value as compact JSON, UTF-8.
    public func write(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): Self.write(text, into: &bytes)
        case .array(let values):
            bytes.append(0x5B)
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                value.write(into: &bytes)
            }
            bytes.append(0x5D)
        case .object(let members):
            bytes.append(0x7B)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                Self.write(member.key, into: &bytes)
                bytes.append(0x3A)
                member.value.write(into: &bytes)
            }
            bytes.append(0x7D)
        }
    }

    /// Appends a text as a JSON string, with the escapes that RFC 8259 §7 wants and no others.
    public static func write(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0x0A: bytes += [0x5C, 0x6E]
            case 0x0D: bytes += [0x5C, 0x72]
            case 0x09: bytes += [0x5C, 0x74]
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes.append(0x30 + byte >> 4)
                bytes.append(hexadecimal(byte & 0xF))
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x57 + digit }
}
