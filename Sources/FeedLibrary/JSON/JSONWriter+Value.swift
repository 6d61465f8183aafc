public import FeedParsing
public import Formats

extension JSONWriter {
    /// Writes a parsed JSON value. The spelling of numbers and the order of members are preserved.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .object(let members):
            object { writer in
                for (key, member) in members {
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
