/// One field of a JSON object.
struct JSONField {
    var key: String
    var value: JSONValue
}

/// A JSON value as it was written. Objects keep the order of their fields, and every one of equal names.
enum JSONValue {
    case null
    case bool(Bool)
    /// A number as written: not all fit a Double.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONField])

    /// The last field of that name, as most readers have it.
    subscript(key: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields.last { $0.key == key }?.value
    }

    var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// A text, or a number or boolean written out.
    var scalarText: String? {
        switch self {
        case .string(let text): return text
        case .number(let text): return Self.plainNumber(text)
        case .bool(let value): return value ? "true" : "false"
        default: return nil
        }
    }

    var values: [JSONValue]? {
        if case .array(let values) = self { return values }
        return nil
    }

    var fields: [JSONField]? {
        if case .object(let fields) = self { return fields }
        return nil
    }

    /// A whole number, also where it is written as text or with a fraction of zero.
    var integer: Int64? {
        guard let text = scalarText else { return nil }
        if let whole = Int64(text) { return whole }
        guard let value = Double(text), value.magnitude < 9e15 else { return nil }
        return Int64(value)
    }

    /// The value as JSON on one line.
    var json: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let text): return text
        case .string(let text): return JSONText.string(text)
        case .array(let values): return "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let fields): return JSONText.object(Self.unique(fields).map { ($0.key, $0.value.json) })
        }
    }

    /// The fields without those that a later one of the same name replaces.
    static func unique(_ fields: [JSONField]) -> [JSONField] {
        var last: [String: Int] = [:]
        for (index, field) in fields.enumerated() { last[field.key] = index }
        guard last.count < fields.count else { return fields }
        return fields.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
    }

    /// `1.0` and `1e3` as whole numbers, for ids that a writer turned into numbers.
    private static func plainNumber(_ text: String) -> String {
        guard text.contains(where: { $0 == "." || $0 == "e" || $0 == "E" }), let value = Double(text),
            value.magnitude < 9e15, value == value.rounded()
        else { return text }
        return String(Int64(value))
    }
}
