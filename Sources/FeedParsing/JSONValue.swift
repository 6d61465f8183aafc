/// A JSON value as written: numbers keep their digits, and objects keep the order of their members as well as repeated
/// keys.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// The text of a number, which is valid according to RFC 8259 §6. It has at most 64 digits if `parse` created it.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    /// The maximum depth of values. Deeper values become null, so that no document exhausts the stack.
    public static let maxDepth = 256

    /// Parses JSON leniently; nil if the text contains no value.
    ///
    /// Accepts a byte order mark, comments, missing and superfluous commas, single quotes, unquoted keys, NaN, raw
    /// control characters, invalid escapes and a missing end.
    /// - Complexity: linear.
    public static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var parser = JSONParser(bytes)
        return parser.parseDocument()
    }

    /// Parses exactly one JSON text (RFC 8259).
    ///
    /// - Throws: `JSONSyntaxError` for the first violation.
    public static func parseStrictly(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = parser.parseDocument()
        if let first = parser.departures.first { throw first }
        guard let value else { throw JSONSyntaxError(byteOffset: 0, reason: .noValue) }
        return value
    }
}

// MARK: - Accessors

extension JSONValue {
    /// The value of a member of an object; nil for other values. If a key is repeated, the last member is used, as in
    /// ECMA-262.
    ///
    /// - Complexity: linear in the number of members.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    public var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    public var members: [(key: String, value: JSONValue)]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value as text if it is a string, a number or a boolean; nil otherwise. A whole number is written without a
    /// fraction: `1.0` becomes `1`.
    var scalarText: String? {
        switch self {
        case .string(let text): return text
        case .bool(let value): return value ? "true" : "false"
        case .number(let text):
            guard text.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) else { return text }
            return integer.map { String($0) } ?? text
        default: return nil
        }
    }

    /// The members in order, except those that a later member with the same name overrides.
    ///
    /// - Complexity: linear.
    var uniqueMembers: [(key: String, value: JSONValue)] {
        guard case .object(let members) = self else { return [] }
        var last: [String: Int] = [:]
        for (index, member) in members.enumerated() { last[member.key] = index }
        guard last.count < members.count else { return members }
        return members.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
    }

    /// The value as an integer, if it is a number without a fraction that fits in `Int64`. `1e3` and `5.0` are such
    /// numbers.
    public var integer: Int64? {
        guard case .number(let text) = self, text.utf8.count <= 64 else { return nil }
        if let value = Int64(text) { return value }
        guard let value = Double(text) else { return nil }
        return Int64(exactly: value)
    }
}

extension JSONValue: Equatable {
    /// Values are equal only if their members are in the same order.
    public static func == (a: Self, b: Self) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}

/// A syntax error in JSON, with its position.
public struct JSONSyntaxError: Error, Sendable, Equatable {
    public enum Reason: String, Sendable {
        case noValue = "there is no JSON value"
        case byteOrderMark = "a byte order mark is not allowed"
        case comment = "comments are not allowed"
        case surplusComma = "a comma is followed by nothing"
        case missingComma = "a comma is missing"
        case missingColon = "a colon is missing after a key"
        case missingValue = "a value is missing"
        case bareKey = "a key has no quotes"
        case singleQuotes = "a string needs double quotes"
        case unknownWord = "only true, false and null may stand without quotes"
        case badNumber = "a number is not written as JSON wants it"
        case badEscape = "a backslash is followed by no known escape"
        case loneSurrogate = "an escape is half of a surrogate pair"
        case controlCharacter = "a control character stands in a string"
        case badUTF8 = "bytes are not UTF-8"
        case mismatchedBracket = "a bracket closes what is not open"
        case unexpectedByte = "a character belongs to no value"
        case tooDeep = "values are nested too deeply"
        case cutShort = "the text ends too early"
        case trailingBytes = "more follows after the value"
    }

    /// The offset in the parsed bytes.
    public var byteOffset: Int
    public var reason: Reason
}
