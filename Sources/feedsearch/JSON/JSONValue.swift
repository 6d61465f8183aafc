/// A JSON value as it was read.
enum JSONValue: Sendable, Equatable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    /// As it was written: what is only echoed loses nothing.
    case number(String)
    case bool(Bool)
    case null

    subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// A whole number, also where it is written `5.0`.
    var int: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    }
}

extension JSONWriter {
    /// Writes a value back.
    mutating func value(_ value: JSONValue) {
        switch value {
        case .object(let members):
            object { writer in
                for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                    writer.key(key)
                    writer.value(member)
                }
            }
        case .array(let elements): array(elements) { $0.value($1) }
        case .string(let text): string(text)
        case .number(let text): raw(text)
        case .bool(let value): bool(value)
        case .null: raw("null")
        }
    }
}
