/// Header fields in the order of arrival. Names are compared case-insensitively.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Field: Sendable, Equatable {
        public let name: String
        public let value: String
    }

    public private(set) var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { add(name, value) }
    }

    /// The first value of a field. Setting a value replaces all fields with this name, and setting nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            remove(name)
            if let newValue { add(name, newValue) }
        }
    }

    /// All values of a field, one per field line.
    public func values(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// The members of a comma-separated field, without parameters, in lower case. For example, `gzip;q=1, br` has the
    /// members `gzip` and `br`.
    public func tokens(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }.compactMap { member in
            let token = member.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
            return token.isEmpty ? nil : token.lowercased()
        }
    }

    /// Adds a field. Control characters in the value become spaces, so that a value cannot inject another field.
    ///
    /// - Precondition: `name` is a token of RFC 9110.
    public mutating func add(_ name: String, _ value: String) {
        precondition(Self.isToken(name), "no field name")
        fields.append(Field(name: name, value: Self.withoutControls(value)))
    }

    /// Adds a field that the parser has already checked.
    mutating func addChecked(_ name: String, _ value: String) {
        if fields.isEmpty { fields.reserveCapacity(8) }
        fields.append(Field(name: name, value: value))
    }

    public mutating func remove(_ name: String) { fields.removeAll { Self.isSame($0.name, name) } }

    public func contains(_ name: String) -> Bool { fields.contains { Self.isSame($0.name, name) } }

    /// Whether two names are equal, ignoring ASCII case.
    static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8.span, other.utf8.span)
        guard one.count == other.count else { return false }
        for index in 0..<one.count where HTTPGrammar.lowercased(one[index]) != HTTPGrammar.lowercased(other[index]) {
            return false
        }
        return true
    }

    private static func isToken(_ name: String) -> Bool {
        let bytes = name.utf8.span
        for index in 0..<bytes.count where !HTTPGrammar.isToken(bytes[index]) { return false }
        return !bytes.isEmpty
    }

    private static func isFieldValue(_ value: String) -> Bool {
        let bytes = value.utf8.span
        for index in 0..<bytes.count where !HTTPGrammar.isFieldByte(bytes[index]) { return false }
        return true
    }

    private static func withoutControls(_ value: String) -> String {
        if isFieldValue(value) { return value }
        return String(decoding: value.utf8.map { HTTPGrammar.isFieldByte($0) ? $0 : 0x20 }, as: UTF8.self)
    }
}
