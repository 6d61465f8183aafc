/// Header fields in the order in which they came. Names are compared without regard to case.
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

    /// The first value of a field. Setting replaces all fields of that name; nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            remove(name)
            if let newValue { add(name, newValue) }
        }
    }

    /// All values of a field, one for each line.
    public func values(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// The members of a field that is a comma-separated list, without parameters, in lower case: `gzip;q=1, br` has
    /// `gzip` and `br`.
    public func tokens(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }.compactMap { member in
            let token = member.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
            return token.isEmpty ? nil : token.lowercased()
        }
    }

    /// Adds a field. Control characters of the value become spaces: nobody can end the field from within.
    ///
    /// - Precondition: `name` is a token of RFC 9110.
    public mutating func add(_ name: String, _ value: String) {
        precondition(!name.isEmpty && name.utf8.allSatisfy(HTTPGrammar.isToken), "no field name")
        fields.append(Field(name: name, value: Self.withoutControls(value)))
    }

    /// Adds what the parser has checked.
    mutating func addChecked(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    public mutating func remove(_ name: String) { fields.removeAll { Self.isSame($0.name, name) } }

    public func contains(_ name: String) -> Bool { fields.contains { Self.isSame($0.name, name) } }

    /// Whether two ASCII names differ in case only.
    static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && zip(one.utf8, other.utf8).allSatisfy { HTTPGrammar.lowercased($0) == HTTPGrammar.lowercased($1) }
    }

    private static func withoutControls(_ value: String) -> String {
        guard value.utf8.contains(where: { !HTTPGrammar.isFieldByte($0) }) else { return value }
        return String(decoding: value.utf8.map { HTTPGrammar.isFieldByte($0) ? $0 : 0x20 }, as: UTF8.self)
    }
}
