// Writes values as compact JSON.

extension JSONValue {
    /// The value as compact JSON with its members in order. Parsing the text gives an equal value.
    public var compact: String {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value as compact JSON in UTF-8.
    public func write(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): JSONText.append(text, to: &bytes)
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
                JSONText.append(member.key, to: &bytes)
                bytes.append(0x3A)
                member.value.write(into: &bytes)
            }
            bytes.append(0x7D)
        }
    }
}
